import type { IHookFunctions } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { joinSentences, sha256 } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { isUuid } from '../../shared/values';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { ServiceError } from '../../transport/errors/serviceError';
import { requireFilters } from '../settings/requireFilters';
import { isManual, isTest, readFilters, type TriggerContext, triggerKey } from '../settings/settings';
import { isAtUrl, isOurs, planFor, tokenHashOf } from './plan';
import { pathEnd, readRequired, type RequiredWebhook, requireSecret, staticData } from './required';
import {
	createWebhook,
	deleteWebhooks,
	idOf,
	listInstances,
	listWebhooks,
	sendBriefly,
	type WebhookRecord,
} from './webhooks';

/** n8n's hooks. A user waits for them, and n8n repeats them. */
export const hooks = { checkExists: hook(checkExists), create: hook(create), delete: hook(deleteRegistration) };

/** Adopts a webhook that fits. After false, n8n calls `create`. */
async function checkExists(context: IHookFunctions): Promise<boolean> {
	if (['init', 'leadershipChange'].includes(context.getActivationMode()))
		// An error would make n8n answer 404 to the deliveries of a published workflow.
		return await adopt(context, true).catch((error: Error) => {
			const text = `Could not check the webhook, assuming that it still exists: ${error.message}. If no events arrive, publish the workflow again.`;
			warn(context, text);
			return true;
		});
	const filters = readFilters(context);
	// IDs are UUIDs (reference, section 4); no name is one. A list that cannot be read refuses nothing.
	const instances = filters.instanceIds.every(isUuid) ? [] : await listInstances(context).catch(() => []);
	requireFilters(filters, instances);
	return await adopt(context, false);
}

async function adopt(context: IHookFunctions, isStarting: boolean): Promise<boolean> {
	if (isManual(context)) {
		await requireSecret(context);
		return true;
	}
	const required = await readRequired(context);
	const { webhookToKeep, webhooksToReplace, webhooksToRemove, otherUrls } = planFor(
		await listWebhooks(context),
		required,
	);
	await replaceWebhooks(context, webhooksToReplace, required);
	await removeWebhooks(context, webhooksToRemove);
	if (!isStarting) warnOfOthers(context, required.url, otherUrls);
	if (webhookToKeep)
		storeRegistration(context, required, tokenHashOf(webhookToKeep, required.registration), idOf(webhookToKeep));
	return webhookToKeep !== undefined;
}

/** The hints by trigger. They are in memory, because a test delivery does not see the static data of the hook. */
const hintsForListeners = new Map<string, string>();

/** Returns what the output of a test run says about other triggers. */
export const hintForListener = (context: TriggerContext): string | undefined =>
	isTest(context) ? hintsForListeners.get(triggerKey(context)) : undefined;

/** Warns of triggers that may answer the same messages: in n8n's log and, for who listens, in the output. */
function warnOfOthers(context: IHookFunctions, url: string, otherUrls: string[]): void {
	hintsForListeners.delete(triggerKey(context));
	if (otherUrls.length === 0) return;
	const isPublished = isTest(context) && otherUrls.some((otherUrl) => pathEnd(otherUrl) === pathEnd(url));
	const text = isPublished
		? 'This workflow is also published, so each event starts it twice while you listen, and people may get two answers. Unpublish it while you test.'
		: `Other triggers of this n8n receive events of the same account: ${otherUrls.join(', ')}. If two workflows answer messages, people get two answers.`;
	warn(context, text);
	if (isTest(context)) hintsForListeners.set(triggerKey(context), text);
}

/** Creates a webhook. Processes that do so at once all keep the one with the smallest ID. */
async function create(context: IHookFunctions): Promise<boolean> {
	const required = await readRequired(context);
	const creation = await createWebhook(context, required).then(
		(id) => ({ id, error: undefined }),
		(error: unknown) => {
			// The response was lost, but the webhook may exist and must not be created twice.
			if (error instanceof ServiceError && error.failure.outcomeUnknown) return { id: undefined, error };
			throw error;
		},
	);
	const plan = await listWebhooks(context).then(
		(listed) => planFor(listed, required, isAtUrl),
		// Our webhook exists. The next start deletes a duplicate, if there is one.
		(error: Error) => warn(context, `Could not check the list of webhooks: ${error.message}`),
	);
	if (creation.error && !plan?.webhookToKeep) throw creation.error;
	await removeWebhooks(context, plan?.webhooksToRemove ?? []);
	storeRegistration(
		context,
		required,
		sha256(required.token),
		plan?.webhookToKeep ? idOf(plan.webhookToKeep) : creation.id,
	);
	return true;
}

/** Never throws, or n8n would keep the workflow's other triggers. What remains is logged, for the next activation. */
async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	const data = staticData(context);
	try {
		if (isManual(context)) return true;
		const required = await readRequired(context);
		const ourWebhooks = (await listWebhooks(context)).filter((record) => isOurs(record, required));
		const isClean = await removeWebhooks(context, ourWebhooks);
		if (isClean) for (const name of Object.keys(data)) delete data[name];
	} catch (error) {
		warn(context, notDeleted(data.webhookUrl ?? 'this trigger', (error as Error).message));
	}
	return true;
}

/** Deletes webhooks that deliver to our URL with other settings. @throws UserError if one remains */
async function replaceWebhooks(
	context: IHookFunctions,
	records: WebhookRecord[],
	{ url }: RequiredWebhook,
): Promise<void> {
	const [failure] = await deleteWebhooks(context, records);
	if (failure === undefined) return;
	const { record, reason } = failure;
	throw new UserError(
		'Another webhook already delivers to this trigger with different settings',
		`It could not be deleted: ${reason}. Delete the webhook ${idOf(record) ?? 'without an ID'} with the URL ${url} in the dashboard of the service, then publish the workflow again.`,
	);
}

/** Deletes webhooks, and logs those that remain. @returns whether none remains */
async function removeWebhooks(context: IHookFunctions, records: WebhookRecord[]): Promise<boolean> {
	const failures = await deleteWebhooks(context, records);
	for (const { record, reason } of failures) warn(context, notDeleted(record.url, reason));
	return failures.length === 0;
}

const notDeleted = (url: unknown, reason: string): string =>
	`Could not delete the webhook for ${String(url)}: ${reason}. If it remains, delete it in the dashboard of the service.`;

/** Stores which webhook is registered, and requests a test event if the user listens for one. */
function storeRegistration(
	context: IHookFunctions,
	{ url: webhookUrl, settingsHash, owner, requestsTestEvent }: RequiredWebhook,
	tokenHash?: string,
	webhookId?: string,
): void {
	Object.assign(staticData(context), { owner, webhookId, webhookUrl, settingsHash, tokenHash });
	if (!requestsTestEvent || webhookId === undefined) return;
	const request = { method: 'POST', path: `/webhooks/${encodeURIComponent(webhookId)}/test` } as const;
	// Not awaited: the service responds after it has sent the event, and n8n stores static data after the hook.
	sendBriefly(context, request).catch((error: Error) =>
		warn(context, `Could not request a test event: ${error.message}`),
	);
}

/** Makes a hook. n8n shows only the message of its error, so that says what happened and what to do. */
function hook(run: (context: IHookFunctions) => Promise<boolean>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		return await run(this).catch((error: unknown) => {
			const nodeError = toNodeError(this.getNode(), error);
			// Set after the error is created: n8n replaces messages that contain a network code.
			nodeError.message = joinSentences(nodeError.message, nodeError.description ?? '');
			nodeError.description = '';
			// n8n may activate in the background, and then logs that it failed, but not why.
			warn(this, nodeError.message);
			throw nodeError;
		});
	};
}
