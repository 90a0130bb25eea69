import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { ServiceError } from '../../transport/errors/serviceError';
import { staticData } from '../settings/settings';
import { type DesiredWebhook, idOf, matchRegistration } from './webhookRecord';
import { warn } from '../../shared/log';
import { deleteOwn, findOwn, sendForHook, webhooksIn } from './ownWebhooks';
import { TOKEN_HEADER } from '../verification/verification';
import { isSameUrl, sha256 } from '../../shared/values';

/** Adopts a matching registration, if there is one, and deletes our others. @throws UserError if that is impossible */
export async function adopt(context: IHookFunctions, desired: DesiredWebhook) {
	const own = await findOwn(context, ({ url }) => isSameUrl(url, desired.url), desired.previousId);
	const adopted = own.find((record) => matchRegistration(record, desired) !== undefined);
	for (const record of own.filter((each) => each !== adopted)) {
		const isGone = await deleteOwn(context, record);
		// A duplicate next to an adopted registration is harmless: the trigger ignores its deliveries.
		if (isGone || adopted !== undefined) continue;
		throw new UserError(
			'Another webhook already delivers to this trigger with different settings',
			`The API of the service cannot delete it. Delete the webhook ${idOf(record) ?? 'without an ID'} with the URL ${desired.url} in the dashboard, then activate the workflow again.`,
		);
	}
	return adopted && matchRegistration(adopted, desired);
}

/** Registers our URL. Processes that do so at once all keep the webhook with the smallest ID. @throws ServiceError */
export async function register(context: IHookFunctions, desired: DesiredWebhook) {
	const id = await create(context, desired);
	const tokenHash = desired.token === undefined ? undefined : sha256(desired.token);
	// No webhook existed a moment ago, so one with a hidden token or secret was created just now, with ours.
	const created = { ...desired, assumeDerivedToken: true, isSecretCurrent: true, previousEvents: [] };
	try {
		const own = await findOwn(context, ({ url }) => isSameUrl(url, desired.url), id);
		const [first, ...others] = own.filter((each) => matchRegistration(each, created));
		for (const record of others) await deleteOwn(context, record);
		const known = idOf(first ?? {}) ?? id ?? idOf(own[0] ?? {});
		return { webhookId: known, tokenHash, isUnlisted: own.length === 0 || undefined };
	} catch (error) {
		// Our webhook exists. The next start deletes a duplicate, if there is one.
		warn(context, `Could not check the list of webhooks: ${(error as Error).message}`);
		return { webhookId: id, tokenHash };
	}
}

/** Creates the webhook and returns its ID, if the response contains it. Records that it may exist nevertheless. */
async function create(context: IHookFunctions, desired: DesiredWebhook) {
	const body: IDataObject = { url: desired.url };
	if (desired.events.length > 0) body.events = desired.events;
	if (desired.token !== undefined) body.headers = { [TOKEN_HEADER]: desired.token };
	if (desired.secret !== undefined) body.secret = desired.secret;
	body.retryOnFailure = desired.retryOnFailure;
	body.isActive = true;
	const response = await sendForHook(context, { method: 'POST', path: '/webhooks', body }).catch(
		async (error: unknown) => {
			// The response was lost, but the webhook may exist and must not be created twice.
			if (!(error instanceof ServiceError) || !error.failure.outcomeUnknown) throw error;
			const search = findOwn(context, ({ url }) => isSameUrl(url, desired.url));
			if ((await search.catch(() => [])).length > 0) return undefined;
			staticData(context).isUnconfirmed = true;
			throw error;
		},
	);
	return webhooksIn(response?.body)
		.map(idOf)
		.find((id) => id !== undefined);
}
