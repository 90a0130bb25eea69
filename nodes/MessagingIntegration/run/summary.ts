import { textOf } from '../../shared/values';
import { joinSentences, ordinal } from '../../shared/texts';
import { locatorValue } from '../input/field';
import type { Item, Run } from './item';
import { NotRepeatedError } from './outcomes';

type Counts = Pick<Run, 'total' | 'succeeded' | 'items'>;

const MAX_NAMED = 10;

const isNotRepeated = ({ failure }: Item): boolean => failure instanceof NotRepeatedError;

/** Returns the failed items, those of an earlier attempt last. */
export function failedItems(items: Item[]): Item[] {
	const failed = items.filter(({ failure }) => failure !== undefined);
	return failed.filter((item) => !isNotRepeated(item)).concat(failed.filter(isNotRepeated));
}

/** Says, after the error of the first of the failed items, what happened to the others. */
export function summaryOf({ total, succeeded, items }: Counts): string {
	const failed = failedItems(items);
	const invalid = failed.filter(({ progress }) => progress === 'invalid');
	const isListed = total > 1 && invalid.length > 0;
	const reasons = new Set(failed.map(({ failure }) => (failure as Error).message));
	// All items may be invalid for the same reason, e.g. because of the credentials.
	if (isListed && invalid.length === total && reasons.size === 1)
		return `All ${total} items are invalid, so nothing was sent.`;
	if (isListed) return rejection(total, succeeded, invalid);
	const [first, ...otherFailures] = failed as [Item, ...Item[]];
	const recipient = toRecipient(first);
	if (total < 2) return recipient;
	const notSent = total - succeeded - failed.length;
	const notRepeated = otherFailures.filter(isNotRepeated);
	const inFlight = otherFailures.length - notRepeated.length;
	const inFlightPhrase = inFlight > 0 ? `, ${inFlight} more in flight also failed` : '';
	const unsentPhrase = `${notSent} ${notSent === 1 ? 'was' : 'were'} not sent`;
	const counts = `Of ${total} items, ${succeeded} succeeded, the ${ordinal(first.index + 1)} failed${inFlightPhrase}, and ${unsentPhrase}.`;
	if (notRepeated.length === 0) return joinSentences(recipient, counts);
	const notRepeatedSentence = `Not sent again, because an earlier attempt may have sent it: ${itemNames(notRepeated)}.`;
	return joinSentences(
		recipient,
		counts,
		notRepeatedSentence,
		'To send it anyway, turn on Retry Writes under Options.',
	);
}

/** Lists items by their recipients and places, the first ten. */
function itemNames(items: Item[]): string {
	const names = items.slice(0, MAX_NAMED).map((item) => {
		const position = ordinal(item.index + 1);
		return recipientOf(item) === '' ? `the ${position}` : `${recipientOf(item)} (${position})`;
	});
	return names.join(', ') + (items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : '');
}

function rejection(total: number, succeeded: number, invalid: Item[]): string {
	const { length } = invalid;
	return joinSentences(
		succeeded === 0 ? 'Nothing was sent' : `An earlier attempt sent ${succeeded}`,
		`${length} of ${total} items ${length === 1 ? 'is' : 'are'} invalid: ${itemNames(invalid)}`,
		'To send the others anyway, set On Error to Continue (using error output) in the settings of the node.',
	);
}

/** Says what a canceled run has sent: n8n shows no results of a run that was stopped. */
export function cancelSummary({ total, succeeded, items }: Counts): string {
	const interrupted = items.filter(
		({ requestKind, progress }) => requestKind !== 'read' && progress === 'inFlight',
	).length;
	const unclearSentence = interrupted === 0 ? '' : ` ${interrupted} more may have been carried out.`;
	return `Canceled after ${succeeded} of ${total} items.${unclearSentence}`;
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
