import type { IHookFunctions } from 'n8n-workflow';
import { ServiceError } from '../../transport/errors/failure';
import { messageOf, deleteAll } from './ownWebhooks';
import { adopt, register, requestTestEvent, requireReachable } from './registration';
import {
	isManual,
	isTest,
	readOptions,
	requireSecret,
	credentialsAndWebhookUrl,
} from '../settings/settings';
import { type FormerRegistration, staticData } from '../settings/staticData';
import { toHookError } from './hookError';
import { n8nHash, readFormer, readDesiredWebhook } from './desiredWebhook';
import {
	isFormer,
	isSameUrl,
	type Registration,
	type DesiredWebhook,
	type WebhookRecord,
} from './webhookRecord';

/** n8n's checkExists: adopts a matching registration. After false, n8n calls create. */
export async function findRegistration(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		if (isManual(context)) {
			await requireSecret(context);
			return true;
		}
		const { credentials, url } = await credentialsAndWebhookUrl(context);
		requireReachable(url, credentials.baseUrl);
		const desired = await readDesiredWebhook(context);
		try {
			const adopted = await adopt(context, desired);
			if (adopted === undefined) return false;
			await recordRegistration(context, desired, adopted);
		} catch (error) {
			assumeStillRegistered(context, desired.url, error);
		}
		return true;
	});
}

/**
 * If the service is unavailable while n8n starts, assumes that the webhook still exists: after an error, n8n would deactivate the
 * workflow. It stores nothing, so the next start checks again and repairs the registration.
 *
 * @throws the error, unless n8n is starting, this URL is registered, and the service is merely unavailable
 */
function assumeStillRegistered(context: IHookFunctions, url: string, error: unknown): void {
	const { isUnconfirmed, webhookId, webhookUrl, tokenHash, secretFingerprint } =
		staticData(context);
	const values = [webhookId, webhookUrl, tokenHash, secretFingerprint];
	const isKnown =
		!isUnconfirmed &&
		values.some((value) => value !== undefined) &&
		isSameUrl(webhookUrl ?? url, url);
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (!isKnown || !isStart || !(error instanceof ServiceError)) throw error;
	const { status = 503 } = error.failure;
	if (status !== 429 && status < 500) throw error;
	context.logger.warn(
		`Could not check the webhook, assuming that it still exists: ${error.message}`,
		{
			node: context.getNode().name,
		},
	);
}

/** n8n's create. */
export async function activate(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const desired = await readDesiredWebhook(context);
		const registration = await register(context, desired).catch((error: unknown) => {
			if (error instanceof ServiceError && error.failure.outcomeUnknown)
				staticData(context).isUnconfirmed = true;
			throw error;
		});
		await recordRegistration(context, desired, registration);
		return true;
	});
}

/**
 * n8n's delete. It never throws, because n8n would then keep the workflow's other triggers. It logs webhooks that it cannot
 * delete; the next activation handles them.
 */
export async function deactivate(context: IHookFunctions): Promise<boolean> {
	try {
		if (isManual(context) || hasRegisteredNothing(context)) return true;
		const { url } = await credentialsAndWebhookUrl(context);
		const isDeleted = await deleteWebhooks(context, readFormer(context, url), (record) =>
			isSameUrl(record.url, url),
		);
		if (!isDeleted) return true;
		const data = staticData(context);
		for (const name of [
			'webhookId',
			'webhookUrl',
			'n8nHash',
			'tokenHash',
			'secretFingerprint',
			'events',
			'isUnconfirmed',
		])
			delete data[name];
		return true;
	} catch (error) {
		const { webhookUrl, former = [] } = staticData(context);
		const urls = [...former.map((each) => each.url), webhookUrl ?? 'this trigger'];
		warnNotDeleted(context, urls, messageOf(error));
		return false;
	}
}

/**
 * Whether n8n calls `delete` only because publishing failed before anything was registered. In test mode, static data does not
 * show it: an event may end the test before `create` returns.
 */
function hasRegisteredNothing(context: IHookFunctions): boolean {
	return context.getWorkflow().active && Object.keys(staticData(context)).length === 0;
}

/**
 * Deletes webhooks under former URLs, and those that `isSelected` selects. It logs those that it cannot delete, and stores the
 * former ones among them so that the next activation tries again.
 *
 * @returns whether all selected webhooks are deleted
 * @throws the errors of `listWebhooks`
 */
async function deleteWebhooks(
	context: IHookFunctions,
	former: FormerRegistration[],
	isSelected: (record: WebhookRecord) => boolean = () => false,
): Promise<boolean> {
	const notDeleted = await deleteAll(
		context,
		(record) => isSelected(record) || former.some((each) => isFormer(record, each)),
	);
	for (const { record, reason } of notDeleted)
		warnNotDeleted(context, [String(record.url)], reason);
	storeFormer(
		context,
		former.filter((each) => notDeleted.some(({ record }) => isFormer(record, each))),
	);
	return !notDeleted.some(({ record }) => isSelected(record));
}

function storeFormer(context: IHookFunctions, former: FormerRegistration[]): void {
	const data = staticData(context);
	if (former.length > 0) data.former = former;
	else delete data.former;
}

function warnNotDeleted(context: IHookFunctions, urls: string[], reason: string): void {
	context.logger.warn(
		`Could not delete the webhook for ${urls.join(', ')}: ${reason}. The next activation reuses or deletes it. To delete it now, use the dashboard of the service.`,
		{ node: context.getNode().name },
	);
}

/**
 * Stores a confirmed registration, then deletes those under earlier webhook URLs: if both URLs lead here, one message would
 * start two executions. In test mode it requests a test event.
 */
async function recordRegistration(
	context: IHookFunctions,
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
	storeFormer(context, former);
	if (former.length > 0) {
		await deleteWebhooks(context, former).catch((error: unknown) => {
			warnNotDeleted(
				context,
				former.map((each) => each.url),
				messageOf(error),
			);
		});
	}
	if (!isTest(context) || !readOptions(context).sendTestEvent || registration.id === undefined)
		return;
	// Not awaited: n8n stores static data after this function returns, and the service responds only after it has sent the event.
	requestTestEvent(context, registration.id).catch((error: unknown) => {
		context.logger.warn(`Could not request a test event: ${messageOf(error)}`, {
			node: context.getNode().name,
		});
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
