import { booleanOf, type Fields, isObject, textOf } from '../../shared/values';

/** Fields that say whether a request succeeded. */
const FLAGS = ['success', 'ok', 'isSuccess', 'succeeded', 'successful'];
const FLAG = new RegExp(`^(${FLAGS.join('|')})$`, 'i');

/** Fields that may say it, unless they belong to a record: an instance, too, has a status, which may be "error". */
const STATES = ['status', 'state', 'result', 'type', 'sent', 'accepted', 'statusCode', 'code'];

const FAILED = /^(error|err|fail|failed|failure|rejected|refused|ko|nok|false|[45]\d\d)$/i;

/** Names of what a refusal says in words. */
const WORDS = ['message', 'msg', 'detail', 'description', 'reason', 'title', 'error'];

/** Fields that may stand beside an error text, unlike those of a record. */
const ENVELOPE_KEYS = /^(error|message|code|statusCode|path|timestamp|requestId|traceId)$/;

/** Fields that may stand beside a state that says that a request failed. */
const STATE_KEYS = new RegExp(
	`${ENVELOPE_KEYS.source}|^(${[...STATES, ...WORDS, ...FLAGS].join('|')}|instance|traceId)$`,
);

/** Whether a value says something. Unlike nothing, 0 and false are values of a record. */
const isNothing = (value: unknown) =>
	value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const isFilled = (value: unknown) =>
	typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value) && booleanOf(value) !== false;

function flagOf(fields: Fields): boolean | undefined {
	const isRecord = [fields.id, fields.messageId, fields.key, fields.data].some((value) => !isNothing(value));
	const claims = Object.keys(fields).filter((key) => /^(is|has)(error|failed)$/i.test(key));
	if (!isRecord && claims.some((key) => booleanOf(fields[key]))) return false;
	const flags = Object.keys(fields).filter((key) => FLAG.test(key));
	const read = (value: unknown) => (/^(0|no)$/i.test(textOf(value) ?? '') ? false : booleanOf(value));
	return flags.map((key) => read(fields[key])).find((each) => each !== undefined);
}

/** Whether an object says that there is an error (reference, section 7); it may contain a record as well. */
export const namesError = (fields: Fields): boolean =>
	flagOf(fields) === false || isFilled(fields.error) || isFilled(fields.errors);

/**
 * Whether the body of a 2xx response is a refusal: the error envelope (reference, section 7) or another common form,
 * also in `data`, and nothing else that could be a record.
 */
export function isRefusal(body: unknown): boolean {
	if (Array.isArray(body)) return body.length === 1 && isObject(body[0]) && isRefusal(body[0]);
	if (!isObject(body)) return false;
	const flag = flagOf(body);
	if (flag !== undefined) return !flag;
	const filled = Object.keys(body).filter((key) => !isNothing(body[key]));
	const inside = [body.data, body.result, body.response].find(isObject);
	return isErrorAlone(body, filled) || isFailedState(body, filled) || (filled.length === 1 && isRefusal(inside));
}

function isErrorAlone({ error, errors, status }: Fields, filled: string[]): boolean {
	if (isListed(error) || isListed(errors) || booleanOf(error) === true)
		return !filled.some((key) => key === 'id' || key === 'data');
	const isText = textOf(error) !== undefined && booleanOf(error) === undefined;
	const isKnown = (key: string) => ENVELOPE_KEYS.test(key) || (key === 'status' && /^[45]\d\d$/.test(String(status)));
	return isText && filled.every(isKnown);
}

const isFailed = (state: unknown) => state === false || FAILED.test(textOf(state) ?? '');

const isListed = (value: unknown) => typeof value === 'object' && isFilled(value);

/** Whether one field says that the request failed, another one why, and nothing else is there. */
function isFailedState(body: Fields, filled: string[]): boolean {
	const hasFailed = STATES.some((name) => isFailed(body[name]));
	// The explanation may be in `data`, with nothing of a record.
	const { data } = body;
	const explanation = isObject(data) && Object.keys(data).every((key) => STATE_KEYS.test(key)) ? data : undefined;
	const isExplained = [body, explanation].some((each) =>
		WORDS.some((name) => name !== 'error' && textOf(each?.[name]) !== undefined),
	);
	const isKnown = (key: string) => STATE_KEYS.test(key) || (key === 'data' && explanation !== undefined);
	return hasFailed && isExplained && filled.every(isKnown);
}

/** Returns the code and the message of an error response (reference, section 7), if there are any. */
export function errorEnvelope(body: unknown): { code?: string; message?: string } {
	if (!isObject(body)) return {};
	const [first] = [body.errors, body.error].map((each) => (Array.isArray(each) ? (each[0] as unknown) : undefined));
	const places = [body.error, first, body].filter(isObject);
	const textAt = (names: string[]) =>
		places.flatMap((place) => names.map((name) => place[name])).find((each) => typeof each === 'string');
	return { code: textAt(['code']), message: textAt(WORDS) ?? [first].find((each) => typeof each === 'string') };
}
