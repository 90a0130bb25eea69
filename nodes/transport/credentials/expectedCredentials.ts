import { UserError } from '../../shared/userError';
import type { ServiceCredentials } from './credentials';

/** n8n would send a request with credentials other than those that it was prepared with. Nothing was sent. */
export class OtherCredentialsError extends UserError {
	override name = 'OtherCredentialsError';

	constructor() {
		super(
			'The credentials changed while the request was prepared',
			'Nothing was sent. If the credentials contain an expression, it must return the same value each time.',
		);
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

/** Records with which credentials a request was prepared: they determine its URL and the rate limiter that it waited for. */
export function expectCredentials(options: object, credentials: ServiceCredentials): void {
	expected.set(options, credentials);
}

/** @throws OtherCredentialsError if a request was prepared with credentials other than those that n8n sends it with */
export function assertExpected(options: object, credentials: ServiceCredentials): void {
	const prepared = expected.get(options);
	if (prepared !== undefined && !hasSameAccess(prepared, credentials))
		throw new OtherCredentialsError();
}
