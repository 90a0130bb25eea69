import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../../support/ids';
import { runNode } from '../../support/engine';
import { Service, useService } from '../../support/service';

/** Services whose bodies have nothing in common: the Field Names for each, and what it gets, written by hand. */

const bodies: unknown[] = [];
const service = useService(
	new Service((req, res) => {
		const chunks: Buffer[] = [];
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => {
			bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
			res.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"1"}');
		});
	}),
);
beforeEach(() => void (bodies.length = 0));

const INSTANCE = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
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

interface ServiceCase {
	fieldNames: object;
	/** @param to the recipient as this service expects it */
	expected(to: string, isNumber: boolean): Bodies;
}

const SERVICES: Record<string, ServiceCase> = {
	'with parts deep in each other, a domain behind numbers, and files as data URIs': {
		fieldNames: {
			message: {
				session: { id: '{instance}' },
				destination: { address: '{recipient}@s.whatsapp.net' },
				message: {
					kind: '{type}',
					body: {
						plain: { value: '{text}', direction: 'auto' },
						attachment: {
							source: { href: '{mediaUrl}', data: 'data:{mimeType};base64,{mediaData}' },
							label: '{caption}',
							name: '{fileName}',
							recorded: '{voiceNote}',
						},
					},
					context: { id: '{replyTo}' },
				},
			},
			customMessage: {
				session: { id: '{instance}' },
				destination: { address: '{recipient}@s.whatsapp.net' },
				message: { kind: '{type}', body: '{content}', context: { id: '{replyTo}' } },
			},
			types: { text: 'TEXT', image: 'IMAGE', audio: 'AUDIO', voice: 'VOICE', document: 'FILE' },
		},
		expected: (to, isNumber) => {
			const address = isNumber ? `${to}@s.whatsapp.net` : to;
			const body = (kind: string, inner: IDataObject, more: IDataObject = {}) => ({
				session: { id: INSTANCE },
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
				voice: body('VOICE', { attachment: { source: file('audio/ogg', OGG) } }),
				location: body('location', place),
				question: body('TEXT', { plain: { value: LINK, direction: 'auto' } }),
			};
		},
	},
	'with constants, and the type as the name of a field': {
		fieldNames: {
			message: {
				version: 2,
				channel: { kind: 'business', account: '{instance}' },
				to: '+{recipient}',
				type: '{type}',
				words: { body: '{text}', preview: false },
				'{type}': {
					link: '{mediaUrl}',
					bytes: '{mediaData}',
					caption: '{caption}',
					filename: '{fileName}',
					voice: '{voiceNote}',
				},
				context: { message_id: '{replyTo}' },
			},
			customMessage: {
				version: 2,
				channel: { kind: 'business', account: '{instance}' },
				to: '+{recipient}',
				type: '{type}',
				'{type}': '{content}',
				context: { message_id: '{replyTo}' },
			},
			types: { text: 'words', document: 'attachment' },
		},
		expected: (to, isNumber) => {
			const body = (type: string, more: IDataObject) => ({
				version: 2,
				channel: { kind: 'business', account: INSTANCE },
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
	},
	'of the defaults': {
		fieldNames: {},
		expected: (to) => {
			const body = (type: string, content: IDataObject) => ({ instanceId: INSTANCE, remoteJid: to, type, content });
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
	},
};

const withoutLink = (body: unknown) =>
	JSON.parse(JSON.stringify(body).replace(/http:[^"\\]+signature=\w+/, 'LINK')) as unknown;

const rows = Object.keys(SERVICES).flatMap((name) =>
	[NUMBER, GROUP].flatMap((to) => Object.keys(JOBS).map((job) => [name, job, to] as const)),
);

test.each(rows)('a service %s gets the %s to %s exactly as it expects it', async (name, job, to) => {
	const { fieldNames, expected } = SERVICES[name]!;
	const { error } = await runNode({
		credentials: { ...service.credentials('services'), fieldNames: JSON.stringify(fieldNames) },
		parameters: {
			resource: 'message',
			instanceId: byId(INSTANCE),
			recipient: { __rl: true, mode: to === NUMBER ? 'phone' : 'id', value: to },
			...JOBS[job],
		},
		files: [binary],
	});
	expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	expect(bodies.map(withoutLink)).toEqual([expected(to, to === NUMBER)[job]]);
});
