import { isDeepStrictEqual } from 'node:util';
import type { EventShape, EventShapeName } from '../types/eventShape';

/** The preset `top`. */
const top: EventShape = {
	path: 'event+',
	names: 'camelCase',
	record: 'message',
	fields: {},
	quoted: 'quotedMessage',
	file: 'url',
};

/** The presets, as what they change of `top`. */
export const eventShapes: Record<EventShapeName, Partial<EventShape>> = {
	top: {},
	array: { path: '[].event+' },
	data: { path: 'event+instanceId+data' },
	dataList: { path: 'event+instanceId+data[]', quoted: 'content.quotedMessage' },
	message: { path: 'event+message', quoted: 'quoted' },
	dataMessage: { path: 'event+data.message', quoted: 'replyTo' },
	payload: { path: 'event+timestamp+payload', quoted: 'context.message' },
	body: { path: 'event+body', fields: { chat: 'chatId', text: 'text' } },
	object: { path: 'event+object', fields: { chat: 'chat', text: 'content' } },
	resource: { path: 'event+resource', quoted: 'contextInfo.quotedMessage' },
	event: { path: 'type+event', quoted: 'content.contextInfo.quotedMessage' },
	dataObject: { path: 'id+type+data.object', quoted: 'references.message' },
	messages: { path: 'event+messages[]' },
	dataMessages: { path: 'success+event+data.messages[]', quoted: 'reply_to' },
	entry: {
		path: 'object+entry[].id+changes[].field+value.messages[]',
		fields: { text: 'text.body', chat: 'chat.id' },
		quoted: 'context.quoted',
	},
	raw: { path: 'event+instanceId+data', record: 'raw', quoted: '' },
	rawMessages: {
		path: 'event+instanceId+data.type+messages[]',
		record: 'raw',
		quoted: 'contextInfo.quotedMessage',
	},
	snake: { path: 'event+data', names: 'snake_case' },
	kebab: { path: 'event+payload', names: 'kebab-case', fields: { text: 'text.body' } },
	pascal: { path: 'event+data.message', names: 'PascalCase' },
	twice: { path: 'success+data.event+payload.message' },
	lists: { path: 'event+batches[].items[][]', quoted: 'inReplyTo' },
	flat: { path: 'event+payload', record: 'flat', quoted: 'quotedMsg' },
	fromTo: { path: 'event+messages[]', record: 'flat', fields: { chat: '' }, quoted: 'replyTo' },
	foreign: {
		path: 'what+where+news.posts[]',
		fields: {
			chat: 'peer.handle',
			fromMe: 'outbound',
			text: 'words.plain',
			id: 'ref',
			type: 'form',
			status: 'progress',
			instance: 'line',
			timestamp: 'at',
		},
		quoted: 'answers',
	},
};

/**
 * Returns all parts of a shape.
 *
 * @param choice a preset, or parts that override the preset `top`
 */
export function eventShapeOf(choice: EventShapeName | Partial<EventShape>): EventShape {
	return { ...top, ...(typeof choice === 'string' ? eventShapes[choice] : choice) };
}

/** The preset with these parts; null if no preset has them. */
export function nameOfShape(shape: EventShape): EventShapeName | null {
	const names = Object.keys(eventShapes) as EventShapeName[];
	return names.find((name) => isDeepStrictEqual(eventShapeOf(name), shape)) ?? null;
}
