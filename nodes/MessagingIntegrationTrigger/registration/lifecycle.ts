import type { IHookFunctions } from 'n8n-workflow';
import { ServiceError } from '../../transport/errors/serviceError';
import { IncompleteListError, NotAListError } from '../../transport/lists/listErrors';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import { requireChatIds } from '../delivery/events';
import { credentialsAndWebhookUrl, requireSecret } from '../verification/verification';
import { readTrigger, staticData, type Trigger, type TriggerStaticData } from '../settings/settings';
import {
	type DesiredWebhook,
	type FormerRegistration,
	idOf,
	isFormer,
	readDesiredWebhook,
	readFormer,
	type Registration,
	storedId,
	type WebhookRecord,
} from './webhookRecord';
import { deleteOwn, findOwn, hook } from './ownWebhooks';
import { warn } from '../../shared/log';
import { adopt, register } from './adopt';
import { isSameUrl, sha256 } from '../../shared/values';

export const hooks = { checkExists: hook(findRegistration), create: hook(activate), delete: hook(deactivate) };

/** Adopts a matching registration. After false, n8n calls `create`. */
async function findRegistration(context: IHookFunctions): Promise<boolean> {
	const trigger = readTrigger(context);
	if (!isStarting(context)) await requireChatIds(context, trigger);
	if (trigger.isManual()) {
		await credentialsAndWebhookUrl(context);
		await requireSecret(context, trigger);
		return true;
	}
	const desired = await readDesiredWebhook(context, trigger);
	const { url } = desired;
	const adopted = await adopt(context, desired).catch((error: Error) => {
		if (!isAssumed(context, url) || !isUnavailable(error)) throw error;
		return error;
	});
	const assumption = 'assuming that it still exists';
	if (adopted instanceof Error) warn(context, `Could not check the webhook, ${assumption}: ${adopted.message}`);
	else if (adopted !== undefined) await recordRegistration(context, trigger, desired, adopted);
	else if (!staticData(context).isUnlisted || !isAssumed(context, url)) return false;
	else warn(context, `The service does not list the webhook for ${url}, ${assumption}`);
	return true;
}

/** Whether to assume that a webhook exists, as n8n starts: it would unpublish the workflow, or create a second one. */
function isAssumed(context: IHookFunctions, url: string): boolean {
	const { isUnconfirmed, webhookUrl } = staticData(context);
	return isStarting(context) && !isUnconfirmed && isSameUrl(webhookUrl, url);
}

const isStarting = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

function isUnavailable(error: unknown): boolean {
	if (error instanceof IncompleteListError || error instanceof NotAListError) return true;
	if (!(error instanceof ServiceError)) return false;
	const { status = 503 } = error.failure;
	return status < 400 || status === 408 || status === 429 || status >= 500;
}

async function activate(context: IHookFunctions): Promise<boolean> {
	const trigger = readTrigger(context);
	const desired = await readDesiredWebhook(context, trigger);
	const registration = await register(context, desired);
	await recordRegistration(context, trigger, desired, registration);
	return true;
}

/** Never throws, or n8n would keep the workflow's other triggers. What remains is logged, for the next activation. */
async function deactivate(context: IHookFunctions): Promise<boolean> {
	try {
		if (readTrigger(context).isManual() || hasRegisteredNothing(context)) return true;
		const { url } = await credentialsAndWebhookUrl(context);
		const isFormerGone = await deleteFormer(context, readFormer(context, url));
		const id = storedId(context, url);
		const own = await findOwn(context, (record) => isSameUrl(record.url, url), id);
		const isShown = own.some((record) => id === undefined || idOf(record) === id);
		if (!isShown && (id !== undefined || staticData(context).isUnlisted))
			warn(
				context,
				`The service shows no webhook ${id ?? ''} with the URL ${url}. If its dashboard does, delete it there.`,
			);
		if ((await deleteOrWarn(context, own)) && isFormerGone) store(context, {});
		return true;
	} catch (error) {
		const { webhookUrl = 'this trigger' } = staticData(context);
		warnNotDeleted(context, webhookUrl, (error as Error).message);
		return false;
	}
}

/** Whether publishing failed before anything was registered. In a test, empty static data does not prove it. */
function hasRegisteredNothing(context: IHookFunctions): boolean {
	return context.getWorkflow().active && Object.keys(staticData(context)).length === 0;
}

async function deleteOrWarn(context: IHookFunctions, records: WebhookRecord[]): Promise<boolean> {
	let isGone = true;
	for (const record of records) {
		const deletion = await deleteOwn(context, record).catch((error: Error) => error.message);
		if (deletion === true) continue;
		isGone = false;
		const reason = deletion || 'the service has no endpoint to delete webhooks';
		warnNotDeleted(context, String(record.url), reason);
	}
	return isGone;
}

/** Deletes the webhook under a former URL, if there is one, and logs it if it remains. @returns whether it is gone */
async function deleteFormer(context: IHookFunctions, former: FormerRegistration | undefined) {
	if (former === undefined) return true;
	try {
		const isOurs = (record: WebhookRecord) => isFormer(record, former);
		return await deleteOrWarn(context, await findOwn(context, isOurs, former.webhookId));
	} catch (error) {
		warnNotDeleted(context, former.url, (error as Error).message);
		return false;
	}
}

function warnNotDeleted(context: IHookFunctions, url: string, reason: string): void {
	warn(
		context,
		`Could not delete the webhook for ${url}: ${reason}. If it remains, delete it in the dashboard of the service.`,
	);
}

/** Stores a registration, then deletes the former one, because a message to both would start two executions. */
async function recordRegistration(
	context: IHookFunctions,
	trigger: Trigger,
	desired: DesiredWebhook,
	registration: Registration,
): Promise<void> {
	const former = readFormer(context, desired.url);
	store(context, {
		...registration,
		webhookUrl: desired.url,
		n8nHash: sha256(context.getInstanceId()),
		secretFingerprint: desired.secretFingerprint,
		events: desired.events,
	});
	await deleteFormer(context, former);
	const { webhookId } = registration;
	if (!trigger.isTest || webhookId === undefined || !trigger.options().sendTestEvent) return;
	const path = `/webhooks/${encodeURIComponent(webhookId)}/test`;
	const settings = { ...DEFAULT_SETTINGS, maxWaitMs: 20_000 };
	// Not awaited: the service responds after it has sent the event, and n8n stores static data after this function.
	send(context, { method: 'POST', path }, settings).catch((error: Error) =>
		warn(context, `Could not request a test event: ${error.message}`),
	);
}

function store(context: IHookFunctions, data: TriggerStaticData): void {
	const stored = staticData(context);
	for (const name of Object.keys(stored)) delete stored[name];
	Object.assign(stored, data);
}
