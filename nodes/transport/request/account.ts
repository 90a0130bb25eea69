import { UserError } from '../../shared/userError';
import type { Clock } from '../clock';
import {
	CREDENTIAL_TYPE,
	parseCredentials,
	type ServiceCredentials,
} from '../credentials/credentials';
import { rateLimiterFor } from '../rateLimit/rateLimiter';
import type { ServiceContext } from './requestOnce';

/**
 * The credentials of the requests of a run. Reading and decrypting them takes a third of the time of an item, so those
 * of an earlier request are used again. But they may contain expressions that differ between items. So a request only
 * uses them if it need not wait for the rate limit, and `authenticate` compares them with those that n8n sends it with.
 */
export class RunAccount {
	private earlier: ServiceCredentials | undefined;

	private differs = false;

	/**
	 * @param isOwn whether to read the credentials of this request in any case
	 * @throws UserError if the credentials cannot be used
	 */
	async read(context: ServiceContext, clock: Clock, isOwn = false): Promise<ServiceCredentials> {
		if (this.earlier && !this.differs && !isOwn) {
			const { baseUrl, apiKey } = this.earlier;
			if (rateLimiterFor(baseUrl, apiKey, clock).isFree()) return this.earlier;
		}
		const own = parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));
		this.differs ||= this.earlier !== undefined && !hasSameAccess(this.earlier, own);
		this.earlier ??= own;
		return own;
	}
}

/** Whether two credentials give access to the same account and hosts. */
export function hasSameAccess(one: ServiceCredentials, other: ServiceCredentials): boolean {
	return (
		one.apiKey === other.apiKey &&
		one.baseUrl === other.baseUrl &&
		String(one.allowedDomains) === String(other.allowedDomains)
	);
}

/** By request options, which n8n passes on to `authenticate` of the credentials type. */
const expected = new WeakMap<object, ServiceCredentials>();

/** Records with which credentials a request was prepared: they determine its URL and its rate limiter. */
export function expectCredentials(options: object, credentials: ServiceCredentials): void {
	expected.set(options, credentials);
}

/** @throws UserError if a request was prepared with credentials other than those that n8n sends it with */
export function assertExpected(options: object, credentials: ServiceCredentials): void {
	const prepared = expected.get(options);
	if (prepared === undefined || hasSameAccess(prepared, credentials)) return;
	throw new UserError(
		'The credentials changed while the request was prepared',
		'Nothing was sent. If the credentials contain an expression, it must return the same value each time.',
	);
}

/** Whether an error, which n8n may have wrapped, says that the credentials do not allow the request. */
export function isRejectedByCredentials(error: unknown): boolean {
	return [error, (error as Error).cause].some((each) => each instanceof UserError);
}
