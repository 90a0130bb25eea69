import { createHmac, timingSafeEqual } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { sha256 } from '../../shared/hash';
import { clocks } from '../../transport/clock';
import { CREDENTIAL_TYPE, parseCredentials } from '../../transport/credentials/credentials';
import { type FieldNames, parseFieldNames } from '../../transport/credentials/fieldNames';
import { type HmacSettings, staticData, type Trigger, type TriggerContext } from '../settings/settings';

export const TOKEN_HEADER = 'X-Messaging-Integration-Token';
export type Headers = Record<string, string | string[] | undefined>;

/** Derives the token or secret of a registration from the key and the end of the URL, whose beginning may change. */
export function deriveFromKey(what: 'token' | 'secret', apiKey: string, url: string): string {
	const hash = createHmac('sha256', apiKey).update(`webhook ${what}\n${pathEnd(url)}`);
	return hash.digest('base64url');
}

/** Returns the part of the webhook URL that identifies the trigger, whatever n8n's host or path prefix is. */
export const pathEnd = (url: string): string => url.split('/').slice(-2).join('/');

/** Returns a fingerprint of a secret or a URL. It is keyed: what is short could be guessed from a plain hash. */
export function keyedFingerprint(apiKey: string, secret: string): string {
	const hash = createHmac('sha256', apiKey).update(`fingerprint of a webhook secret\n${secret}`);
	return hash.digest('base64');
}

/** Verifies the token of a delivery by the hash of the accepted one, if there is one. @returns why it is rejected */
export function checkToken(headers: Headers, hash: string | undefined): string | undefined {
	const given = singleHeader(headers, TOKEN_HEADER);
	if (given === undefined) return missingHeader(TOKEN_HEADER);
	const isRight = hash !== undefined && constantTimeEqual(sha256(given), hash);
	return isRight ? undefined : `the header ${TOKEN_HEADER} does not match`;
}

/** Returns a header that is not empty and no list. Node joins repeated headers by a comma: no token has one. */
export function singleHeader(headers: Headers, name: string): string | undefined {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export const missingHeader = (name: string): string => `the header ${name} is missing`;

/** Compares in constant time; hashing gives both sides the same length. */
const constantTimeEqual = (a: string, b: string): boolean =>
	timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

export async function credentialsAndWebhookUrl(context: TriggerContext) {
	const credentials = parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));
	return { credentials, url: context.getNodeWebhookUrl('default') ?? '' };
}

/** How long names serve further deliveries, in ms. By default, n8n makes an isolate for each reading: 35 ms of CPU. */
const NAMES_SERVE_MS = 5_000;
const lastNames = new Map<string, { names: Promise<FieldNames>; readAt: number }>();

/**
 * Returns the Field Names, at most five seconds old, and new while the user listens. @throws an error if they cannot be
 * read: with the default names, a workflow might answer its own messages
 */
export async function readFieldNames(context: IWebhookFunctions, { isTest }: Trigger): Promise<FieldNames> {
	const place = `${context.getWorkflow().id}\n${context.getNode().credentials?.[CREDENTIAL_TYPE]?.id}`;
	const readAt = clocks.current.now();
	let last = lastNames.get(place);
	if (isTest || last === undefined || Math.abs(readAt - last.readAt) >= NAMES_SERVE_MS) {
		const names = context.getCredentials(CREDENTIAL_TYPE).then(({ fieldNames }) => parseFieldNames(fieldNames));
		lastNames.set(place, (last = { names, readAt }));
	}
	last.names.catch(() => lastNames.delete(place));
	return await last.names;
}

/** Returns the secret for signatures: the node's, the credentials' or, if automatic, a derived one; else empty. */
export async function readSecret(context: TriggerContext, trigger: Trigger): Promise<string> {
	const verification = trigger.verification();
	if (verification.mode === 'hmac' && verification.secret !== '') return verification.secret;
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	if (credentials.webhookSecret !== '' || trigger.isManual()) return credentials.webhookSecret;
	return deriveFromKey('secret', credentials.apiKey, url);
}

/** Returns the hash of the accepted token, if there is one. @throws an error if credentials are needed and unusable */
export async function readTokenHash(context: TriggerContext, trigger: Trigger) {
	const isManual = trigger.isManual();
	const { tokenHash } = staticData(context);
	if (tokenHash !== undefined && !isManual) return tokenHash;
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	if (!isManual) return sha256(deriveFromKey('token', credentials.apiKey, url));
	return credentials.webhookSecret === '' ? undefined : sha256(credentials.webhookSecret);
}

/** @throws UserError if the token or secret of a manual registration, which only the user has, is missing or short */
export async function requireSecret(context: IHookFunctions, trigger: Trigger): Promise<void> {
	const { mode } = trigger.verification();
	if (mode === 'hmac' && (await readSecret(context, trigger)) === '')
		throw new UserError(
			'The secret for the HMAC signature is missing',
			'Enter the same secret in the Webhook Secret field of the credentials and in the dashboard of the service.',
		);
	if (mode !== 'headerToken') return;
	const { credentials } = await credentialsAndWebhookUrl(context);
	// A header has no other characters.
	if (!/^[\x20-\x7e]{16,}$/.test(credentials.webhookSecret))
		throw new UserError(
			'The Webhook Secret in the credentials is missing, too short, or has other characters than ASCII',
			'Enter a random text of at least 16 characters there. In the dashboard of the service, enter the same text as the value of the header X-Messaging-Integration-Token.',
		);
}

/** @returns why a signature is rejected, without any value; undefined if it is genuine. @param now ms since 1970 */
export function checkSignature(headers: Headers, raw: Buffer, settings: HmacSettings, now: number): string | undefined {
	const { headerName, algorithm, encoding, prefix, secret } = settings;
	if (secret === '') return 'the trigger has no secret to verify the signature';
	const given = singleHeader(headers, headerName);
	if (given === undefined) return missingHeader(headerName);
	const leading = readLeadingParts(headers, given, settings, now);
	if ('rejection' in leading) return leading.rejection;
	const expected = keysOf(secret).map((key) =>
		createHmac(algorithm, key).update(leading.text).update(raw).digest(encoding),
	);
	const form = encoding === 'hex' ? /^[\da-f]+$/i : /^[A-Za-z\d+/]+={0,2}$/;
	const signatures = signaturesIn(given, prefix).filter(
		(each) => each.length === expected[0]!.length && form.test(each),
	);
	if (signatures.length === 0) return `the header ${headerName} is malformed`;
	// Hexadecimal digits may come in either case.
	const cased = (text: string) => (encoding === 'hex' ? text.toLowerCase() : text);
	const isMatch = signatures.some((each) => expected.some((right) => constantTimeEqual(cased(each), right)));
	return isMatch ? undefined : `no signature in the header ${headerName} matches`;
}

function readLeadingParts(headers: Headers, given: string, settings: HmacSettings, now: number) {
	const { signedContent, timestampHeader, idHeader, toleranceMs } = settings;
	if (signedContent === 'body') return { text: '' };
	// Some senders put the timestamp next to the signatures: `t=1700000000,v1=…`.
	const timestamp = singleHeader(headers, timestampHeader) ?? /(?:^|[\s,])t=(\d+)(?=[\s,]|$)/.exec(given)?.[1];
	if (timestamp === undefined) return { rejection: missingHeader(timestampHeader) };
	if (!/^\d{1,15}$/.test(timestamp)) return { rejection: `the header ${timestampHeader} is malformed` };
	// Seconds reach 12 digits in the year 5138, milliseconds did in 1973.
	const sentAt = Number(timestamp) * (timestamp.length >= 12 ? 1 : 1000);
	if (now - sentAt > toleranceMs) return { rejection: `the timestamp in ${timestampHeader} is too old` };
	if (sentAt - now > toleranceMs) return { rejection: `the timestamp in ${timestampHeader} is in the future` };
	if (signedContent === 'timestamp.body') return { text: `${timestamp}.` };
	const id = singleHeader(headers, idHeader);
	if (id === undefined) return { rejection: missingHeader(idHeader) };
	// A full stop would make the signature valid for another ID, timestamp and body.
	if (id.includes('.')) return { rejection: `the header ${idHeader} is malformed` };
	return { text: `${id}.${timestamp}.` };
}

/** In Standard Webhooks, `whsec_` secrets are base64; other senders use them literally. Both keys are accepted. */
function keysOf(secret: string): Array<string | Buffer> {
	const decoded = Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64');
	return decoded.length === 0 ? [secret] : [secret, decoded];
}

/** A header may contain several prefixed signatures, separated by spaces or commas, as may the prefix. */
function signaturesIn(given: string, prefix: string): string[] {
	const literal = prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return [...given.matchAll(new RegExp(`(?<=^|[\\s,])${literal}([^\\s,]+)`, 'g'))].map(([, signature]) => signature!);
}
