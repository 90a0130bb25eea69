import type { Clock } from '../clock';
import {
	CREDENTIAL_TYPE,
	parseCredentials,
	type ServiceCredentials,
} from '../credentials/credentials';
import { Redactor } from '../credentials/redact';
import type { RateLimiter } from '../rateLimit/rateLimiter';
import { rateLimiterFor } from '../rateLimit/rateLimiters';
import type { ServiceContext } from './requestOnce';

/** The credentials of a request, and what depends on them. */
export interface Account {
	credentials: ServiceCredentials;
	limiter: RateLimiter;
	redactor: Redactor;
}

/**
 * The account of all requests of a run. It is read once, because n8n reads credentials from its database and decrypts them
 * each time. Credentials may contain expressions, whose values differ between items: then it is read for each request.
 */
export class RunAccount {
	private account: Promise<Account> | undefined;

	private differs = false;

	/** @throws UserError if the credentials cannot be used */
	async read(context: ServiceContext, clock: Clock): Promise<Account> {
		if (this.differs) return await readAccount(context, clock);
		this.account ??= readAccount(context, clock);
		return await this.account;
	}

	/** Records that n8n uses other credentials for an item than for those before. */
	setDiffers(): void {
		this.differs = true;
	}
}

async function readAccount(context: ServiceContext, clock: Clock): Promise<Account> {
	const credentials = parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));
	const { baseUrl, apiKey } = credentials;
	return {
		credentials,
		limiter: rateLimiterFor(baseUrl, apiKey, clock),
		redactor: new Redactor(apiKey),
	};
}
