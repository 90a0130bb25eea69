import type { IHookFunctions } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { parseUrl, sha256, trimEnd } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { booleanOf, isObject, textOf } from '../../shared/values';
import { TOKEN_HEADER } from '../../transport/credentials/credentials';
import type { Wanted } from '../settings/settings';
import { deleteWebhooks, idOf, listWebhooks, type WebhookRecord } from './webhooks';

/**
 * Makes the service have at most one webhook of this trigger: keeps the first that can stay (none without `canStay`),
 * and deletes our others. They are sorted by ID, so that all processes of n8n keep the same one.
 * @returns the one that stays; whether all others are gone; the URLs of other triggers of this n8n
 */
export async function reconcile(context: IHookFunctions, wanted: Wanted, canStay?: typeof fits) {
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
		if (!isMissing) warn(context, notDeleted(record.url, reason));
		else
			throw new UserError(
				'Another webhook already delivers to this trigger with different settings',
				`It could not be deleted: ${reason}. Delete the webhook ${idOf(record) ?? 'without an ID'} with the URL ${wanted.url} in the dashboard of the service, then publish the workflow again.`,
			);
	}
	const hostOf = (url: unknown) => placeOf(url)?.split('/')[0];
	const isOther = (record: WebhookRecord) => isActive(record) && hostOf(record.url) === hostOf(wanted.url);
	const others = listed.filter((record) => !ours.includes(record) && isOther(record));
	return { kept, isClean: remaining.length === 0, others: others.map(({ url }) => String(url)) };
}

export const notDeleted = (url: unknown, reason: string): string =>
	`Could not delete the webhook for ${String(url)}: ${reason}. If it remains, delete it in the dashboard of the service.`;

/**
 * Returns whether a webhook is the trigger's: it delivers to our URL; or to the former one, without a foreign token; or
 * its URL is hidden, and it has the stored ID. Beside another URL, an ID proves nothing: each account may count from 1.
 */
function isOurs(record: WebhookRecord, { url, stored }: Wanted): boolean {
	const place = placeOf(record.url);
	if (place === undefined) return stored.webhookId !== undefined && idOf(record) === stored.webhookId;
	const isFormer = place === placeOf(stored.webhookUrl) && tokenHashOf(record, stored) === stored.tokenHash;
	return place === placeOf(url) || isFormer;
}

/** Returns whether one of our webhooks delivers to our present URL. */
export const isHere = (record: WebhookRecord, { url }: Wanted): boolean =>
	[undefined, placeOf(url)].includes(placeOf(record.url));

const isActive = (record: WebhookRecord) => booleanOf(record.isActive) !== false;

/**
 * Returns whether one of our webhooks can stay as it is: it is active, and has our URL and the token of these settings,
 * or the stored one if it was registered with these settings: the API key may have changed since.
 */
export function fits(record: WebhookRecord, wanted: Wanted): boolean {
	const { settings, stored, token } = wanted;
	const hash = tokenHashOf(record, stored);
	const isStored = hash === stored.tokenHash && settings === stored.settings;
	return isHere(record, wanted) && isActive(record) && (isStored || hash === sha256(token));
}

/** Returns the hash of a webhook's token: of the shown one, or the stored one if it is hidden. */
export function tokenHashOf({ headers }: WebhookRecord, { tokenHash }: Wanted['stored']): string | undefined {
	const entries = Object.entries(isObject(headers) ? headers : {});
	const [, shown] = entries.find(([name]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase()) ?? [];
	// Our tokens have 43 characters of base64url. A masked one has others, or fewer.
	return typeof shown === 'string' && /^[\w-]{43}$/.test(shown) ? sha256(shown) : tokenHash;
}

/** Returns host and path of a URL without what services change: case, scheme, query. */
export function placeOf(value: unknown): string | undefined {
	const text = textOf(value) ?? '';
	const url = parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
	return url && trimEnd(`${url.host}${url.pathname}`.toLowerCase(), '/');
}
