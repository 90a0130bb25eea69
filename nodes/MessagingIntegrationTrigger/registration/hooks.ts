import type { IHookFunctions } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { UserError } from '../../shared/userError';
import { joinSentences } from '../../shared/texts';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { ServiceError } from '../../transport/errors/serviceError';
import { IncompleteListError } from '../../transport/lists/listErrors';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import { requireFilters } from '../delivery/checkedFilters';
import { readTrigger, staticData, type Trigger } from '../settings/settings';
import { credentialsAndWebhookUrl, requireSecret } from '../verification/credentials';
import { requireInstanceIds } from './instances';
import { deliversHere, idOf, type Wanted } from './match';
import { reconcile, type Reconciled, warnNotDeleted } from './reconcile';
import { readWanted, store, storeRegistration } from './wanted';
import { createWebhook, MAX_DURATION_MS } from './webhooks';

/** n8n's hooks. A user waits for them, and n8n repeats them. */
export const hooks = { checkExists: hook(checkExists), create: hook(create), delete: hook(remove) };

/** Adopts a webhook that fits. After false, n8n calls `create`. */
async function checkExists(context: IHookFunctions): Promise<boolean> {
	if (!isStarting(context)) return await adopt(context);
	// An error would make n8n answer 404 to the deliveries of a published workflow.
	return await adopt(context).catch((error: Error) => {
		warn(
			context,
			`Could not check the webhook, assuming that it still exists: ${error.message}. If no events arrive, publish the workflow again.`,
		);
		return true;
	});
}

const isStarting = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

async function adopt(context: IHookFunctions): Promise<boolean> {
	const trigger = readTrigger(context);
	if (!isStarting(context)) {
		await requireFilters(context, trigger);
		await requireInstanceIds(context, trigger, MAX_DURATION_MS);
	}
	if (trigger.isManual()) {
		await credentialsAndWebhookUrl(context);
		await requireSecret(context, trigger);
		return true;
	}
	const wanted = await readWanted(context, trigger);
	const { kept, isUnlisted, others } = await reconcile(context, wanted, true);
	const urls = others.map(({ url }) => String(url)).join(', ');
	if (urls !== '' && !isStarting(context))
		warn(
			context,
			`Other triggers of this n8n receive events of the same account: ${urls}. If two workflows answer messages, people get two answers.`,
		);
	if (kept === undefined) return isUnlisted && isAssumed(context, wanted);
	storeRegistration(context, wanted, kept, isUnlisted);
	requestTestEvent(context, trigger, idOf(kept));
	return true;
}

/** Whether to assume, as n8n starts, that a webhook exists which the service never listed: it would pile up. */
function isAssumed(context: IHookFunctions, wanted: Wanted): boolean {
	const { isUnlisted, webhookUrl: url } = wanted.stored;
	if (!isStarting(context) || !isUnlisted || !deliversHere({ url }, wanted)) return false;
	warn(context, `The service does not list the webhook for ${url}, assuming that it still exists`);
	return true;
}

/** Creates a webhook. Processes that do so at once all keep the one with the smallest ID. */
async function create(context: IHookFunctions): Promise<boolean> {
	const trigger = readTrigger(context);
	const wanted = await readWanted(context, trigger);
	const created = await createWebhook(context, wanted).catch((error: unknown) => {
		// The response was lost, but the webhook may exist and must not be created twice.
		if (error instanceof ServiceError && error.failure.outcomeUnknown) return error;
		throw error;
	});
	const now = { ...wanted, isJustCreated: true };
	const found = await reconcile(context, now, true).catch((error: Error): Partial<Reconciled> => {
		// Our webhook exists. The next start deletes a duplicate, if there is one.
		warn(context, `Could not check the list of webhooks: ${error.message}`);
		return {};
	});
	if (created instanceof ServiceError && found.kept === undefined) {
		// The next activation must look for it.
		store(context, { isUnconfirmed: true });
		throw created;
	}
	const record = found.kept ?? { id: created, url: wanted.url };
	storeRegistration(context, wanted, record, found.isUnlisted === true);
	requestTestEvent(context, trigger, idOf(record));
	return true;
}

/** Never throws, or n8n would keep the workflow's other triggers. What remains is logged, for the next activation. */
async function remove(context: IHookFunctions): Promise<boolean> {
	try {
		const trigger = readTrigger(context);
		if (trigger.isManual() || hasRegisteredNothing(context)) return true;
		const wanted = await readWanted(context, trigger);
		const { isClean, isUnlisted } = await reconcile(context, wanted, false);
		const { webhookId, webhookUrl } = wanted.stored;
		if (isUnlisted && webhookUrl !== undefined && !wanted.isUnlistedHere)
			warn(
				context,
				`The service shows no webhook ${webhookId ?? ''} with the URL ${webhookUrl}. If its dashboard does, delete it there.`,
			);
		if (isClean) store(context, {});
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

/** Not awaited: the service responds after it has sent the event, and n8n stores static data after the hook. */
function requestTestEvent(context: IHookFunctions, trigger: Trigger, id: string | undefined): void {
	if (!trigger.isTest || id === undefined || !trigger.options().sendTestEvent) return;
	const path = `/webhooks/${encodeURIComponent(id)}/test`;
	const settings = { ...DEFAULT_SETTINGS, maxWaitMs: 20_000 };
	send(context, { method: 'POST', path }, settings).catch((error: Error) =>
		warn(context, `Could not request a test event: ${error.message}`),
	);
}

/** Makes a hook. n8n shows only the message of its error, so that says what happened and what to do. */
function hook(run: (context: IHookFunctions) => Promise<boolean>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		return await run(this).catch((error: unknown) => {
			const shown = toNodeError(this.getNode(), explain(error));
			// Set after the error is created: n8n replaces messages that contain a network code.
			shown.message = joinSentences(shown.message, shown.description ?? '');
			shown.description = '';
			// n8n may activate in the background, and then logs that it failed, but not why.
			warn(this, shown.message);
			throw shown;
		});
	};
}

/** Replaces texts that name options which the trigger does not have. */
function explain(error: unknown): unknown {
	if (error instanceof IncompleteListError)
		return new UserError(
			`Could not search for the webhook of this trigger: ${error.message}`,
			'Set Registration to Manual and create the webhook in the dashboard of the service.',
		);
	if (!(error instanceof ServiceError)) return error;
	const { status, networkCode, outcomeUnknown } = error.failure;
	const reached = 'The API key has reached its rate limit (429)';
	if (status === 429) return new UserError(reached, 'Wait a minute, then try again.');
	if (status !== undefined) return error;
	if (outcomeUnknown)
		return new UserError(
			'The service may have changed the webhook, but did not confirm it',
			'Try again. The trigger then uses the webhook if it exists.',
		);
	if (networkCode !== 'MAX_DURATION' && networkCode !== 'ETIMEDOUT') return error;
	return new UserError(
		`The service did not respond within ${MAX_DURATION_MS / 1000} seconds`,
		'Check that the service is running and that the Base URL in the credentials is right, then try again.',
	);
}
