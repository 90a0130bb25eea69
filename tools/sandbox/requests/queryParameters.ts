import { invalid } from '../responses/serviceError';

/** Reads query parameters whose names depend on the dialect, so that openapi.yaml cannot describe them. */

/** Throws 400 if the parameter occurs more than once. */
export function queryText(query: Record<string, unknown>, name: string): string | undefined {
	const value = query[name];
	if (value === undefined) return undefined;
	if (typeof value !== 'string') throw invalid(`Query parameter ${name} must not occur more than once`);
	return value;
}

/** Throws 400 unless the parameter is absent, or an integer from 1 to `maximum`. */
export function queryNumber(
	query: Record<string, unknown>,
	name: string,
	fallback: number,
	maximum = Infinity,
): number {
	const text = queryText(query, name);
	if (text === undefined) return fallback;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < 1 || value > maximum) {
		throw invalid(
			`Query parameter ${name} must be a whole number from 1${maximum === Infinity ? '' : ` to ${maximum}`}`,
		);
	}
	return value;
}
