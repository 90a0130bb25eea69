import { type Fields, isObject } from '../../nodes/shared/values';
import { type Kind, kinds, type Role } from '../names/roles';

/** Reads what records show about names: not by their names, but by the values that they have. */

export type Leaf = [path: string, value: unknown];

/** Values by their path with dots; lists are left out. */
export function leavesOf(fields: Fields, prefix = '', depth = 6): Leaf[] {
	return Object.entries(fields).flatMap(([name, value]): Leaf[] => {
		// What objects inherit is no name, and what has many digits is a value.
		if (name in Object.prototype || /\d{3}/.test(name)) return [];
		const path = `${prefix}${name}`;
		if (isObject(value)) return depth > 0 ? leavesOf(value, `${path}.`, depth - 1) : [];
		return Array.isArray(value) || value === null ? [] : [[path, value]];
	});
}

/** What is known of the account, by which values are recognized. */
export interface AccountIds {
	instances: Set<string>;
	chats: Set<string>;
}

const MIME = /^(image|video|audio|application|text)\/[\w.+-]+(\s*;.*)?$/;
const FILE_NAME = /^[^/\\:?@]{1,120}\.[a-z][a-z0-9]{1,4}$/i;
const ADDRESS = /^[^\s@]+@(g\.us|s\.whatsapp\.net|c\.us|lid|broadcast|newsletter)$/;
const WORD = /^\p{L}[\p{L}\p{N}_-]{0,39}$/u;

const isUrl = (value: unknown) => typeof value === 'string' && /^https?:\/\//.test(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a message has a file. */
const hasFile = (leaves: Leaf[]) => leaves.some(([, value]) => isUrl(value) || (isText(value) && MIME.test(value)));

/** The paths at which messages have each part, those in most messages first. */
export function shownPaths(messages: Fields[], ids: AccountIds): Map<Role, string[]> {
	const all = messages.map((each) => leavesOf(each));
	const own = new Set(idPaths(messages).slice(0, 1));
	const messageIds = new Set(
		all.flatMap((leaves) => leaves.filter(([path]) => own.has(path)).map(([, value]) => value)),
	);
	const typePath = typePathOf(messages);
	const counts = new Map<Role, Map<string, number>>();
	for (const leaves of all)
		for (const [path, value] of leaves) {
			const role = own.has(path) ? undefined : roleOf(path, value, leaves);
			if (role === undefined) continue;
			const paths = counts.get(role) ?? new Map<string, number>();
			counts.set(role, paths.set(path, (paths.get(path) ?? 0) + 1));
		}
	const sorted = (paths: Map<string, number>) =>
		[...paths].sort(([, one], [, other]) => other - one).map(([path]) => path);
	const shown = new Map([...counts].map(([role, paths]) => [role, sorted(paths)] as const));
	if (typePath !== undefined) shown.set('type', [typePath]);
	return shown;

	function roleOf(path: string, value: unknown, leaves: Leaf[]): Role | undefined {
		if (!isText(value) || path === typePath) return undefined;
		if (ids.instances.has(value)) return 'instance';
		if (ids.chats.has(value) || ADDRESS.test(value)) return 'recipient';
		if (messageIds.has(value)) return 'quotedMessageId';
		if (isUrl(value)) return 'mediaUrl';
		if (MIME.test(value)) return 'mimeType';
		if (FILE_NAME.test(value)) return 'fileName';
		if (/^\d{4}-\d\d-\d\d/.test(value) || (!/\s/.test(value) && /\d/.test(value))) return undefined;
		if (!/[\s.!?,]/.test(value)) return undefined;
		return hasFile(leaves) ? 'caption' : 'text';
	}
}

/** The paths whose values identify a record: different texts in all records, without spaces. */
export function idPaths(records: Fields[]): string[] {
	const first = records[0] === undefined ? [] : leavesOf(records[0]);
	const isOwn = (path: string) => {
		const values = records.map((each) => valueAt(each, path));
		return values.every((each) => isText(each) && !/[\s@:]/.test(each)) && new Set(values).size === records.length;
	};
	const rank = (path: string) => (path === 'id' ? 0 : /(^|[._])(id|_id|key)$|Id$/i.test(path) ? 1 : 2);
	return first
		.map(([path]) => path)
		.filter(isOwn)
		.sort((one, other) => rank(one) - rank(other));
}

/** The path of a few different words that tell which messages have a file. */
function typePathOf(messages: Fields[]): string | undefined {
	const all = messages.map((each) => leavesOf(each));
	const paths = [...new Set(all.flatMap((leaves) => leaves.map(([path]) => path)))];
	const fits = paths.filter((path) => {
		const groups = new Map<string, Set<boolean>>();
		for (const [n, leaves] of all.entries()) {
			const value = valueAt(messages[n]!, path);
			if (!isText(value) || !WORD.test(value)) return false;
			groups.set(value, (groups.get(value) ?? new Set()).add(hasFile(leaves)));
		}
		const sets = [...groups.values()];
		const isConsistent = sets.every(({ size }) => size === 1);
		const tells = sets.some((each) => each.has(true)) && sets.some((each) => each.has(false));
		return isConsistent && tells && groups.size <= 12 && groups.size < messages.length;
	});
	const isUsual = (path: string) => (/type|kind|tipo/i.test(path) ? 0 : 1);
	return fits.sort((one, other) => isUsual(one) - isUsual(other))[0];
}

/** The values of a message's type by the kind of message, as far as its content shows it. */
export function shownTypes(messages: Fields[], typePath: string): Map<Kind, string[]> {
	const types = new Map<Kind, Set<string>>();
	for (const message of messages) {
		const type = valueAt(message, typePath);
		const kind = kindOf(leavesOf(message).filter(([path]) => path !== typePath));
		if (!isText(type) || kind === undefined) continue;
		types.set(kind, (types.get(kind) ?? new Set()).add(type));
	}
	return new Map([...types].map(([kind, values]) => [kind, [...values]]));
}

const EXTENSIONS: Array<[Kind, RegExp]> = [
	['image', /\.(jpe?g|png|webp|gif|heic)$/i],
	['video', /\.(mp4|3gp|mov|webm)$/i],
	['audio', /\.(ogg|opus|mp3|m4a|aac|wav)$/i],
	['document', /\.(pdf|docx?|xlsx?|txt|csv|zip|pptx?)$/i],
];

function kindOf(leaves: Leaf[]): Kind | undefined {
	const texts = leaves.map(([, value]) => value).filter(isText);
	const main = texts.find((each) => MIME.test(each))?.split('/')[0];
	if (main !== undefined) return Object.hasOwn(kinds, main) && main !== 'text' ? (main as Kind) : 'document';
	const files = texts.filter((each) => isUrl(each) || FILE_NAME.test(each));
	const [byName] = EXTENSIONS.find(([, end]) => files.some((each) => end.test(each.split('?')[0]!))) ?? [];
	if (byName !== undefined) return byName;
	const isFree = texts.some((each) => /[\s.!?,]/.test(each) && !isUrl(each));
	return isFree && files.length === 0 ? 'text' : undefined;
}

/** The value at a path with dots. */
export function valueAt(fields: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
			fields,
		);
}
