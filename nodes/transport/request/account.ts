import type { IHookFunctions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import type { Clock } from '../clock';
import { CREDENTIAL_TYPE, parseCredentials, type ServiceCredentials } from '../credentials/credentials';
import { rateLimiterFor } from '../rateLimit/rateLimiter';

/** The part of n8n's context that all callers have (node, list search, trigger hooks). */
export type ServiceContext = Pick<IHookFunctions, 'getNode' | 'getCredentials' | 'logger'> & {
	helpers: Pick<IHookFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
};

/** The credentials of a run: those of its first item. Reading them takes a third of the time of an item. */
export interface RunAccount {
	first?: ServiceCredentials;
	/** Whether an item was found to have others. */
	differs?: boolean;
}

/** A request was prepared with other credentials than those with which n8n would send it. Nothing was sent. */
export class OtherCredentialsError extends UserError {
	constructor() {
		super(
			'The credentials changed while the request was prepared',
			'Nothing was sent. If the credentials contain an expression, it must return the same value each time.',
		);
	}
}

/**
 * The credentials of one item: those of the run, unless they contain expressions that differ between items. A request
 * that has to wait for the rate limit reads its own, and `authenticate` compares those with which n8n sends a request.
 * If they differ, the item is prepared again with its own.
 */
export class ItemAccount {
	private own: ServiceCredentials | undefined;

	constructor(
		private readonly context: ServiceContext,
		private readonly run: RunAccount = {},
	) {}

	/** Returns the credentials with which to prepare. @throws UserError if they cannot be used */
	async read(): Promise<ServiceCredentials> {
		return this.own ?? (this.run.first ??= await readCredentials(this.context));
	}

	/** @throws UserError if they cannot be used, OtherCredentialsError if they are not those of the preparation */
	async readForRequest(clock: Clock): Promise<ServiceCredentials> {
		const prepared = await this.read();
		const { baseUrl, apiKey } = prepared;
		const isFree = rateLimiterFor(baseUrl, apiKey, clock).isFree();
		if (this.run.differs || !isFree) await this.requireSame();
		return prepared;
	}

	/** @throws OtherCredentialsError if the item's own credentials differ, which are used from then on */
	async requireSame(): Promise<void> {
		if (await this.readOwn()) throw new OtherCredentialsError();
	}

	/** Uses the item's own credentials from now on. @returns whether they differ from those of the run */
	async readOwn(): Promise<boolean> {
		if (this.own) return false;
		const shared = await this.read().catch(() => undefined);
		const own = await readCredentials(this.context);
		if (shared && isSame(shared, own)) return false;
		this.run.differs = true;
		this.own = own;
		return true;
	}
}

const readCredentials = async (context: ServiceContext): Promise<ServiceCredentials> =>
	parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));

const isSame = (one: ServiceCredentials, other: ServiceCredentials): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/**
 * The credentials with which a request was prepared, which determine its URL and its rate limiter. The key is the
 * request's options: n8n passes them on to `authenticate` of the credentials type.
 */
export const expectedCredentials = new WeakMap<object, ServiceCredentials>();

/** @throws OtherCredentialsError if a request was prepared with other credentials */
export function assertExpected(options: object, credentials: ServiceCredentials): void {
	const prepared = expectedCredentials.get(options);
	if (prepared !== undefined && !isSame(prepared, credentials)) throw new OtherCredentialsError();
}

/** Whether an error, which n8n may have wrapped, says that the credentials do not allow the request. */
export const isRejectedByCredentials = (error: unknown): boolean =>
	[error, (error as Error).cause].some((each) => each instanceof UserError);
