import type { IHookFunctions } from 'n8n-workflow';
import { ServiceError } from '../../transport/errors/failure';
import { IncompleteListError, NotAListError } from '../../transport/lists/listErrors';
import { credentialsAndWebhookUrl, requireSecret } from '../settings/secrets';
import { readTrigger, type Trigger } from '../settings/settings';
import { staticData } from '../settings/staticData';
import {
	type DesiredWebhook,
	type FormerRegistration,
	n8nHash,
	readDesiredWebhook,
	readFormer,
	storedId,
} from './desiredWebhook';
import { toHookError } from './hookError';
import { deleteAll, findOwn, messageOf } from './ownWebhooks';
import { adopt, register, requestTestEvent, requireReachable } from './registration';
import { idOf, isFormer, isSameUrl, type Registration, type WebhookRecord } from './webhookRecord';

/** n8n's checkExists: adopts a matching registration. After false, n8n calls create. */
export async function findRegistration(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const trigger = readTrigger(context);
		if (trigger.isManual) {
			await requireSecret(context, trigger);
			return true;
		}
		const { credentials, url } = await credentialsAndWebhookUrl(context);
		requireReachable(url, credentials.baseUrl);
		const desired = await readDesiredWebhook(context, trigger);
		try {
			const adopted = await adopt(context, desired);
			if (adopted === undefined) return assumeUnlisted(context, url);
			await recordRegistration(context, trigger, desired, adopted);
		} catch (error) {
			assumeStillRegistered(context, desired.url, error);
		}
		return true;
	});
}

/**
 * If the service is unavailable while n8n starts, assumes that the webhook still exists: after an error, n8n would
 * deactivate the workflow. It stores nothing, so the next start checks again and repairs the registration.
 *
 * @throws the error, unless n8n is starting, this URL is registered, and the service is unavailable or its list
 *   unreadable
 */
function assumeStillRegistered(context: IHookFunctions, url: string, error: unknown): void {
	const { isUnconfirmed, webhookId, webhookUrl, tokenHash, secretFingerprint } =
		staticData(context);
	const values = [webhookId, webhookUrl, tokenHash, secretFingerprint];
	const isKnown =
		!isUnconfirmed &&
		values.some((value) => value !== undefined) &&
		isSameUrl(webhookUrl ?? url, url);
	if (!isKnown || !isStarting(context) || !isUnavailable(error)) throw error;
	warn(context, `Could not check the webhook, assuming that it still exists: ${messageOf(error)}`);
}

function isStarting(context: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** Whether n8n is starting, and the service has never shown our webhook: it would get a second one at each start. */
function assumeUnlisted(context: IHookFunctions, url: string): boolean {
	const { isUnlisted, webhookUrl } = staticData(context);
	if (!isUnlisted || !isStarting(context) || !isSameUrl(webhookUrl, url)) return false;
	warn(context, `The service does not list the webhook for ${url}, assuming that it still exists`);
	return true;
}

function isUnavailable(error: unknown): boolean {
	if (error instanceof IncompleteListError || error instanceof NotAListError) return true;
	if (!(error instanceof ServiceError)) return false;
	const { status = 503 } = error.failure;
	return status < 400 || status === 429 || status >= 500;
}

/** n8n's create. */
export async function activate(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const trigger = readTrigger(context);
		const desired = await readDesiredWebhook(context, trigger);
		const registration = await register(context, desired).catch((error: unknown) => {
			if (error instanceof ServiceError && error.failure.outcomeUnknown)
				staticData(context).isUnconfirmed = true;
			throw error;
		});
		await recordRegistration(context, trigger, desired, registration);
		return true;
	});
}

/**
 * n8n's delete. It never throws, because n8n would then keep the workflow's other triggers. It logs what remains, and
 * keeps the static data of a webhook that it cannot delete; the next activation handles it.
 */
export async function deactivate(context: IHookFunctions): Promise<boolean> {
	try {
		if (readTrigger(context).isManual || hasRegisteredNothing(context)) return true;
		const { url } = await credentialsAndWebhookUrl(context);
		const former = readFormer(context, url);
		const isFormerGone = former === undefined || (await deleteFormer(context, former));
		const id = storedId(context, url);
		const own = await findOwn(context, (record) => isSameUrl(record.url, url), id);
		const isShown = own.some((record) => id === undefined || idOf(record) === id);
		if (!isShown && (id !== undefined || staticData(context).isUnlisted))
			warn(
				context,
				`The service shows no webhook ${id ?? ''} with the URL ${url}. If its dashboard does, delete it there.`,
			);
		const data = staticData(context);
		if ((await deleteOrWarn(context, own)) && isFormerGone)
			for (const name of Object.keys(data)) delete data[name];
		return true;
	} catch (error) {
		const { webhookUrl = 'this trigger' } = staticData(context);
		warnNotDeleted(context, webhookUrl, messageOf(error));
		return false;
	}
}

/**
 * Whether n8n calls `delete` only because publishing failed before anything was registered. In test mode, static data
 * does not show it: an event may end the test before `create` returns.
 */
function hasRegisteredNothing(context: IHookFunctions): boolean {
	return context.getWorkflow().active && Object.keys(staticData(context)).length === 0;
}

/** Deletes webhooks, and logs those that remain. @returns whether none remains */
async function deleteOrWarn(context: IHookFunctions, records: WebhookRecord[]): Promise<boolean> {
	const remaining = await deleteAll(context, records);
	for (const { record, reason } of remaining) warnNotDeleted(context, String(record.url), reason);
	return remaining.length === 0;
}

/** Deletes the webhook under a former URL. @returns whether it is gone @throws the errors of `findOwn` */
async function deleteFormer(context: IHookFunctions, former: FormerRegistration): Promise<boolean> {
	const isOurs = (record: WebhookRecord) => isFormer(record, former);
	return await deleteOrWarn(context, await findOwn(context, isOurs, former.webhookId));
}

function warnNotDeleted(context: IHookFunctions, url: string, reason: string): void {
	warn(
		context,
		`Could not delete the webhook for ${url}: ${reason}. If it remains, delete it in the dashboard of the service.`,
	);
}

function warn(context: IHookFunctions, message: string): void {
	context.logger.warn(message, { node: context.getNode().name });
}

/**
 * Stores a confirmed registration, then deletes the one under the former webhook URL: if both URLs lead here, one
 * message would start two executions. In test mode it requests a test event.
 */
async function recordRegistration(
	context: IHookFunctions,
	trigger: Trigger,
	desired: DesiredWebhook,
	registration: Registration,
): Promise<void> {
	const data = staticData(context);
	const former = readFormer(context, desired.url);
	data.webhookId = registration.id;
	data.webhookUrl = desired.url;
	data.n8nHash = n8nHash(context);
	data.tokenHash = registration.tokenHash;
	data.secretFingerprint = desired.secretFingerprint;
	data.events = desired.events;
	delete data.isUnconfirmed;
	if (registration.isUnlisted) data.isUnlisted = true;
	else delete data.isUnlisted;
	if (former !== undefined)
		await deleteFormer(context, former).catch((error: unknown) => {
			warnNotDeleted(context, former.url, messageOf(error));
		});
	if (!trigger.isTest || registration.id === undefined || !trigger.options.sendTestEvent) return;
	// Not awaited: n8n stores static data after this function returns, and the service responds only after it has sent
	// the event.
	requestTestEvent(context, registration.id).catch((error: unknown) => {
		warn(context, `Could not request a test event: ${messageOf(error)}`);
	});
}

async function withNodeErrors<Result>(
	context: IHookFunctions,
	work: () => Promise<Result>,
): Promise<Result> {
	return await work().catch((error: unknown) => {
		throw toHookError(context.getNode(), error);
	});
}
