import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { textOf } from '../../shared/values';
import { joinSentences, ordinal } from '../../shared/texts';
import { locatorValue } from '../input/field';

/** An item that failed. */
export interface FailedItem {
	index: number;
	failure: unknown;
	/** As the user entered it. */
	recipient?: string;
	/** Whether it was invalid, so that nothing was sent for it. */
	isInvalid: boolean;
}

/** How far a run is, or was when it ended. */
export interface Progress {
	total: number;
	succeeded: number;
	/** In the order of the items. */
	failed: FailedItem[];
}

type Recipient = string | undefined;

const MAX_NAMED = 10;

/** Says, after the error of the first failed item, what happened to the others. */
export function summaryOf({ total, succeeded, failed }: Progress): string {
	const [first] = failed as [FailedItem, ...FailedItem[]];
	const invalid = failed.filter(({ isInvalid }) => isInvalid);
	const isListed = total > 1 && invalid.length > 0;
	const reasons = new Set(failed.map(({ failure }) => (failure as Error).message));
	// All items may be invalid for the same reason, e.g. because of the credentials.
	if (isListed && invalid.length === total && reasons.size === 1)
		return `This concerns all ${total} items, so nothing was sent.`;
	if (isListed) return rejection(total, succeeded, invalid);
	const recipient = toRecipient(first.recipient, first.failure);
	if (total < 2) return recipient;
	const notSent = total - succeeded - failed.length;
	const also = failed.length > 1 ? `, ${failed.length - 1} more in flight also failed` : '';
	const rest = `${notSent} ${notSent === 1 ? 'was' : 'were'} not sent`;
	const counts = `Of ${total} items, ${succeeded} succeeded, the ${ordinal(first.index + 1)} failed${also}, and ${rest}.`;
	return joinSentences(recipient, counts);
}

/** Names the invalid items, so that the user can correct all of them at once. */
function rejection(total: number, succeeded: number, invalid: FailedItem[]): string {
	const { length } = invalid;
	const named = invalid.slice(0, MAX_NAMED).map(({ index, recipient }) => {
		const place = ordinal(index + 1);
		return recipient === undefined ? `the ${place}` : `${recipient} (${place})`;
	});
	const more = length > MAX_NAMED ? ` and ${length - MAX_NAMED} more` : '';
	return joinSentences(
		succeeded === 0 ? 'Nothing was sent' : `An earlier attempt sent ${succeeded}`,
		`${length} of ${total} items ${length === 1 ? 'is' : 'are'} invalid: ${named.join(', ')}${more}`,
		'To send the others anyway, set On Error to Continue (using error output) in the settings of the node.',
	);
}

/**
 * Says what a canceled run has sent: n8n shows no results of a run that was stopped.
 *
 * @param last the recipient of the last item that succeeded @param interrupted those of writes that were in flight
 */
export function cancelSummary(
	{ total, succeeded }: Omit<Progress, 'failed'>,
	last: Recipient,
	interrupted: Recipient[],
) {
	const to = last === undefined ? '' : `, the last one to ${last}`;
	const count = interrupted.length;
	const recipients = interrupted.filter((each) => each !== undefined);
	const toThem = recipients.length > 0 ? ` (to ${recipients.join(', ')})` : '';
	const requests = count === 1 ? `Another request${toThem} was` : `${count} other requests${toThem} were`;
	return joinSentences(
		`Canceled after ${succeeded} of ${total} items${to}.`,
		count > 0 ? `${requests} in flight and may have been carried out.` : '',
	);
}

/** Returns the recipient of an item as the user entered it; undefined if there is none. */
export function recipientOf(context: IExecuteSingleFunctions | undefined): Recipient {
	if (context?.getNode().parameters.recipient === undefined) return undefined;
	try {
		return textOf(locatorValue(context.getNodeParameter('recipient', undefined)));
	} catch {
		// Its expression is broken, which is what the error is about.
		return undefined;
	}
}

/** Returns a sentence for an error; empty without a recipient, or if the error names it already. */
export function toRecipient(recipient: string | undefined, failure: unknown): string {
	const isNamed = recipient !== undefined && String((failure as Error).message).includes(recipient);
	return recipient === undefined || isNamed ? '' : `Recipient: ${recipient}.`;
}
