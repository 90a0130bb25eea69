import { type Fields, setAt } from './body';
import type { Random } from './random';
import type { Spec } from './spec';

export interface Message {
	id: string;
	instance: string;
	chat: string;
	fromMe: boolean;
	type: keyof Spec['types'];
	at: number;
	/** By the name of the part. */
	parts: Record<string, string>;
}

const sentences = ['Is it ready?', 'Yes, at five.', 'Thank you very much!', 'See you tomorrow then'];
const files = {
	image: ['jpg', 'image/jpeg'],
	video: ['mp4', 'video/mp4'],
	audio: ['ogg', 'audio/ogg'],
	document: ['pdf', 'application/pdf'],
} as const;

const kinds = ['text', 'image', 'text', 'video', 'audio', 'document', 'text', 'image'] as const;
/** Returns message `n` of a chat, after the earlier ones. */
export function seedMessage(random: Random, instance: string, chat: string, n: number, earlier: Message[]): Message {
	const type = kinds[n]!;
	const parts: Record<string, string> = {};
	if (type === 'text') parts.text = random.pick(sentences);
	else {
		const [end, mime] = files[type];
		Object.assign(parts, { mediaUrl: `https://files.invented.example/${random.id(12)}.${end}`, mimeType: mime });
		if (type !== 'audio') parts.caption = random.pick(sentences);
		if (type === 'document') parts.fileName = `report-${n}.${end}`;
	}
	if (n === 6) parts.quotedMessageId = earlier.at(-1)!.id;
	return { id: random.id(20), instance, chat, fromMe: n % 2 === 0, type, at: 1_780_000_000 + n, parts };
}

export function recordOf(spec: Spec, message: Message): Fields {
	const { body, types, recordsLikeBody } = spec;
	const { id, instance, chat, fromMe, type, at, parts } = message;
	const record: Fields = { id, fromMe, timestamp: at, status: fromMe ? 'sent' : 'received' };
	const names = recordsLikeBody ? body : { instance: 'instanceId', recipient: 'remoteJid', type: 'type' };
	setAt(record, names.instance, instance);
	setAt(record, names.recipient, chat);
	setAt(record, names.type, types[type]);
	const content = Object.entries(parts).map(([part, value]): [string, unknown] => {
		const path = body[part as keyof Spec['body']];
		return [recordsLikeBody ? path : `content.${path.split('.').at(-1)}`, value];
	});
	for (const [path, value] of content) setAt(record, path, value);
	return record;
}
