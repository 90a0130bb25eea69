// Each setting is read only when it is used: a broken expression in the options must not decide what a stranger gets.

import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import * as collections from './collections';
import { splitList } from '../../shared/texts';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

export type HmacSettings = { encoding: 'hex' | 'base64'; tolerance: number } & Record<
	'headerName' | 'algorithm' | 'prefix' | 'secret' | 'signedContent' | 'timestampHeader' | 'idHeader',
	string
>;

export type Verification = { mode: 'headerToken' | 'none' } | ({ mode: 'hmac' } & HmacSettings);

/** Which messages start the workflow. An empty list lets all pass. */
export type Filters = ReturnType<typeof readFilters>;

type Options = { maxPerChat: number; maxFileSize: number; deduplicateKey: string } & Record<
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
		onlyMentioned: given.onlyMentioned === true,
	};
}

/** What applies unless it is added: the forms preset what people add an option for. */
const UNLESS_ADDED: Record<string, unknown> = { downloadMedia: false, onlyMentioned: false };

/** Returns the fields of a collection. The default applies for empty texts, and for numbers below the least one. */
function readCollection<Fields>(context: TriggerContext, { name, options = [] }: INodeProperties): Fields {
	const given = context.getNodeParameter(name, {}) as IDataObject;
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
export interface TriggerStaticData {
	/** Hash of n8n's own ID and the trigger's path: static data is copied with a workflow, also to another n8n. */
	owner?: string;
	webhookId?: string;
	/** The ID alone is not enough: another account may use it for another webhook. */
	webhookUrl?: string;
	tokenHash?: string;
	/** Whether the service's list did not show the webhook right after it was created. */
	isUnlisted?: boolean;
}

export const staticData = (context: TriggerContext): TriggerStaticData & IDataObject =>
	context.getWorkflowStaticData('node');
