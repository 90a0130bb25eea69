import { type ChatKind, isChatAddress, readAddress } from '../../messages/address';
import type { EventMessage } from '../../messages/message';
import { kindOfType, type TypeNames } from '../../messages/parts';
import { needsCountryCode, readChatNumber } from '../../shared/phoneNumber';
import { NO_NUMBER } from '../../shared/numberingPlan';
import { UserError } from '../../shared/userError';
import { textOf } from '../../shared/values';
import type { Filters, Trigger, TriggerContext } from '../settings/settings';
import { credentialsAndWebhookUrl } from '../verification/verification';

/** Returns whether messages pass. One that lacks the field does, or a sign of a group. `chat` is also `text`. */
export function messageFilter(
	filters: Filters,
	types: TypeNames,
): (message: EventMessage) => boolean {
	const keys = (list: string[]) => new Set(list.map((each) => readAddress(each)?.key));
	const [only, ignored] = [keys(filters.chatIds), keys(filters.ignoreChatIds)];
	const isAnyChat = only.size === 0 && ignored.size === 0 && filters.chats === 'all';
	return (message) => {
		if (filters.ignoreOwnMessages && message.fromMe === true) return false;
		const { key, kind } = (isAnyChat ? undefined : message.address) ?? {};
		if (key !== undefined && ignored.has(key)) return false;
		if (key !== undefined && only.size > 0 && !only.has(key)) return false;
		return (
			isKind(kind, filters.chats) &&
			isChosen(filters.instanceIds, () => [message.instanceId]) &&
			isChosen(filters.messageTypes, () => [message.type, kindOfType(message.type, types)]) &&
			isChosen(filters.statuses, () => [message.status])
		);
	};
}

function isKind(kind: ChatKind | undefined, chats: string): boolean {
	if (chats === 'direct') return (kind ?? 'direct') === 'direct';
	return chats !== 'groups' || (kind ?? 'group') === 'group';
}

function isChosen(list: string[], read: () => [value: unknown, kind?: string]): boolean {
	if (list.length === 0) return true;
	const [value, kind] = read();
	const text = textOf(value)?.toLowerCase();
	return text === undefined || list.some((each) => [text, kind].includes(each.toLowerCase()));
}

/** Reads the numbers of a list as those of recipients: perhaps two for one, see `readChatNumber`. Other IDs stay. */
export async function withCountryCodes(context: TriggerContext, ids: string[]): Promise<string[]> {
	const code = await countryCodeFor(context, ids);
	return ids.flatMap((id) => {
		const chat = readChatNumber(id, code);
		return 'problem' in chat ? [id] : chat.numbers;
	});
}

/** Checks the chat IDs before publishing. @throws UserError for one that no chat has: it would drop or pass messages */
export async function requireChatIds(context: TriggerContext, trigger: Trigger): Promise<void> {
	const { chatIds, ignoreChatIds } = trigger.filters();
	for (const [label, ids] of Object.entries({
		'Chat IDs': chatIds,
		'Ignore Chat IDs': ignoreChatIds,
	})) {
		const code = await countryCodeFor(context, ids);
		for (const id of ids) {
			const chat = readChatNumber(id, code);
			if (!('problem' in chat) || isChatAddress(id) || isOpaqueId(id)) continue;
			const [reason, advice] = adviseOn(chat);
			throw new UserError(`The field "${label}" contains "${id}", which ${reason}`, advice);
		}
	}
}

async function countryCodeFor(context: TriggerContext, ids: string[]): Promise<string> {
	if (ids.length === 0 || !ids.some(needsCountryCode)) return '';
	return (await credentialsAndWebhookUrl(context)).credentials.defaultCountryCode;
}

function adviseOn({ problem, lacksCode }: { problem: string; lacksCode?: true }): [string, string] {
	const advice = 'Write the number with + and its country code, e.g. +55 11 98765-4321';
	const orSet = `${advice}, or set Default Country Code in the credentials.`;
	if (lacksCode) return ['may lack its country code', orSet];
	if (problem !== NO_NUMBER) return [problem, `${advice}.`];
	return [
		'is neither a phone number nor a chat address',
		'Enter a number such as +55 11 98765-4321, or an ID as Chat > Get Many or an event shows it.',
	];
}

/** Whether a text is like an ID that a service makes, and not a name. */
function isOpaqueId(id: string): boolean {
	return (/^[a-z][\w.:-]*$/i.test(id) && /\d/.test(id)) || /^[\da-f-]{16,}$/i.test(id);
}
