import type { IHookFunctions } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { joinSentences, sha256 } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { isUuid } from '../../shared/values';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { ServiceError } from '../../transport/errors/serviceError';
import { isManual, readFilters, readWanted, requireSecret, staticData, type Wanted } from '../settings/settings';
import { requireFilters } from '../settings/requireFilters';
import { fits, isHere, notDeleted, reconcile, tokenHashOf } from './reconcile';
import { createWebhook, idOf, listInstances, sendBriefly } from './webhooks';

/** n8n's hooks. A user waits for them, and n8n repeats them. */
export const hooks = { checkExists: hook(checkExists), create: hook(create), delete: hook(remove) };

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
	const wanted = await readWanted(context);
	const { kept, others } = await reconcile(context, wanted, fits);
	const text = `Other triggers of this n8n receive events of the same account: ${others.join(', ')}. If two workflows answer messages, people get two answers.`;
	if (others.length > 0 && !isStarting) warn(context, text);
	const { isUnlisted, webhookUrl } = wanted.stored;
	if (kept) storeRegistration(context, wanted, tokenHashOf(kept, wanted.stored), idOf(kept));
	// Its absence proves nothing: each start would create another one.
	else if (isStarting && isUnlisted && webhookUrl === wanted.url)
		throw new UserError('the list of webhooks has never contained it');
	return kept !== undefined;
}

/** Creates a webhook. Processes that do so at once all keep the one with the smallest ID. */
async function create(context: IHookFunctions): Promise<boolean> {
	const wanted = await readWanted(context);
	const created = await createWebhook(context, wanted).catch((error: unknown) => {
		// The response was lost, but the webhook may exist and must not be created twice.
		if (error instanceof ServiceError && error.failure.outcomeUnknown) return error;
		throw error;
	});
	const found = await reconcile(context, wanted, isHere).catch((error: Error) => {
		// Our webhook exists. The next start deletes a duplicate, if there is one.
		warn(context, `Could not check the list of webhooks: ${error.message}`);
	});
	if (created instanceof ServiceError && found?.kept === undefined) throw created;
	const webhookId = found?.kept ? idOf(found.kept) : (created as string | undefined);
	storeRegistration(context, wanted, sha256(wanted.token), webhookId);
	staticData(context).isUnlisted = found !== undefined && found.kept === undefined;
	return true;
}

/** Never throws, or n8n would keep the workflow's other triggers. What remains is logged, for the next activation. */
async function remove(context: IHookFunctions): Promise<boolean> {
	const stored = staticData(context);
	try {
		if (isManual(context)) return true;
		const { isClean } = await reconcile(context, await readWanted(context));
		if (isClean) for (const name of Object.keys(stored)) delete stored[name];
	} catch (error) {
		warn(context, notDeleted(stored.webhookUrl ?? 'this trigger', (error as Error).message));
	}
	return true;
}

/** Stores which webhook is registered, and requests a test event if the user listens for one. */
function storeRegistration(context: IHookFunctions, wanted: Wanted, tokenHash?: string, webhookId?: string): void {
	const { url: webhookUrl, settings, owner, isSampleWanted } = wanted;
	Object.assign(staticData(context), { owner, webhookId, webhookUrl, settings, tokenHash, isUnlisted: false });
	if (!isSampleWanted || webhookId === undefined) return;
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
			const shown = toNodeError(this.getNode(), error);
			// Set after the error is created: n8n replaces messages that contain a network code.
			shown.message = joinSentences(shown.message, shown.description ?? '');
			shown.description = '';
			// n8n may activate in the background, and then logs that it failed, but not why.
			warn(this, shown.message);
			throw shown;
		});
	};
}
