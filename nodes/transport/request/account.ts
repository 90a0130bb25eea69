import type { Clock } from '../clock';
import {
	CREDENTIAL_TYPE,
	parseCredentials,
	type ServiceCredentials,
} from '../credentials/credentials';
import { hasSameAccess } from '../credentials/expectedCredentials';
import { rateLimiterFor } from '../rateLimit/rateLimiters';
import type { ServiceContext } from './requestOnce';

/**
 * The credentials of the requests of a run. n8n reads credentials from its database and decrypts them each time, which takes a
 * third of the time of an item, so those of an earlier request are used again. But they may contain expressions, whose values
 * differ between items. So a request only uses them if it need not wait for the rate limit, and `authenticate` compares them with
 * those that n8n sends it with.
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
