import { createHmac } from 'node:crypto';
import type { HmacSettings } from '../../../../nodes/MessagingIntegrationTrigger/settings/settings';
import { checkSignature } from '../../../../nodes/MessagingIntegrationTrigger/verification/signature';

export const BODY = '{"event":"message"}';
const SECONDS = 1_700_000_000;
export const NOW = SECONDS * 1000;

export const bodyAlone: HmacSettings = {
	...{ headerName: 'X-Sign', algorithm: 'sha256', encoding: 'hex', prefix: '', secret: 'secret' },
	...{ signedContent: 'body', timestampHeader: 'X-Time', idHeader: 'X-Id', toleranceMs: 300_000 },
};
export const withTimestamp: HmacSettings = { ...bodyAlone, signedContent: 'timestamp.body' };
export const withId: HmacSettings = { ...bodyAlone, signedContent: 'id.timestamp.body' };

export const UNMATCHED = 'no signature in the header X-Sign matches';
export const OLD = 'the timestamp in X-Time is too old';
export const FUTURE = 'the timestamp in X-Time is in the future';

export const hmac = (key: string | Buffer, content: string, encoding: 'hex' | 'base64' = 'hex') =>
	createHmac('sha256', key).update(content).digest(encoding);

/** Why a delivery is rejected; undefined if it is genuine. */
export const verdict = (settings: HmacSettings, headers: object, now = NOW, body = BODY) =>
	checkSignature(headers as Record<string, string>, Buffer.from(body), settings, now);
