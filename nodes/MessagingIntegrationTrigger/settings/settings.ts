import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { hmac } from './hmacProperty';
import { filters as filtersProperty, options as optionsProperty } from './collections';
import { splitList } from '../../shared/texts';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The user's settings for signatures; the reference (section 6) does not document them. */
export interface HmacSettings {
	headerName: string;
	algorithm: 'sha1' | 'sha256' | 'sha512';
	encoding: 'hex' | 'base64';
	prefix: string;
	secret: string;
	signedContent: 'body' | 'timestamp.body' | 'id.timestamp.body';
	timestampHeader: string;
	idHeader: string;
	toleranceMs: number;
}

export type Verification = { mode: 'headerToken' | 'none' } | ({ mode: 'hmac' } & HmacSettings);
export type Trigger = ReturnType<typeof readTrigger>;
/** Which messages start the workflow. An empty list lets all pass. */
export type Filters = ReturnType<typeof readFilters>;

/**
 * Returns functions, so that each setting is read only when it is used: a broken expression in the options must not
 * decide what a stranger gets, nor keep a webhook from being deleted. They throw n8n's ExpressionError.
 */
export function readTrigger(context: TriggerContext) {
	return {
		verification: once(() => readVerification(context)),
		filters: once(() => readFilters(context)),
		options: once(() => optionsOf(context)),
		isSimplified: () => String(context.getNodeParameter('simplify', true)) !== 'false',
		isManual: () => context.getNodeParameter('registration') === 'manual',
		/** Whether the user listens in the editor, rather than the workflow being active. */
		isTest: context.getMode() === 'manual',
	};
}

function once<Value>(read: () => Value): () => Value {
	let value: Value | undefined;
	return () => (value ??= read());
}

/** An unknown mode counts as the header token: it fails closed. */
function readVerification(context: TriggerContext): Verification {
	const mode = context.getNodeParameter('verification');
	if (mode !== 'hmac') return { mode: mode === 'none' ? mode : 'headerToken' };
	const given = collectionOf(context, hmac);
	const text = (name: string) => String(given[name]).trim();
	return {
		mode,
		...(given as unknown as HmacSettings),
		headerName: text('headerName'),
		timestampHeader: text('timestampHeader'),
		idHeader: text('idHeader'),
		toleranceMs: Number(given.tolerance) * 60_000,
	};
}

function readFilters(context: TriggerContext) {
	const given = collectionOf(context, filtersProperty);
	const list = (name: string, fallback: unknown = []) => splitList(context.getNodeParameter(name, fallback as object));
	return {
		/** The kinds of events; `Kind` has them. */
		triggerOn: new Set(list('triggerOn', ['message'])),
		events: [...new Set([...list('events'), ...list('otherEvents')])],
		/** Any other value than those of the form counts as `direct`. */
		chats: String(context.getNodeParameter('chats', 'direct')),
		chatIds: splitList(given.chatIds),
		ignoreChatIds: splitList(given.ignoreChatIds),
		instanceIds: splitList(given.instanceIds),
		messageTypes: splitList(given.messageTypes),
		statuses: splitList(given.statuses),
		onlyMentioned: String(given.onlyMentioned) === 'true',
	};
}

function optionsOf(context: TriggerContext) {
	const given = collectionOf(context, optionsProperty);
	const isOn = (name: string) => String(given[name]) === 'true';
	return {
		downloadMedia: isOn('downloadMedia'),
		maxPerChat: Math.max(0, Number(given.maxPerChat)),
		maxFileBytes: Number(given.maxFileSize) * 1_000_000,
		deduplicate: isOn('deduplicate'),
		deduplicateInStore: isOn('deduplicateInStore'),
		deduplicateKey: String(given.deduplicateKey).trim(),
		includeHeaders: isOn('includeHeaders'),
		sendTestEvent: isOn('sendTestEvent'),
		retryOnFailure: isOn('retryOnFailure'),
	};
}

/** What applies unless it is added: the forms preset what people add an option for. */
const UNLESS_ADDED: Record<string, unknown> = { downloadMedia: false, onlyMentioned: false };

/** Numbers for which 0 has a meaning. */
const MAY_BE_ZERO = ['maxPerChat'];

/** Returns the fields of a collection. The default applies for empty texts, and for numbers that are not positive. */
function collectionOf(context: TriggerContext, { name, options: fields = [] }: INodeProperties) {
	const given = context.getNodeParameter(name, {}) as IDataObject;
	const values = (fields as INodeProperties[]).map((field): [string, unknown] => {
		const value = given[field.name] ?? '';
		const isFilled = String(value).trim() !== '';
		const least = MAY_BE_ZERO.includes(field.name) ? 0 : Number.MIN_VALUE;
		const isSet = isFilled && (field.type !== 'number' || Number(value) >= least);
		return [field.name, isSet ? value : (UNLESS_ADDED[field.name] ?? field.default)];
	});
	return Object.fromEntries(values);
}

/** Data that the trigger stores between activations: no token and no secret, only hashes that identify them. */
export interface TriggerStaticData {
	webhookId?: string;
	/** The ID alone is not enough: another account may use it for another webhook. */
	webhookUrl?: string;
	/** Hash of n8n's own ID, because an exported workflow carries its static data to other n8n instances. */
	n8nHash?: string;
	tokenHash?: string;
	fingerprint?: string;
	events?: string[];
	/** The service did not show the webhook after creating it, so its absence does not mean that it is gone. */
	isUnlisted?: true;
}

export const staticData = (context: TriggerContext): TriggerStaticData & IDataObject =>
	context.getWorkflowStaticData('node');
