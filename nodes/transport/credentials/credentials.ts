// This folder reads the credentials: key, base URL, and the names that this service uses.

import type { ICredentialDataDecryptedObject, IHookFunctions } from 'n8n-workflow';
import { parseUrl, trimEnd } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { parseFieldNames } from './fieldNames';

export const CREDENTIAL_TYPE = 'messagingIntegrationApi';

/** The header of deliveries with the token that the trigger has registered. */
export const TOKEN_HEADER = 'X-Messaging-Integration-Token';

/** The part of n8n's context that all callers have (node, list search, trigger hooks). */
export type ServiceContext = Pick<IHookFunctions, 'getNode' | 'getCredentials' | 'logger'> & {
	helpers: Pick<IHookFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
};

/** The credentials as `parseCredentials` returns them. */
export type ServiceCredentials = ReturnType<typeof parseCredentials>;

/** Environments, with the prefix of their keys (reference, section 5.4, which does not exclude other prefixes). */
const ENVIRONMENTS = {
	production: { label: 'Production', prefix: 'sk_live_' },
	test: { label: 'Test', prefix: 'sk_test_' },
};

/** Reads the credentials of a node. @throws what `parseCredentials` throws, and errors of n8n */
export const readCredentials = async (context: Pick<ServiceContext, 'getCredentials'>): Promise<ServiceCredentials> =>
	parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));

/** Parses decrypted credentials. @throws UserError for an invalid field, and for a key of another environment */
export function parseCredentials(credentials: ICredentialDataDecryptedObject) {
	const apiKey = String(credentials.apiKey ?? '').trim();
	if (!/^[\x21-\x7e]+$/.test(apiKey))
		throw new UserError(
			`The API key ${apiKey === '' ? 'is missing' : 'contains invalid characters'}`,
			'Copy it from the dashboard into the API Key field of the credentials, without spaces or line breaks.',
		);
	const { production, test } = ENVIRONMENTS;
	const isTest = credentials.environment === 'test';
	const [environment, otherEnvironment] = isTest ? [test, production] : [production, test];
	if (apiKey.startsWith(otherEnvironment.prefix))
		throw new UserError(
			`The API key is a ${otherEnvironment.label.toLowerCase()} key, but the credentials are for the ${environment.label} environment`,
			`Nothing was sent. Set the Environment field to ${otherEnvironment.label}, or enter an API key that starts with ${environment.prefix}.`,
		);
	const baseUrl = readBaseUrl(credentials.baseUrl);
	return {
		apiKey,
		environment: isTest ? 'test' : 'production',
		/** Without a trailing slash; ends with `/api/v2`. */
		baseUrl,
		/** Whether the service is on this machine or in a private network. */
		isLocal: isLocalHost(new URL(baseUrl).hostname),
		webhookSecret: String(credentials.webhookSecret ?? '').trim(),
		defaultCountryCode: readCountryCode(credentials.defaultCountryCode),
		fieldNames: parseFieldNames(credentials.fieldNames),
	};
}

/** Reads the default country code, 1 to 3 digits; empty if not set. @throws UserError */
export function readCountryCode(value: unknown): string {
	const code = String(value ?? '').replace(/^\s*(\+|00)|\s/g, '');
	if (/^([1-9]\d{0,2})?$/.test(code)) return code;
	throw new UserError(
		`The default country code "${code}" is invalid`,
		'Enter 1 to 3 digits in the Default Country Code field of the credentials, e.g. 55, or leave it empty.',
	);
}

function readBaseUrl(value: unknown): string {
	const text = trimEnd(String(value ?? '').trim(), '/');
	const url = parseUrl(text);
	const correct = 'Correct the Base URL field. Example: https://service.example.com/api/v2';
	if (url === undefined) throw new UserError(`The base URL is ${text === '' ? 'missing' : 'not a valid URL'}`, correct);
	const { protocol, hostname, username, password, search, hash, origin, pathname } = url;
	if (protocol !== 'https:' && !(protocol === 'http:' && isLocalHost(hostname)))
		throw new UserError(
			'The base URL must start with https://',
			'Correct the Base URL field. Plain HTTP would expose the API key on the network, so it is only allowed for this machine and private networks.',
		);
	if (`${username}${password}${search}${hash}` !== '' || !pathname.endsWith('/api/v2'))
		throw new UserError('The base URL must end with /api/v2, without a user name, a query or a fragment', correct);
	return `${origin}${pathname}`;
}

/** Domains without public hosts: RFC 6761, 6762 (appendix G), 8375, what ICANN keeps free, and names of clusters. */
const PRIVATE_DOMAIN =
	/\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|mail|home\.arpa|svc|cluster|consul|docker)$/;

/** Whether a host, as in `URL.hostname`, is this machine or in a private network, where plain HTTP is allowed. */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/[[\]]|\.$/g, '');
	if (PRIVATE_DOMAIN.test(host)) return true;
	if (/^(::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/.test(host)) return true;
	// The same IPv4 addresses as in the next line, as IPv6.
	if (/^::ffff:(0|7f..|a..|c0a8|a9fe|ac1.):/.test(host)) return true;
	if (/^(0|127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host)) return true;
	// A name without a dot is this machine (localhost), a container or a machine on the local network.
	return !/[.:]/.test(host);
}

/** Keeps the key from another origin than the base URL's. @throws UserError if a URL, perhaps relative, has one */
export function assertSameOrigin(baseUrl: string, url: string, baseURL = ''): void {
	const absolute = /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `${baseURL}${url}`;
	const { origin } = new URL(baseUrl);
	if (parseUrl(absolute)?.origin !== origin)
		throw new UserError(
			`The credentials only allow requests to ${origin}`,
			'The request goes to another host. Use the host of the Base URL, or send the request without these credentials.',
		);
}

/** Checks that a URL of n8n can be reached from outside, by the service only with https. @throws UserError if not */
export function requireReachable(
	url: string,
	{ isLocal: isServiceLocal }: Pick<ServiceCredentials, 'isLocal'>,
	visitor: 'service' | 'recipient',
): void {
	if (isServiceLocal) return;
	const { protocol, hostname, origin } = new URL(url);
	const isLocal = isLocalHost(hostname);
	if (!isLocal && (protocol === 'https:' || visitor === 'recipient')) return;
	const why = isLocal ? 'is reachable only from this machine or network' : 'does not use https';
	throw new UserError(
		`The ${visitor} cannot reach this n8n instance: the webhook URL ${origin} ${why}`,
		"Set n8n's environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to its public https URL, restart n8n, and try again. n8n Cloud and the tunnel for development do this automatically.",
	);
}

/** A shorter key may be an ordinary word; redacting it would garble texts. */
const SHORTEST = 8;

/** Replaces the API key in a text by a note; see `redactorOf`. */
export type Redact = (text: string) => string;

/**
 * Returns a function that redacts the API key in a text, so that a key that the service echoes reaches no error, item
 * or log. In the raw text of JSON, this includes all strings and property names.
 */
export function redactorOf(apiKey: string): Redact {
	if (apiKey.length < SHORTEST) return (text) => text;
	const pattern = new RegExp([...apiKey].map(patternOf).join(''), 'gi');
	return (text) => text.replace(pattern, '[API key]');
}

/** Returns a pattern for a character from "!" to "~": as it is, or escaped in JSON or a URL. */
function patternOf(character: string): string {
	const hex = character.charCodeAt(0).toString(16);
	const escape = /["\\/]/.test(character) ? '\\\\?' : '';
	return `(?:${escape}${character.replace(/\W/, '\\$&')}|\\\\u00${hex}|%${hex})`;
}
