import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isAllowedDomain, readAllowedDomains } from './allowedDomains';

/** Name of the credentials type that every request is made with. */
export const CREDENTIALS = 'messagingIntegrationApi';

/** Who we are at the service, checked. */
export interface Account {
	apiKey: string;
	environment: 'production' | 'test';
	/** Without a trailing slash; ends with `/api/v2`. */
	baseUrl: string;
	/** What the user's own webhooks prove their deliveries with; empty when there is none. */
	webhookSecret: string;
	/** Hosts that the credential may be used for; undefined = no restriction. */
	allowedDomains?: string[];
}

/** Reference, section 5.4. Other prefixes are let through: two are shown, no more is promised. */
const ENVIRONMENT_OF_PREFIX = { sk_live_: 'production', sk_test_: 'test' } as const;

const LABEL = { production: 'Production', test: 'Test' } as const;

/**
 * Checks the credentials before anything is sent.
 *
 * @param credentials the decrypted fields `apiKey`, `environment`, `baseUrl`, `webhookSecret`
 * @returns the account, its base URL without trailing slashes
 * @throws UserError when the key is missing or cannot be a header, when its prefix contradicts the environment
 *   (reference, section 5.4), or when the base URL is not https (http for loopback and private hosts) ending with /api/v2
 */
export function parseCredentials(credentials: ICredentialDataDecryptedObject): Account {
	const apiKey = String(credentials.apiKey ?? '').trim();
	const environment = credentials.environment === 'test' ? 'test' : 'production';
	if (apiKey === '') {
		throw new UserError('The API key is missing', 'Fill in the field API Key of the credential.');
	}
	if (!/^[\x21-\x7e]+$/.test(apiKey)) {
		throw new UserError(
			'The API key holds characters that no key has',
			'Copy it again from the dashboard into the field API Key, without spaces or line breaks.',
		);
	}
	for (const [prefix, belongsTo] of Object.entries(ENVIRONMENT_OF_PREFIX)) {
		if (apiKey.startsWith(prefix) && belongsTo !== environment) {
			throw new UserError(
				`The API key is a ${LABEL[belongsTo].toLowerCase()} key, but the credential is for the environment ${LABEL[environment]}`,
				`Nothing was sent. Either set the field Environment to ${LABEL[belongsTo]}, or enter in API Key a key that begins with ${environment === 'test' ? 'sk_test_' : 'sk_live_'}.`,
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
	const text = String(value ?? '')
		.trim()
		.replace(/\/+$/, '');
	const example = 'It looks like https://service.example.com/api/v2.';
	if (text === '') {
		throw new UserError('The base URL is missing', `Fill in the field Base URL. ${example}`);
	}
	if (!URL.canParse(text)) {
		throw new UserError('The base URL is not an address', `Correct the field Base URL. ${example}`);
	}
	const url = new URL(text);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalHost(url.hostname))) {
		throw new UserError(
			'The base URL has to begin with https://',
			'Correct the field Base URL. Plain http would show the API key to everyone on the way; it is accepted only for this machine and private networks.',
		);
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		throw new UserError(
			'The base URL holds more than an address',
			`Remove user name, password, "?" and "#" from the field Base URL. ${example}`,
		);
	}
	if (!url.pathname.endsWith('/api/v2')) {
		throw new UserError(
			'The base URL does not end with /api/v2',
			`Correct the field Base URL. ${example}`,
		);
	}
	return `${url.origin}${url.pathname}`;
}

/**
 * Whether a host is this machine or in a private network, where plain http is in order.
 *
 * @param hostname as `URL.hostname` gives it; IPv6 in brackets
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/[[\]]/g, '');
	if (/\.(localhost|local|internal|lan|home\.arpa)$/.test(host)) return true;
	if (host === '::1' || /^f[cd][0-9a-f]{2}:/.test(host) || /^fe[89ab][0-9a-f]:/.test(host)) return true;
	const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
	if (!parts) {
		// A name without a dot is this machine (localhost), a container or a machine of the own network.
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
 * Keeps the key at home: a request with these credentials may only go to the origin of the base URL.
 *
 * @param account the checked account
 * @param url absolute, or relative to `baseURL`
 * @param baseURL as in n8n's request options
 * @throws UserError when the address is of another origin, or none at all
 */
export function assertSameOrigin(account: Account, url: string, baseURL?: string): void {
	const absolute = /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `${baseURL ?? ''}${url}`;
	const home = new URL(account.baseUrl).origin;
	if (!URL.canParse(absolute) || new URL(absolute).origin !== home) {
		throw new UserError(
			`This API key is only sent to ${home}`,
			'The request goes to another host. Use the host of the Base URL, or a request without this credential.',
		);
	}
}

/**
 * Keeps to the field Allowed HTTP Request Domains of the credential, for every address that a request of ours goes to:
 * the service, where a redirect leads, and files elsewhere.
 *
 * @param url absolute
 * @throws UserError naming the host and the field
 */
export function assertAllowedDomain({ allowedDomains }: Account, url: string): void {
	if (isAllowedDomain(url, allowedDomains)) return;
	const { hostname } = new URL(url);
	throw new UserError(
		`The credential does not allow requests to ${hostname}`,
		`Nothing was sent there. Add ${hostname} to the field Allowed Domains of the credential, or set Allowed HTTP Request Domains to All.`,
	);
}
