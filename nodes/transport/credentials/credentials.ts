import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isAllowedDomain, readAllowedDomains } from './allowedDomains';
import { trimEnd } from '../../shared/text';

/** Name of the credentials type. */
export const CREDENTIAL_TYPE = 'messagingIntegrationApi';

/** The credentials, validated. */
export interface ServiceCredentials {
	apiKey: string;
	environment: 'production' | 'test';
	/** Without a trailing slash; ends with `/api/v2`. */
	baseUrl: string;
	/** Secret of webhooks that the user created; empty if not set. */
	webhookSecret: string;
	/** Hosts that requests may go to; undefined = all. */
	allowedDomains?: string[];
}

/** Reference, section 5.4. It does not say that there are no others, so unknown prefixes are allowed. */
const ENVIRONMENT_OF_PREFIX = { sk_live_: 'production', sk_test_: 'test' } as const;

const LABEL = { production: 'Production', test: 'Test' } as const;

/**
 * Parses and validates the decrypted credentials.
 *
 * @throws UserError if the key is missing or contains characters that a header cannot have, if its prefix contradicts the
 *   environment (reference, section 5.4), or if the base URL is not https (http for local hosts) or does not end with /api/v2
 */
export function parseCredentials(credentials: ICredentialDataDecryptedObject): ServiceCredentials {
	const apiKey = String(credentials.apiKey ?? '').trim();
	const environment = credentials.environment === 'test' ? 'test' : 'production';
	if (apiKey === '') {
		throw new UserError('The API key is missing', 'Fill in the API Key field of the credentials.');
	}
	if (!/^[\x21-\x7e]+$/.test(apiKey)) {
		throw new UserError(
			'The API key contains invalid characters',
			'Copy it again from the dashboard into the API Key field, without spaces or line breaks.',
		);
	}
	for (const [prefix, belongsTo] of Object.entries(ENVIRONMENT_OF_PREFIX)) {
		if (apiKey.startsWith(prefix) && belongsTo !== environment) {
			throw new UserError(
				`The API key is a ${LABEL[belongsTo].toLowerCase()} key, but the credentials are for the ${LABEL[environment]} environment`,
				`Nothing was sent. Set the Environment field to ${LABEL[belongsTo]}, or enter an API key that starts with ${environment === 'test' ? 'sk_test_' : 'sk_live_'}.`,
			);
		}
	}
	const webhookSecret = String(credentials.webhookSecret ?? '').trim();
	return {
		apiKey,
		environment,
		baseUrl: readBaseUrl(credentials.baseUrl),
		webhookSecret,
		allowedDomains: readAllowedDomains(credentials),
	};
}

function readBaseUrl(value: unknown): string {
	const text = trimEnd(String(value ?? '').trim(), '/');
	const example = 'Example: https://service.example.com/api/v2';
	if (text === '') {
		throw new UserError('The base URL is missing', `Fill in the Base URL field. ${example}`);
	}
	if (!URL.canParse(text)) {
		throw new UserError(
			'The base URL is not a valid URL',
			`Correct the Base URL field. ${example}`,
		);
	}
	const url = new URL(text);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalHost(url.hostname))) {
		throw new UserError(
			'The base URL must start with https://',
			'Correct the Base URL field. Plain HTTP would expose the API key on the network, so it is only allowed for this machine and private networks.',
		);
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		throw new UserError(
			'The base URL must not contain credentials, a query or a fragment',
			`Remove the user name, password, "?" and "#" from the Base URL field. ${example}`,
		);
	}
	if (!url.pathname.endsWith('/api/v2')) {
		throw new UserError(
			'The base URL must end with /api/v2',
			`Correct the Base URL field. ${example}`,
		);
	}
	return `${url.origin}${url.pathname}`;
}

/**
 * Whether a host is this machine or in a private network, where plain HTTP is allowed.
 *
 * @param hostname as in `URL.hostname`; IPv6 in brackets
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/[[\]]|\.$/g, '');
	if (/\.(localhost|local|localdomain|internal|lan|home\.arpa)$/.test(host)) return true;
	if (host === '::1' || /^f[cd][0-9a-f]{2}:/.test(host) || /^fe[89ab][0-9a-f]:/.test(host))
		return true;
	const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
	if (!parts) {
		// A name without a dot is this machine (localhost), a container or a machine on the local network.
		return !host.includes('.') && !host.includes(':');
	}
	const [first, second] = [Number(parts[1]), Number(parts[2])];
	return (
		first === 127 ||
		first === 10 ||
		(first === 172 && second >= 16 && second <= 31) ||
		(first === 192 && second === 168) ||
		(first === 169 && second === 254)
	);
}

/**
 * Prevents the key from being sent to another origin than the base URL's.
 *
 * @param url absolute, or relative to `baseURL`
 * @param baseURL as in n8n's request options
 * @throws UserError if the URL is invalid or has another origin
 */
export function assertSameOrigin(
	credentials: ServiceCredentials,
	url: string,
	baseURL?: string,
): void {
	const absolute = /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `${baseURL ?? ''}${url}`;
	const { origin } = new URL(credentials.baseUrl);
	if (!URL.canParse(absolute) || new URL(absolute).origin !== origin) {
		throw new UserError(
			`The credentials only allow requests to ${origin}`,
			'The request goes to another host. Use the host of the Base URL, or send the request without these credentials.',
		);
	}
}

/**
 * Enforces the field Allowed HTTP Request Domains for every URL that we request, including redirects and files on other hosts.
 *
 * @param url absolute
 * @throws UserError that names the host and the field
 */
export function assertAllowedDomain({ allowedDomains }: ServiceCredentials, url: string): void {
	if (isAllowedDomain(url, allowedDomains)) return;
	const { hostname } = new URL(url);
	throw new UserError(
		`The credentials do not allow requests to ${hostname}`,
		`Nothing was sent to this host. Add it to the Allowed Domains field of the credentials, or set Allowed HTTP Request Domains to All.`,
	);
}
