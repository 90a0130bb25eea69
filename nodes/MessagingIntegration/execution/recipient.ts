import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { textOf } from '../../shared/plainValues';
import { locatorValue } from '../input/field';

/** Returns the recipient of an item as the user entered it; undefined if the operation has none. */
export function recipientOf(context: IExecuteSingleFunctions): string | undefined {
	if (context.getNode().parameters.recipient === undefined) return undefined;
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
