import { textOf } from '../../shared/values';
import { joinSentences, ordinal } from '../../shared/texts';
import { locatorValue } from '../input/field';
import type { Item, Run } from './item';

type Counts = Pick<Run, 'total' | 'succeeded' | 'items'>;

const MAX_NAMED = 10;

/** Says, after the error of the first failed item, what happened to the others. */
export function summaryOf({ total, succeeded, items }: Counts): string {
	const failed = items.filter(({ failure }) => failure !== undefined);
	const invalid = failed.filter(({ progress }) => progress === 'invalid');
	const isListed = total > 1 && invalid.length > 0;
	const reasons = new Set(failed.map(({ failure }) => (failure as Error).message));
	// All items may be invalid for the same reason, e.g. because of the credentials.
	if (isListed && invalid.length === total && reasons.size === 1)
		return `All ${total} items are invalid, so nothing was sent.`;
	if (isListed) return rejection(total, succeeded, invalid);
	const [first] = failed as [Item];
	const recipient = toRecipient(first);
	if (total < 2) return recipient;
	const notSent = total - succeeded - failed.length;
	const also = failed.length > 1 ? `, ${failed.length - 1} more in flight also failed` : '';
	const rest = `${notSent} ${notSent === 1 ? 'was' : 'were'} not sent`;
	const counts = `Of ${total} items, ${succeeded} succeeded, the ${ordinal(first.index + 1)} failed${also}, and ${rest}.`;
	return joinSentences(recipient, counts);
}

function rejection(total: number, succeeded: number, invalid: Counts['items']): string {
	const { length } = invalid;
	const named = invalid.slice(0, MAX_NAMED).map((item) => {
		const place = ordinal(item.index + 1);
		return recipientOf(item) === '' ? `the ${place}` : `${recipientOf(item)} (${place})`;
	});
	const more = length > MAX_NAMED ? ` and ${length - MAX_NAMED} more` : '';
	return joinSentences(
		succeeded === 0 ? 'Nothing was sent' : `An earlier attempt sent ${succeeded}`,
		`${length} of ${total} items ${length === 1 ? 'is' : 'are'} invalid: ${named.join(', ')}${more}`,
		'To send the others anyway, set On Error to Continue (using error output) in the settings of the node.',
	);
}

/** Says what a canceled run has sent: n8n shows no results of a run that was stopped. */
export function cancelSummary({ total, succeeded, items }: Counts): string {
	const last = items.findLast(({ output }) => output);
	const to = last && recipientOf(last);
	const canceled = `Canceled after ${succeeded} of ${total} items${to ? `, the last one to ${to}` : ''}.`;
	const interrupted = items.filter(({ kind, progress }) => kind !== 'read' && progress === 'inFlight');
	if (interrupted.length === 0) return canceled;
	const recipients = interrupted.map(recipientOf).filter(Boolean).join(', ');
	const requests = interrupted.length === 1 ? 'request' : 'requests';
	const toThem = recipients && ` (to ${recipients})`;
	return `${canceled} ${interrupted.length} more ${requests}${toThem} may have been carried out.`;
}

/** Returns the recipient of an item as the user entered it; empty if there is none. */
function recipientOf({ context }: Item): string {
	try {
		return textOf(locatorValue(context.getNodeParameter('recipient', ''))) ?? '';
	} catch {
		// Its expression is broken, which is what the error is about.
		return '';
	}
}

/** Names the recipient of a failed item in a sentence; empty without one, or if the error names it already. */
export function toRecipient(item: Item): string {
	const recipient = recipientOf(item);
	return String((item.failure as Error).message).includes(recipient) ? '' : `Recipient: ${recipient}.`;
}
