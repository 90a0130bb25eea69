import type { IHookFunctions } from 'n8n-workflow';
import { sha256 } from '../../shared/texts';
import { requireReachable } from '../../transport/credentials/credentials';
import {
	isTest,
	readFilters,
	readOptions,
	readVerification,
	staticData,
	type TriggerStaticData,
} from '../settings/settings';
import { credentialsAndWebhookUrl, deriveFromKey, pathEnd, readSecret } from '../verification/credentials';

/** The webhook that the trigger needs, and what the trigger stored about the one that it has. */
export type Wanted = Awaited<ReturnType<typeof readWanted>>;

/**
 * Reads which webhook the trigger's settings require, and what is stored about the present one. Token and secret are
 * derived, not random: n8n saves static data too late for the test event that `create` requests.
 * @throws an error of n8n or a UserError if the credentials cannot be used or the service cannot reach the URL
 */
export async function readWanted(context: IHookFunctions) {
	const { credentials, url } = await credentialsAndWebhookUrl(context);
	requireReachable(url, credentials, 'service');
	const { mode } = readVerification(context);
	const secret = mode === 'hmac' ? await readSecret(context) : undefined;
	const data: TriggerStaticData = staticData(context);
	const token = mode === 'headerToken' ? deriveFromKey('token', credentials.apiKey, url) : undefined;
	// If the service hides the token, ours is assumed: the user who listens notices if it is another one.
	const assumed: TriggerStaticData = isTest(context) && token !== undefined ? { tokenHash: sha256(token) } : {};
	const isOfTrigger = data.webhookUrl !== undefined && pathEnd(data.webhookUrl) === pathEnd(url);
	return {
		url,
		events: readFilters(context).events,
		token,
		secret,
		// With the key: what is short could be guessed from the hash of a secret alone.
		secretFingerprint: secret === undefined ? undefined : sha256(`${credentials.apiKey}\n${secret}`),
		retryOnFailure: readOptions(context).retryOnFailure,
		/** Empty if it is of another trigger or of another n8n: static data is copied with a workflow. */
		stored: isOfTrigger && data.n8nHash === n8nHashOf(context) ? { ...data } : assumed,
	};
}

export const n8nHashOf = (context: IHookFunctions): string => sha256(context.getInstanceId());
