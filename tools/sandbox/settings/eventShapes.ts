import { isDeepStrictEqual } from 'node:util';
import type { EventShape, EventShapeName } from '../types/dialect';

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
	dataMessage: { path: 'event+data.message', quoted: 'replyTo' },
	payload: { path: 'event+timestamp+payload', quoted: 'context.message' },
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
