import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { DialectName, Sandbox } from '../../../tools/sandbox';
import { byId, idsOf } from '../../support/ids';
import { runNode } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

/** Services whose bodies have nothing in common: what each gets, written by hand. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const NUMBER = '5511987654321';
const GROUP = '120363025246125486@g.us';
const URL = 'https://files.example/a.png';
const PDF = Buffer.from('%PDF-1.7').toString('base64');
const OGG = Buffer.from('OggS').toString('base64');
const place = { latitude: -23.5505, longitude: -46.6333 };
const LINK = 'Well?\n\nRespond: LINK';
const TEXT = 'Say "{text}"\n\\ {recipient} ünd {{ json }}';

const fromItem = (mediaType: string, more: INodeParameters = {}) => ({
	operation: 'sendMedia',
	mediaType,
	mediaSource: 'binary',
	binaryPropertyName: mediaType,
	...more,
});
const JOBS: Record<string, INodeParameters> = {
	text: { operation: 'sendText', text: TEXT },
	quoted: { operation: 'sendText', text: 'Yes', replyTo: 'M1' },
	image: { operation: 'sendMedia', mediaType: 'image', mediaSource: 'url', mediaUrl: URL, caption: '{caption}' },
	document: fromItem('document', { caption: 'Menu' }),
	voice: fromItem('audio', { voiceNote: true }),
	location: {
		operation: 'send',
		preset: 'location',
		locationContent: JSON.stringify(place),
	},
	question: { operation: 'sendAndWait', message: 'Well?' },
};
const binary = {
	document: { data: PDF, mimeType: 'application/pdf', fileName: 'menu.pdf' },
	audio: { data: OGG, mimeType: 'audio/ogg' },
};

type Bodies = Record<keyof typeof JOBS, IDataObject>;

/** @param to the recipient as this service expects it */
const SERVICES: Partial<Record<DialectName, (to: string, isNumber: boolean, instance: string) => Bodies>> = {
	flatBody: (to, _isNumber, instance) => {
		const body = (kind: string, more: IDataObject) => ({ instance_id: instance, to, kind, ...more });
		return {
			text: body('chat', { text: TEXT }),
			quoted: body('chat', { text: 'Yes', reply_to: 'M1' }),
			image: body('image', { media_url: URL, caption: '{caption}' }),
			document: body('file', {
				media_base64: PDF,
				caption: 'Menu',
				file_name: 'menu.pdf',
				mime_type: 'application/pdf',
			}),
			voice: body('voice', { media_base64: OGG, mime_type: 'audio/ogg' }),
			location: body('location', { details: place }),
			question: body('chat', { text: LINK }),
		};
	},
	nestedBody: (to, isNumber, id) => {
		const address = isNumber ? `${to}@s.whatsapp.net` : to;
		const body = (kind: string, inner: IDataObject, more: IDataObject = {}) => ({
			session: { id },
			destination: { address },
			message: { kind, body: inner, ...more },
		});
		const file = (type: string, data: string) => ({ data: `data:${type};base64,${data}` });
		return {
			text: body('TEXT', { plain: { value: TEXT, direction: 'auto' } }),
			quoted: body('TEXT', { plain: { value: 'Yes', direction: 'auto' } }, { context: { id: 'M1' } }),
			image: body('IMAGE', { attachment: { source: { href: URL }, label: '{caption}' } }),
			document: body('FILE', {
				attachment: { source: file('application/pdf', PDF), label: 'Menu', name: 'menu.pdf' },
			}),
			voice: body('AUDIO', { attachment: { source: file('audio/ogg', OGG), recorded: true } }),
			location: body('location', place),
			question: body('TEXT', { plain: { value: LINK, direction: 'auto' } }),
		};
	},
	typedBody: (to, isNumber, account) => {
		const body = (type: string, more: IDataObject) => ({
			version: 2,
			channel: { kind: 'business', account },
			audience: 'single',
			to: isNumber ? `+${to}` : to,
			type,
			...more,
		});
		return {
			text: body('words', { words: { body: TEXT, preview: false } }),
			quoted: body('words', { words: { body: 'Yes', preview: false }, context: { message_id: 'M1' } }),
			image: body('image', { image: { link: URL, caption: '{caption}' } }),
			document: body('attachment', { attachment: { bytes: PDF, caption: 'Menu', filename: 'menu.pdf' } }),
			voice: body('audio', { audio: { bytes: OGG, voice: true } }),
			location: body('location', { location: place }),
			question: body('words', { words: { body: LINK, preview: false } }),
		};
	},
	listBody: (to, _isNumber, via) => {
		const body = (...blocks: IDataObject[]) => ({ batch: [{ via, recipients: [to], blocks }], flags: ['no-preview'] });
		const file = (block: string, each: IDataObject) => ({ block, files: [each] });
		const { flags, ...custom } = body({ block: 'location', data: place });
		expect(flags).toHaveLength(1);
		return {
			text: body({ block: 'paragraph', lines: [TEXT] }),
			quoted: body({ block: 'quote', of: ['M1'] }, { block: 'paragraph', lines: ['Yes'] }),
			image: body(file('picture', { source: URL }), { block: 'note', lines: ['{caption}'] }),
			document: body(file('paper', { source: PDF, title: 'menu.pdf' }), { block: 'note', lines: ['Menu'] }),
			voice: body(file('sound', { source: OGG, recorded: true })),
			location: custom,
			question: body({ block: 'paragraph', lines: [LINK] }),
		};
	},
	textBody: (to, isNumber, instance) => {
		const chat = `account/${instance}/chat/${isNumber ? `${to}@c.us` : to}`;
		const body = (options: IDataObject, more: IDataObject) => ({
			chat,
			options: JSON.stringify(options),
			notify: true,
			...more,
		});
		return {
			text: body({ class: 'T' }, { message: TEXT }),
			quoted: body({ class: 'T', quoted: 'false_M1' }, { message: 'Yes' }),
			image: body({ class: 'I' }, { message: '{caption}', media: URL }),
			document: body(
				{ class: 'D', file: { name: 'menu.pdf' } },
				{ message: 'Menu', media: `data:application/pdf;base64,${PDF}` },
			),
			voice: body({ class: 'A', file: { ptt: true } }, { media: `data:audio/ogg;base64,${OGG}` }),
			location: { chat, special: { of: 'location', data: place } },
			question: body({ class: 'T' }, { message: LINK }),
		};
	},
	documented: (to, _isNumber, instance) => {
		const body = (type: string, content: IDataObject) => ({ instanceId: instance, remoteJid: to, type, content });
		return {
			text: body('text', { text: TEXT }),
			quoted: body('text', { text: 'Yes', quotedMessageId: 'M1' }),
			image: body('image', { url: URL, caption: '{caption}' }),
			document: body('document', {
				base64: PDF,
				caption: 'Menu',
				fileName: 'menu.pdf',
				mimetype: 'application/pdf',
			}),
			voice: body('audio', { base64: OGG, mimetype: 'audio/ogg', ptt: true }),
			location: body('location', place),
			question: body('text', { text: LINK }),
		};
	},
};

const withoutLink = (body: unknown) =>
	JSON.parse(JSON.stringify(body).replace(/http:[^"\\]+signature=\w+/, 'LINK')) as unknown;

const rows = Object.keys(SERVICES).flatMap((service) =>
	[NUMBER, GROUP].flatMap((to) => Object.keys(JOBS).map((job) => [service as DialectName, job, to] as const)),
);

test.each(rows)('%s gets the %s to %s exactly as it expects it', async (service, job, to) => {
	sandbox.setDialect({ name: service, unknownContent: 'refused' });
	const { instance } = idsOf(sandbox);
	const { error } = await runNode({
		credentials: { ...credentialsFor(sandbox), fieldNames: JSON.stringify(sandbox.fieldNames) },
		parameters: {
			resource: 'message',
			instanceId: byId(instance),
			recipient: { __rl: true, mode: to === NUMBER ? 'phone' : 'id', value: to },
			...JOBS[job],
		},
		files: [binary],
	});
	expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	const expected = SERVICES[service]?.(to, to === NUMBER, instance)[job];
	expect(sandbox.log.map(({ body }) => withoutLink(body))).toEqual([expected]);
	expect(sandbox.data.messages.at(-1)?.type).toBe(JOBS[job]?.mediaType ?? (job === 'location' ? job : 'text'));
});
