// Each setting is read only when it is used: a broken expression in the options must not decide what a stranger gets.

import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { splitList } from '../../shared/texts';
import { clocks } from '../../transport/clock';
import { CREDENTIAL_TYPE, readCountryCode } from '../../transport/credentials/credentials';
import { parseFieldNames } from '../../transport/credentials/fieldNames';
import * as collections from './collections';

/** The contexts of the trigger: registration, and delivery. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** How the service signs deliveries: the fields of the collection HMAC. */
export type HmacSettings = { encoding: 'hex' | 'base64' } & Record<
	'headerName' | 'algorithm' | 'prefix' | 'secret',
	string
>;

/** How deliveries are verified. */
export type Verification = { mode: 'headerToken' | 'none' } | ({ mode: 'hmac' } & HmacSettings);

/** Which messages start the workflow. An empty list lets all pass. */
export type Filters = ReturnType<typeof readFilters>;

/** The values of the collection Options; `maxAge` is in hours, `maxFileSize` in MB. */
export type Options = { maxAge: number; maxPerChat: number; maxFileSize: number; deduplicateKey: string } & Record<
	'deduplicate' | 'deduplicateInStore' | 'downloadMedia' | 'includeHeaders' | 'retryOnFailure' | 'sendTestEvent',
	boolean
>;

/** Returns a key of the trigger that no other trigger of this n8n has. */
export const triggerKey = (context: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>): string =>
	`${context.getWorkflow().id}\n${context.getNode().id}`;

/** Whether the user listens in the editor, rather than the workflow being active. */
export const isTest = (context: TriggerContext): boolean => context.getMode() === 'manual';

/** Whether the user creates the webhook in the dashboard of the service. */
export const isManual = (context: TriggerContext): boolean => context.getNodeParameter('registration') === 'manual';

/** An unknown mode counts as the header token: it fails closed. */
export function readVerification(context: TriggerContext): Verification {
	const mode = context.getNodeParameter('verification');
	if (mode === 'hmac') return { mode, ...readSettings<HmacSettings>(context, collections.hmac) };
	return { mode: mode === 'none' ? mode : 'headerToken' };
}

/** Reads the collection Options. */
export const readOptions = (context: TriggerContext) => readSettings<Options>(context, collections.options);

/** Reads which messages start the workflow: the fields of the form, and the collection Filters. */
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

/** The values of options that are not added, if they differ from the defaults: the form presets what people add. */
const UNLESS_ADDED: Record<string, unknown> = { downloadMedia: false, onlyMentioned: false };

/** Returns the values of the fields of a collection. */
function readSettings<Fields>(context: TriggerContext, { name, options = [] }: INodeProperties): Fields {
	const entered = context.getNodeParameter(name) as IDataObject;
	const fields = options as INodeProperties[];
	return Object.fromEntries(fields.map((field) => [field.name, settingOf(field, entered[field.name])])) as Fields;
}

/** Returns the value of a field. The default applies for empty texts, and for numbers below the least one. */
function settingOf(field: INodeProperties, value: unknown): unknown {
	const text = String(value ?? '').trim();
	const number = typeof field.default === 'number' ? Number(text) : undefined;
	const isLargeEnough = number === undefined || number > 0 || number === field.typeOptions?.minValue;
	if (text === '' || !isLargeEnough) return UNLESS_ADDED[field.name] ?? field.default;
	if (typeof field.default === 'boolean') return text === 'true';
	return number ?? (typeof value === 'string' ? text : value);
}

/** How long deliveries share one reading of the credentials, for which n8n makes an isolate: 35 ms of CPU. */
const SERVES_MS = 5_000;
/** The last readings by workflow and credentials. */
const lastReadings = new Map<string, { account: ReturnType<typeof readNow>; readAt: number }>();

/** Reads what deliveries need of the credentials. @throws an error if it cannot, rather than use the default names */
export async function readAccount(context: IWebhookFunctions) {
	const accountKey = `${context.getWorkflow().id}\n${context.getNode().credentials?.[CREDENTIAL_TYPE]?.id}`;
	const readAt = clocks.current.now();
	let reading = lastReadings.get(accountKey);
	if (isTest(context) || reading === undefined || Math.abs(readAt - reading.readAt) >= SERVES_MS)
		// Deliveries that come at once share one reading.
		lastReadings.set(accountKey, (reading = { account: readNow(context), readAt }));
	reading.account.catch(() => lastReadings.delete(accountKey));
	return await reading.account;
}

async function readNow(context: IWebhookFunctions) {
	const { fieldNames, defaultCountryCode } = await context.getCredentials(CREDENTIAL_TYPE);
	return { names: parseFieldNames(fieldNames), countryCode: readCountryCode(defaultCountryCode) };
}
