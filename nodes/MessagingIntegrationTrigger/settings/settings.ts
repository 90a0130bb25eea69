// Each setting is read only when it is used: a broken expression in the options must not decide what a stranger gets.

import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { splitList } from '../../shared/texts';
import { clocks } from '../../transport/clock';
import { CREDENTIAL_TYPE, readCountryCode } from '../../transport/credentials/credentials';
import { parseFieldNames } from '../../transport/credentials/fieldNames';
import * as collections from './collections';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

export type HmacSettings = { encoding: 'hex' | 'base64' } & Record<
	'headerName' | 'algorithm' | 'prefix' | 'secret',
	string
>;

export type Verification = { mode: 'headerToken' | 'none' } | ({ mode: 'hmac' } & HmacSettings);

/** Which messages start the workflow. An empty list lets all pass. */
export type Filters = ReturnType<typeof readFilters>;

type Options = { maxAge: number; maxPerChat: number; maxFileSize: number; deduplicateKey: string } & Record<
	'deduplicate' | 'deduplicateInStore' | 'downloadMedia' | 'includeHeaders' | 'retryOnFailure' | 'sendTestEvent',
	boolean
>;

/** Returns what tells a trigger from the others of this n8n. */
export const triggerKey = (context: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>): string =>
	`${context.getWorkflow().id}\n${context.getNode().id}`;

/** Whether the user listens in the editor, rather than the workflow being active. */
export const isTest = (context: TriggerContext): boolean => context.getMode() === 'manual';

export const isManual = (context: TriggerContext): boolean => context.getNodeParameter('registration') === 'manual';

/** An unknown mode counts as the header token: it fails closed. */
export function readVerification(context: TriggerContext): Verification {
	const mode = context.getNodeParameter('verification');
	if (mode === 'hmac') return { mode, ...readSettings<HmacSettings>(context, collections.hmac) };
	return { mode: mode === 'none' ? mode : 'headerToken' };
}

export const readOptions = (context: TriggerContext) => readSettings<Options>(context, collections.options);

export function readFilters(context: TriggerContext) {
	const entered = readSettings<IDataObject>(context, collections.filters);
	const list = (name: string) => splitList(context.getNodeParameter(name));
	return {
		triggerOn: new Set(list('triggerOn')),
		events: [...new Set([...list('events'), ...list('otherEvents')])],
		/** Any other value than those of the form counts as `direct`. */
		chats: String(context.getNodeParameter('chats')),
		chatIds: splitList(entered.chatIds),
		ignoreChatIds: splitList(entered.ignoreChatIds),
		instanceIds: splitList(entered.instanceIds),
		messageTypes: splitList(entered.messageTypes),
		statuses: splitList(entered.statuses),
		onlyMentioned: entered.onlyMentioned === true,
	};
}

/** What applies unless it is added: the forms preset what people add an option for. */
const UNLESS_ADDED: Record<string, unknown> = { downloadMedia: false, onlyMentioned: false };

/** Returns the fields of a collection. The default applies for empty texts, and for numbers below the least one. */
function readSettings<Fields>(context: TriggerContext, { name, options = [] }: INodeProperties): Fields {
	const entered = context.getNodeParameter(name) as IDataObject;
	const values = (options as INodeProperties[]).map((field): [string, unknown] => {
		const value = entered[field.name];
		const text = String(value ?? '').trim();
		const isNumber = typeof field.default === 'number';
		const isTooSmall = isNumber && !(Number(text) > 0 || Number(text) === field.typeOptions?.minValue);
		if (text === '' || isTooSmall) return [field.name, UNLESS_ADDED[field.name] ?? field.default];
		if (typeof field.default === 'boolean') return [field.name, text === 'true'];
		return [field.name, isNumber ? Number(text) : typeof value === 'string' ? text : value];
	});
	return Object.fromEntries(values) as Fields;
}

/** How long an account serves further deliveries. By default, n8n makes an isolate for each reading: 35 ms of CPU. */
const SERVES_MS = 5_000;
const lastRead = new Map<string, { account: ReturnType<typeof readNow>; readAt: number }>();

/** Reads what deliveries need of the credentials. @throws an error if it cannot, rather than use the default names */
export async function readAccount(context: IWebhookFunctions) {
	const place = `${context.getWorkflow().id}\n${context.getNode().credentials?.[CREDENTIAL_TYPE]?.id}`;
	const readAt = clocks.current.now();
	let last = lastRead.get(place);
	if (isTest(context) || last === undefined || Math.abs(readAt - last.readAt) >= SERVES_MS)
		// Deliveries that come at once share one reading.
		lastRead.set(place, (last = { account: readNow(context), readAt }));
	last.account.catch(() => lastRead.delete(place));
	return await last.account;
}

async function readNow(context: IWebhookFunctions) {
	const { fieldNames, defaultCountryCode } = await context.getCredentials(CREDENTIAL_TYPE);
	return { names: parseFieldNames(fieldNames), countryCode: readCountryCode(defaultCountryCode) };
}
