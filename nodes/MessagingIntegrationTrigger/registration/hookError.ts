import type { IHookFunctions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { ServiceError } from '../../transport/errors/serviceError';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { IncompleteListError } from '../../transport/lists/listErrors';
import { MAX_DURATION_MS } from './ownWebhooks';
import { joinSentences } from '../../shared/values';

/** Makes a hook. n8n shows only the message of its error, which therefore says what happened and what to do. */
export function hook(run: (context: IHookFunctions) => Promise<boolean>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		return await run(this).catch((error: unknown) => {
			const shown = toNodeError(this.getNode(), explain(error));
			// Set after the error is created: n8n replaces messages that contain a network code.
			shown.message = joinSentences(shown.message, shown.description ?? '');
			shown.description = '';
			throw shown;
		});
	};
}

/** Replaces texts that name options which the trigger does not have. */
function explain(error: unknown): unknown {
	if (error instanceof IncompleteListError)
		return new UserError(
			`Could not search for the webhook of this trigger: ${error.message}`,
			'Set Registration to Manual and create the webhook in the dashboard of the service.',
		);
	if (!(error instanceof ServiceError)) return error;
	const { status, networkCode, outcomeUnknown } = error.failure;
	if (status === 429)
		return new UserError(
			'The API key has reached its rate limit (429)',
			'Wait a minute, then try again.',
		);
	if (status !== undefined) return error;
	if (outcomeUnknown)
		return new UserError(
			'The service may have changed the webhook, but did not confirm it',
			'Try again. The trigger then uses the webhook if it exists.',
		);
	if (networkCode !== 'MAX_DURATION' && networkCode !== 'ETIMEDOUT') return error;
	return new UserError(
		`The service did not respond within ${MAX_DURATION_MS / 1000} seconds`,
		'Check that the service is running and that the Base URL in the credentials is right, then try again.',
	);
}
