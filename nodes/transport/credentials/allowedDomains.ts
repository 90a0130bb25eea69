import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * Reads the field Allowed HTTP Request Domains, which n8n adds to every credential that it can use in its HTTP Request node.
 *
 * "None" keeps a credential out of that node and means nothing here, as in n8n's own check (`getCredentialAllowedDomains`):
 * the credential is used by the nodes that it belongs to.
 *
 * @param credentials the decrypted fields
 * @returns host names, in lower case; undefined = every host
 */
export function readAllowedDomains(credentials: ICredentialDataDecryptedObject): string[] | undefined {
	if (credentials.allowedHttpRequestDomains !== 'domains') return undefined;
	return String(credentials.allowedDomains ?? '')
		.split(',')
		.map(plainHost)
		.filter((domain) => domain !== '');
}

/**
 * Whether a request may go to an address, by n8n's rule: `*.example.com` stands for the subdomains of example.com only.
 *
 * @param url absolute
 */
export function isAllowedDomain(url: string, allowed: string[] | undefined): boolean {
	if (allowed === undefined) return true;
	const host = plainHost(new URL(url).hostname);
	return allowed.some((domain) => (domain.startsWith('*.') ? domain.length > 2 && host.endsWith(domain.slice(1)) : host === domain));
}

function plainHost(name: string): string {
	return name.trim().toLowerCase().replace(/\.$/, '');
}
