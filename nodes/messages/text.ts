import { type Fields, isObject, textOf } from '../shared/plainValues';
import { messageFieldsOf, keyOf, type MessageFields } from './keys';

/** Where the text of a message may be, the first one that has a text first. */
const TEXT_FIELDS = ['content', 'text', 'body', 'message', 'conversation', 'caption'] as const;

/** How deep a text may be in a message, e.g. 4 in `message.ephemeralMessage.message.extendedTextMessage`. */
const MAX_DEPTH = 6;

/** Returns the text or the caption in the fields of a message; undefined if it has none. */
export function textIn(fields: MessageFields, depth = 0): string | undefined {
	for (const name of TEXT_FIELDS) {
		const value = fields[name];
		const text = isObject(value) ? textOfObject(value, depth) : filledText(value);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Returns a text as it is; undefined if it is blank. */
const filledText = (value: unknown) =>
	typeof value === 'string' && textOf(value) !== undefined ? value : undefined;

function textOfObject(value: Fields, depth: number): string | undefined {
	if (depth > MAX_DEPTH) return undefined;
	const content = rawContentOf(value);
	return (
		textIn(messageFieldsOf(value), depth + 1) ?? (content && textOfObject(content[1], depth + 1))
	);
}

/** In a raw record, the content is under the name of its type, e.g. `imageMessage`. */
function rawContentOf(value: Fields): [string, Fields] | undefined {
	for (const [name, content] of Object.entries(value)) {
		const { plain, isReference } = keyOf(name);
		if (/.message$/.test(plain) && !isReference && isObject(content))
			return [plain.slice(0, -7), content];
	}
	return undefined;
}

/** Returns the type of a raw record by the name of its content: `image` of `{ imageMessage: … }`. */
export function rawTypeOf(message: unknown): string | undefined {
	if (!isObject(message)) return undefined;
	const [name, content] = rawContentOf(message) ?? [];
	const inner = content?.message;
	// What disappears or may be viewed once is wrapped.
	if (isObject(inner)) return rawTypeOf(inner);
	const isText = name === 'extendedtext' || typeof message.conversation === 'string';
	return isText ? 'text' : name;
}
