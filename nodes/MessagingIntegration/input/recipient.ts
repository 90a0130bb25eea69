import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { textOf } from '../../shared/plainValues';
import { inputError, isExpression, requireText } from './input';
import { NO_NUMBER, readPhoneNumber } from './phoneNumber';
import { locatorValue } from './values';

/**
 * Reads the field `recipient`.
 *
 * A chat chosen from the list is returned unchanged. In any other mode, an ID with a domain is returned unchanged, and a phone
 * number as digits plus `phoneNumberSuffix`, because the API documentation does not show which of both the service expects.
 *
 * @throws NodeOperationError for anything else
 */
export function readRecipient(context: IExecuteSingleFunctions, options: IDataObject): string {
	const locator = context.getNodeParameter('recipient', '') as unknown;
	const text = requireText(context, 'recipient', locatorValue(locator));
	const isChosen =
		(locator as { mode?: string } | null)?.mode === 'list' && !isExpression(context, 'recipient');
	if (isChosen || /^[^\s@]+@[^\s@]+$/.test(text)) return text;
	const number = readPhoneNumber(text);
	if ('problem' in number) {
		const problem =
			number.problem === NO_NUMBER
				? 'is neither a phone number nor a chat address'
				: number.problem;
		throw inputError(
			context,
			`"${text}" ${problem}`,
			'Enter the number with its country code, 7 to 15 digits, e.g. +55 11 98765-4321, or an address such as 5511987654321@s.whatsapp.net.',
		);
	}
	return number.digits + (textOf(options.phoneNumberSuffix) ?? '');
}
