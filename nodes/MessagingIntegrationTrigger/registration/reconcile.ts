import type { IHookFunctions } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { UserError } from '../../shared/userError';
import { booleanOf } from '../../shared/values';
import { deliversHere, deliversToSameN8n, fits, idOf, isOurs, type Wanted, type WebhookRecord } from './match';
import { deleteWebhook, listWebhooks } from './webhooks';

/** Our webhooks at the service. */
export interface Reconciled {
	/** The one that stays. */
	kept?: WebhookRecord;
	/** Whether the service shows none of ours. */
	isUnlisted: boolean;
	/** Whether all others are gone. */
	isClean: boolean;
	/** Those of other triggers of this n8n: their workflows receive the same events. */
	others: WebhookRecord[];
}

/**
 * Makes the service have at most one webhook of this trigger: keeps the first that fits, and deletes our others. They
 * are sorted by ID, so that all processes of n8n keep the same one.
 *
 * @param keeps whether to keep one; false = the workflow is unpublished
 * @throws the errors of `listWebhooks` and `deleteWebhook`; UserError if an outdated webhook can be neither kept nor
 *   deleted
 */
export async function reconcile(context: IHookFunctions, wanted: Wanted, keeps: boolean): Promise<Reconciled> {
	const listed = await listWebhooks(context);
	const ours = listed.filter((record) => isOurs(record, wanted)).sort(byId);
	const others = listed.filter(
		(record) => !ours.includes(record) && booleanOf(record.isActive) !== false && deliversToSameN8n(record, wanted),
	);
	const isUnlisted = ours.length === 0;
	// The account is the same, so the ID is enough.
	if (isUnlisted && wanted.isUnlistedHere) ours.push({ id: wanted.stored.webhookId, url: wanted.stored.webhookUrl });
	const kept = keeps ? ours.find((record) => fits(record, wanted)) : undefined;
	let isClean = true;
	for (const record of ours) {
		if (record === kept) continue;
		const isInTheWay = keeps && kept === undefined;
		// If one has to be created, the former webhook delivers until then.
		if (isInTheWay && !deliversHere(record, wanted)) continue;
		const deletion = deleteWebhook(context, record);
		if (isInTheWay && (await deletion)) continue;
		if (isInTheWay) throw notDeleted(record, wanted);
		isClean = (await isDeleted(context, record, deletion)) && isClean;
	}
	return { kept, isClean, isUnlisted, others };
}

/** Whether a webhook is gone. One that remains is logged: the next activation deletes or adopts it. */
async function isDeleted(context: IHookFunctions, { id, url }: WebhookRecord, deletion: Promise<boolean>) {
	const result = await deletion.catch((error: Error) => error.message);
	const reason = idOf({ id }) === undefined ? 'its ID is unknown' : 'the service has no endpoint to delete webhooks';
	if (result !== true) warnNotDeleted(context, String(url), result || reason);
	return result === true;
}

export function warnNotDeleted(context: IHookFunctions, url: string, reason: string): void {
	warn(
		context,
		`Could not delete the webhook for ${url}: ${reason}. If it remains, delete it in the dashboard of the service.`,
	);
}

const notDeleted = (record: WebhookRecord, { url }: Wanted) =>
	new UserError(
		'Another webhook already delivers to this trigger with different settings',
		`The API of the service cannot delete it. Delete the webhook ${idOf(record) ?? 'without an ID'} with the URL ${url} in the dashboard, then activate the workflow again.`,
	);

function byId(one: WebhookRecord, other: WebhookRecord): number {
	const [first, second] = [one, other].map((record) => idOf(record) ?? '\uffff') as [string, string];
	return first < second ? -1 : Number(first > second);
}
