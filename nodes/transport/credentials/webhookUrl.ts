import { UserError } from '../../shared/userError';
import { isLocalHost, type ServiceCredentials } from './credentials';

/** Who opens a URL of n8n. The service also requires https. */
const VISITORS = {
	service: { name: 'service', then: ', restart n8n and activate the workflow again' },
	recipient: { name: 'recipient', then: ' and restart n8n' },
};

/**
 * Checks that a URL of n8n can be reached from outside, unless the service is local, as is who uses it.
 * @throws UserError that names the n8n setting to change
 */
export function requireReachable(
	url: string,
	{ isLocal: isServiceLocal }: Pick<ServiceCredentials, 'isLocal'>,
	visitor: keyof typeof VISITORS,
): void {
	if (isServiceLocal) return;
	const { protocol, hostname, origin } = new URL(url);
	const isLocal = isLocalHost(hostname);
	if (!isLocal && (protocol === 'https:' || visitor === 'recipient')) return;
	const why = isLocal ? 'is reachable only from this machine or network' : 'does not use https';
	const { name, then } = VISITORS[visitor];
	throw new UserError(
		`The ${name} cannot reach this n8n instance: the webhook URL ${origin} ${why}`,
		`Set n8n's environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to its public https URL${then}. n8n Cloud and the tunnel for development do this automatically.`,
	);
}
