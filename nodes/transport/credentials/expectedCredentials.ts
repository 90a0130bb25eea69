import type { ServiceCredentials } from './credentials';

/** n8n would send a request with other credentials than those that it was prepared with. Nothing was sent. */
export class OtherCredentials extends Error {
	override name = 'OtherCredentials';

	constructor() {
		super('The credentials have changed');
	}

	/** Whether an error of n8n's helper was caused by this one. */
	static isCauseOf(error: unknown): boolean {
		const { cause } = error as { cause?: unknown };
		return [error, cause].some((each) => each instanceof OtherCredentials);
	}
}

/** By request options, which n8n passes on to `authenticate` of the credentials type. */
const expected = new WeakMap<object, ServiceCredentials>();

/** Records with which credentials a request was prepared: they determine its URL and the rate limiter that it waited for. */
export function expectCredentials(options: object, credentials: ServiceCredentials): void {
	expected.set(options, credentials);
}

/** @throws OtherCredentials if a request was prepared with other credentials than those that n8n sends it with */
export function assertExpected(options: object, { apiKey, baseUrl }: ServiceCredentials): void {
	const prepared = expected.get(options);
	if (prepared !== undefined && (prepared.apiKey !== apiKey || prepared.baseUrl !== baseUrl))
		throw new OtherCredentials();
}
