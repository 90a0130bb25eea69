import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * Reads the field Allowed HTTP Request Domains, which n8n adds to all credentials that its HTTP Request node can use.
 *
 * "None" only excludes that node. Other nodes ignore it, as in n8n's own check (`getCredentialAllowedDomains`).
 *
 * @param credentials the decrypted fields
 * @returns host names in lower case; undefined = all hosts
 */
export function readAllowedDomains(
	credentials: ICredentialDataDecryptedObject,
): string[] | undefined {
	if (credentials.allowedHttpRequestDomains !== 'domains') return undefined;
	return String(credentials.allowedDomains ?? '')
		.split(',')
		.map(normalizeHost)
		.filter((domain) => domain !== '');
}

/**
 * Whether a request may go to a URL. As in n8n, `*.example.com` only matches subdomains of example.com.
 *
 * @param url absolute
 */
export function isAllowedDomain(url: string, allowed: string[] | undefined): boolean {
	if (allowed === undefined) return true;
	const host = normalizeHost(new URL(url).hostname);
	return allowed.some((domain) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
	);
}

function normalizeHost(name: string): string {
	return name.trim().toLowerCase().replace(/\.$/, '');
}
