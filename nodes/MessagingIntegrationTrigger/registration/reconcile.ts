import type { IHookFunctions } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { UserError } from '../../shared/userError';
import { deliversToSameHost, idOf, isHere, isOurs, type WebhookRecord } from './match';
import type { Wanted } from './wanted';
import { deleteWebhooks, listWebhooks } from './webhooks';

/**
 * Makes the service have at most one webhook of this trigger: keeps the first that can stay, and deletes our others.
 * They are sorted by ID, so that all processes of n8n keep the same one.
 *
 * @param canStay undefined = the workflow is unpublished, so none can
 * @returns the one that stays; whether all others are gone; the URLs of other triggers of this n8n, whose workflows
 *   receive the same events
 * @throws the errors of `listWebhooks`; UserError if an outdated webhook can be neither kept nor deleted
 */
export async function reconcile(
	context: IHookFunctions,
	wanted: Wanted,
	canStay?: (record: WebhookRecord, wanted: Wanted) => boolean,
) {
	const listed = await listWebhooks(context);
	const ours = listed
		.filter((record) => isOurs(record, wanted))
		.sort((one, other) => (String(idOf(one)) < String(idOf(other)) ? -1 : 1));
	const kept = ours.find((record) => canStay?.(record, wanted));
	const isMissing = canStay !== undefined && kept === undefined;
	// If one has to be created, that of the former URL delivers until then.
	const outdated = ours.filter((record) => record !== kept && (!isMissing || isHere(record, wanted)));
	const remaining = await deleteWebhooks(context, outdated);
	for (const { record, reason } of remaining) {
		if (isMissing) throw notDeleted(record, reason, wanted);
		warnNotDeleted(context, String(record.url), reason);
	}
	const others = listed.filter((record) => !ours.includes(record) && deliversToSameHost(record, wanted));
	return { kept, isClean: remaining.length === 0, others: others.map(({ url }) => String(url)) };
}

export function warnNotDeleted(context: IHookFunctions, url: string, reason: string): void {
	warn(
		context,
		`Could not delete the webhook for ${url}: ${reason}. If it remains, delete it in the dashboard of the service.`,
	);
}

const notDeleted = (record: WebhookRecord, reason: string, { url }: Wanted) =>
	new UserError(
		'Another webhook already delivers to this trigger with different settings',
		`It could not be deleted: ${reason}. Delete the webhook ${idOf(record) ?? 'without an ID'} with the URL ${url} in the dashboard of the service, then activate the workflow again.`,
	);
