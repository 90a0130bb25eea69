// Each setting is read only when it is used: a broken expression in the options must not decide what a stranger gets.

import { createHmac } from 'crypto';
import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { sha256, splitList } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { clocks } from '../../transport/clock';
import {
	CREDENTIAL_TYPE,
	readCountryCode,
	readCredentials,
	requireReachable,
} from '../../transport/credentials/credentials';
import { parseFieldNames } from '../../transport/credentials/fieldNames';
import * as collections from './collections';

export const TOKEN_HEADER = 'X-Messaging-Integration-Token';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

export type HmacSettings = { encoding: 'hex' | 'base64'; tolerance: number } & Record<
	'headerName' | 'algorithm' | 'prefix' | 'secret' | 'signedContent' | 'timestampHeader' | 'idHeader',
	string
>;

export type Verification = { mode: 'headerToken' | 'none' } | ({ mode: 'hmac' } & HmacSettings);

/** Which messages start the workflow. An empty list lets all pass. */
export type Filters = ReturnType<typeof readFilters>;

type Options = { maxAge: number; maxPerChat: number; maxFileSize: number; deduplicateKey: string } & Record<
	'deduplicate' | 'deduplicateInStore' | 'downloadMedia' | 'includeHeaders' | 'retryOnFailure' | 'sendTestEvent',
	boolean
>;

/** Whether the user listens in the editor, rather than the workflow being active. */
export const isTest = (context: TriggerContext): boolean => context.getMode() === 'manual';

export const isManual = (context: TriggerContext): boolean => context.getNodeParameter('registration') === 'manual';

/** An unknown mode counts as the header token: it fails closed. */
export function readVerification(context: TriggerContext): Verification {
	const mode = context.getNodeParameter('verification');
	if (mode === 'hmac') return { mode, ...readCollection<HmacSettings>(context, collections.hmac) };
	return { mode: mode === 'none' ? mode : 'headerToken' };
}

export const readOptions = (context: TriggerContext) => readCollection<Options>(context, collections.options);

export function readFilters(context: TriggerContext) {
	const given = readCollection<IDataObject>(context, collections.filters);
	const list = (name: string) => splitList(context.getNodeParameter(name));
	return {
		triggerOn: new Set(list('triggerOn')),
		events: [...new Set([...list('events'), ...list('otherEvents')])],
		/** Any other value than those of the form counts as `direct`. */
		chats: String(context.getNodeParameter('chats')),
		chatIds: splitList(given.chatIds),
		ignoreChatIds: splitList(given.ignoreChatIds),
		instanceIds: splitList(given.instanceIds),
		messageTypes: splitList(given.messageTypes),
		statuses: splitList(given.statuses),
		onlyMentioned: given.onlyMentioned === true,
	};
}

/** What applies unless it is added: the forms preset what people add an option for. */
const UNLESS_ADDED: Record<string, unknown> = { downloadMedia: false, onlyMentioned: false };

/** Returns the fields of a collection. The default applies for empty texts, and for numbers below the least one. */
function readCollection<Fields>(context: TriggerContext, { name, options = [] }: INodeProperties): Fields {
	const given = context.getNodeParameter(name) as IDataObject;
	const values = (options as INodeProperties[]).map((field): [string, unknown] => {
		const value = given[field.name];
		const text = String(value ?? '').trim();
		const isNumber = typeof field.default === 'number';
		const isTooSmall = isNumber && !(Number(text) > 0 || Number(text) === field.typeOptions?.minValue);
		if (text === '' || isTooSmall) return [field.name, UNLESS_ADDED[field.name] ?? field.default];
		if (typeof field.default === 'boolean') return [field.name, text === 'true'];
		return [field.name, isNumber ? Number(text) : typeof value === 'string' ? text : value];
	});
	return Object.fromEntries(values) as Fields;
}

/** Data that the trigger stores between activations, which n8n exports with the workflow: no token, only its hash. */
interface TriggerStaticData extends Partial<Record<'webhookId' | 'webhookUrl' | 'tokenHash' | 'settings', string>> {
	/** Hash of n8n's own ID and the trigger's path: static data is copied with a workflow, also to another n8n. */
	owner?: string;
	/** Whether the service's list did not show the webhook right after it was created. */
	isUnlisted?: boolean;
}

export const staticData = (context: TriggerContext): TriggerStaticData & IDataObject =>
	context.getWorkflowStaticData('node');

/** The part of the webhook URL that identifies the trigger, whatever n8n's host or path prefix is. */
const pathEnd = (url: string): string => url.split('/').slice(-2).join('/');

/** Derives a token or secret from the key and the end of the URL. */
export function deriveFromKey(what: string, apiKey: string, url: string): string {
	const hash = createHmac('sha256', apiKey).update(`webhook ${what}\n${pathEnd(url)}`);
	return hash.digest('base64url');
}

/** The webhook that the trigger needs, and what the trigger stored about the one that it has. */
export type Wanted = Awaited<ReturnType<typeof readWanted>>;

/**
 * Reads which webhook the settings require. The token is derived, not random: n8n saves static data too late for the
 * test event that `create` requests. It also tells webhooks with other settings apart, however the service shows these.
 * @throws an error if the credentials cannot be used or the service cannot reach the URL
 */
export async function readWanted(context: TriggerContext) {
	const credentials = await readCredentials(context);
	const url = context.getNodeWebhookUrl('default') ?? '';
	requireReachable(url, credentials, 'service');
	const { mode } = readVerification(context);
	const { events } = readFilters(context);
	const { retryOnFailure, sendTestEvent } = readOptions(context);
	const secret = mode === 'hmac' ? await readSecret(context) : undefined;
	const body = { events: events.length > 0 ? events : undefined, secret, retryOnFailure, isActive: true };
	// With n8n's ID: what is short could be guessed from the hash of a secret alone.
	const settings = sha256(JSON.stringify([context.getInstanceId(), mode, { ...body, events: [...events].sort() }]));
	// One for all settings while the user listens: then a hidden token is assumed to be this one.
	const token = deriveFromKey(isTest(context) ? 'token' : `token ${settings}`, credentials.apiKey, url);
	const owner = sha256(`${context.getInstanceId()}\n${pathEnd(url)}`);
	const data: TriggerStaticData = staticData(context);
	const assumed: TriggerStaticData = isTest(context) ? { tokenHash: sha256(token), settings } : {};
	const stored = data.owner === owner ? { ...data } : assumed;
	return { url, token, body, owner, settings, stored, isSampleWanted: isTest(context) && sendTestEvent };
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

/** Returns the secret for signatures: the node's, the credentials' or, if automatic, a derived one; else empty. */
export async function readSecret(context: TriggerContext): Promise<string> {
	const verification = readVerification(context);
	if (verification.mode === 'hmac' && verification.secret !== '') return verification.secret;
	const { webhookSecret, apiKey } = await readCredentials(context);
	if (webhookSecret !== '' || isManual(context)) return webhookSecret;
	return deriveFromKey('secret', apiKey, context.getNodeWebhookUrl('default') ?? '');
}

/** Returns the hash of the accepted token. @throws an error if credentials are needed and unusable */
export async function readTokenHash(context: TriggerContext): Promise<string> {
	if (isManual(context)) return sha256((await readCredentials(context)).webhookSecret);
	return staticData(context).tokenHash ?? sha256((await readWanted(context)).token);
}

/** @throws UserError if the token or secret of a manual registration, which only the user has, is missing or short */
export async function requireSecret(context: IHookFunctions): Promise<void> {
	const { mode } = readVerification(context);
	const secret = await readSecret(context);
	// A header has no other characters.
	const usable = mode === 'hmac' ? /./ : /^[\x20-\x7e]{16,}$/;
	if (mode === 'none' || usable.test(secret)) return;
	throw new UserError(
		'The Webhook Secret in the credentials is missing, too short, or has other characters than ASCII',
		'Enter a random text of at least 16 characters there. In the dashboard of the service, enter the same text as the secret, or as the value of the header X-Messaging-Integration-Token.',
	);
}
