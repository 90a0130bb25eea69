import { asObject, type Fields, isObject } from '../../shared/values';
import { isEmpty } from '../response';

/** The most records of a list: n8n passes them to `push(...items)`, and the stack has room for about 120,000. */
export const MAX_RECORDS = 100_000;

/** Fields of a wrapper, not of a record (reference, sections 2.2, 4.1 and 7). */
const WRAPPER_KEYS = /^(success|ok|message|pagination|meta)$/;

/**
 * Returns the records of a response, bare or in `data`, one object each; `{success: true}` if it is empty, because
 * nothing after the node would run without an item. Beside `data`, a wrapper has only its own fields, flags and empty
 * values.
 * @param isList whether an empty list is one without records, not the response to a write
 */
export function readRecords(body: unknown, isList = false): Fields[] {
	if (body === undefined || body === null || (typeof body === 'string' && body.trim() === ''))
		return [{ success: true }];
	const { data, ...wrapperFields } = isObject(body) ? body : {};
	const isOfWrapper = ([key, value]: [string, unknown]) =>
		WRAPPER_KEYS.test(key) || typeof value === 'boolean' || isEmpty(value);
	const isWrapper = typeof data === 'object' && data !== null && Object.entries(wrapperFields).every(isOfWrapper);
	const records = [isWrapper ? data : body].flat();
	return records.length === 0 && !isList ? [{ success: true }] : records.map(asObject);
}
