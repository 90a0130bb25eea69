import type { Fields } from '../../nodes/shared/values';
import { type AccountIds, idPaths, leavesOf, shownPaths, shownTypes, valueAt } from '../evidence/records';
import type { Kind, Role } from '../names/roles';
import { CHAT_ID_FIELDS, SUFFIX } from './candidates';
import type { Answer, Known } from './question';
import { recordOf } from './shape';

const ADDRESS = /^(\+?\d{7,15}|[^\s@]+@[\w.-]+)$/;
/** The address of a person; a group or a hidden number has another domain. */
const NUMBER_ADDRESS = /^\d{7,15}(@(?!g\.us|lid|broadcast|newsletter)[a-z][\w.-]{1,40})$/i;

/** The fields of chats that may be their IDs: the node's first, then those with addresses. */
export function chatIdFields(chats: Fields[]): string[] {
	const isText = (name: string) => chats.some((chat) => typeof chat[name] === 'string');
	const addresses = chats
		.slice(0, 10)
		.flatMap((chat) => leavesOf(chat, '', 0))
		.filter(([, value]) => typeof value === 'string' && ADDRESS.test(value))
		.map(([path]) => path);
	return [...new Set([...CHAT_ID_FIELDS.filter(isText), ...addresses])];
}

/** The ID of a chat record. */
export function chatIdOf(chat: Fields): string | undefined {
	const [field] = chatIdFields([chat]);
	return field === undefined ? undefined : String(chat[field]);
}

/** The IDs of the account, by which values in records are recognized. */
export function accountIds({ instances, chats, chatQuery }: Known): AccountIds {
	const texts = (values: unknown[]) =>
		new Set(values.filter((each): each is string => typeof each === 'string' && each !== ''));
	return {
		instances: texts(instances.map(({ id }) => id)),
		chats: texts([
			...chats.flatMap((chat) => chatIdFields([chat]).map((name) => chat[name])),
			...Object.values(chatQuery?.query ?? {}),
		]),
	};
}

/** What may follow a phone number: nothing, then what follows those in chats and messages, the most frequent first. */
export function suffixesIn({ chats, messages }: Known): string[] {
	const counts = new Map<string, number>();
	for (const record of [...chats, ...messages])
		for (const [, value] of leavesOf(record)) {
			const [, suffix] = NUMBER_ADDRESS.exec(String(value)) ?? [];
			if (suffix !== undefined) counts.set(suffix, (counts.get(suffix) ?? 0) + 1);
		}
	const shown = [...counts].sort(([, one], [, other]) => other - one).map(([each]) => each);
	return [...new Set(['', ...shown.slice(0, 3), SUFFIX])];
}

/** The instance that a record belongs to. */
export function instanceOf({ instances }: Known, record: Fields = {}): string | undefined {
	const ids = new Set(instances.map(({ id }) => id));
	if (typeof record.instanceId === 'string') return record.instanceId;
	const [, value] = leavesOf(record).find(([, each]) => ids.has(each)) ?? [];
	return value as string | undefined;
}

/** The names at which records have the ID of their instance, and their address. */
export const namesIn = (known: Known, records: Fields[], role: Role) =>
	(shownPaths(records, accountIds(known)).get(role) ?? []).map((path) => path.split('.').at(-1)!);

/** Where the messages of the account have each part. */
export function shownIn(known: Known): Map<Role, string[]> {
	const { messages } = known;
	const last = read.get(known);
	if (last?.count === messages.length) return last.shown;
	const shown = shownPaths(messages, accountIds(known));
	read.set(known, { count: messages.length, shown });
	return shown;
}

/** What the messages of an account showed when it had so many. */
const read = new WeakMap<Known, { count: number; shown: Map<Role, string[]> }>();

/** The ID of a message. @param known its other messages show where IDs are */
export function messageId(message: Fields, { messages }: Known): unknown {
	const paths = ['id', ...idPaths(messages.slice(0, 50)), 'key.id', 'messageId'];
	return paths.map((path) => valueAt(message, path)).find((each) => typeof each === 'string');
}

/** What may be the ID of a sent message in the response: what stood there for the first one comes first. */
export function idsIn({ body }: Answer, known: Known): string[] {
	const { idPaths: shown = [] } = known.sent ?? {};
	const values = [...shown.map((path) => valueAt(body, path)), messageId(recordOf(body), known)];
	return values.filter((each): each is string => typeof each === 'string');
}

/** The types of the account's messages, by what they contain. */
export function typesIn(known: Known): Map<Kind, string[]> {
	const [path] = shownIn(known).get('type') ?? [];
	return path === undefined ? new Map() : shownTypes(known.messages, path);
}
