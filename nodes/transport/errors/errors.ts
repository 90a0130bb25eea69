import type { UnusableReason } from '../response/response';
import type { Failure } from './failure';
import { explainNetworkError } from './networkErrors';
import { CHECK_FIELDS, explainStatus } from './statusErrors';
import { endSentence, joinSentences, trimEnd } from '../../shared/text';

/** What happened (`message`) and what to do (`description`). */
export interface Explanation {
	message: string;
	description: string;
}

/**
 * Words a failure for the user. All errors of the service get their text here. The service's own sentence leads, if there is one.
 *
 * @returns what happened and what to do
 */
export function explain(failure: Failure): Explanation {
	return explainWith(failure, failure.outcomeUnknown ? explainOutcomeUnknown(failure) : '');
}

/**
 * Words a failure for a language model, which gets a single text.
 *
 * @returns what happened, whether it may have been carried out, and what to do
 */
export function explainToModel(failure: Failure): string {
	const { message, description } = explainWith(
		failure,
		failure.outcomeUnknown
			? 'The request may have been carried out. Do not send it again without checking.'
			: '',
	);
	return joinSentences(message, description);
}

function explainWith(failure: Failure, outcome: string): Explanation {
	const cause = explainCause(failure);
	const own = ownMessage(failure);
	const message = leadingMessage(failure) ?? cause.message;
	const description = joinSentences(
		explainedCause(message, cause.message),
		cause.description,
		outcome,
		failure.isWrite && failure.isSent === false && !failure.outcomeUnknown
			? 'Nothing was sent.'
			: '',
		failure.attempts > 1 ? `n8n made ${failure.attempts} attempts.` : '',
		message.startsWith(own) ? '' : endSentence(`The service says: ${own}`),
		failure.code === undefined ? '' : `The service's error code is ${failure.code}.`,
	);
	return { message, description };
}

/** Returns the cause for the description, unless it is the message. The status is given once. */
function explainedCause(message: string, cause: string): string {
	if (message === cause) return '';
	const status = / \(\d+\)$/.exec(cause)?.[0] ?? '';
	return message.endsWith(status) ? cause.slice(0, cause.length - status.length) : cause;
}

/** Returns what the user should read first, if it is not the cause: the service's own message, or that a write may be done. */
function leadingMessage(failure: Failure): string | undefined {
	const { status, storageMessage, unusableReason } = failure;
	const own = ownMessage(failure);
	const isRejected = unusableReason === undefined || unusableReason === 'errorEnvelope';
	if (own !== '' && isRejected && storageMessage === undefined) return `${own} (${status})`;
	const isLost =
		status === undefined ||
		failure.processingMessage !== undefined ||
		['html', 'brokenJson', 'tooLarge'].includes(unusableReason ?? '');
	if (!failure.outcomeUnknown || !isLost) return undefined;
	return failure.sendsMessage
		? 'The message may already have been sent'
		: 'The request may already have been carried out';
}

/** Longer messages of the service are cut off; characters. */
const MAX_MESSAGE = 2_000;

/** Returns the service's own message in one line and without its full stop, or an empty text. */
function ownMessage({ serviceMessage = '' }: Failure): string {
	return trimEnd(serviceMessage.slice(0, MAX_MESSAGE).replace(/\s+/g, ' ').trim(), '.').trim();
}

function explainOutcomeUnknown({ retryWritesHelps }: Failure): string {
	return retryWritesHelps
		? 'The request may have been carried out before the response was lost, so n8n did not retry it. Check before you send it again. To retry such requests, turn on Retry Writes under Options.'
		: 'The request may have been carried out. Check before you send it again.';
}

function explainCause(failure: Failure): Explanation {
	const { status } = failure;
	if (failure.storageMessage !== undefined) {
		return {
			message: 'n8n could not store the file',
			description: `n8n says: ${failure.storageMessage}`,
		};
	}
	if (failure.processingMessage !== undefined) {
		return {
			message: 'n8n could not process the response',
			description: failure.processingMessage,
		};
	}
	if (failure.forbiddenUrlPart !== undefined) {
		return {
			message: `The service returned a file URL that is not allowed (${failure.forbiddenUrlPart})`,
			description:
				'The node downloads files only from https URLs on public hosts. It allows http only if the Base URL starts with http://, and this machine or a private network only if the Base URL is there too.',
		};
	}
	if (status === undefined) return explainNetworkError(failure.networkCode);
	if (status === 429 && failure.pauseSeconds !== undefined) {
		return {
			message: `The API key has reached its rate limit, which resets in ${failure.pauseSeconds} seconds`,
			description:
				'This is longer than the node may wait. Under Options, set On Rate Limit to Wait and increase Max Wait, or run the workflow later.',
		};
	}
	if (failure.unusableReason !== undefined) return explainUnusable(failure.unusableReason, status);
	return explainStatus(failure, status);
}

function explainUnusable(reason: UnusableReason, status: number): Explanation {
	if (reason === 'errorEnvelope') {
		return {
			message: `The service rejected this request, although it responded with status ${status}`,
			description: CHECK_FIELDS,
		};
	}
	if (reason === 'html') {
		return {
			message: `The response is a web page instead of API data (${status})`,
			description:
				'Check the Base URL in the credentials: it must be the URL of the API and end with /api/v2. A proxy or a sign-in page may also respond like this.',
		};
	}
	if (reason === 'noFile') {
		return {
			message: `The response contains no file (${status})`,
			description:
				'It contains neither file data, nor base64, nor the URL of a file. Check the message ID and the query parameters.',
		};
	}
	if (reason === 'tooLarge') {
		return {
			message: `The response is larger than the node may read (${status})`,
			description:
				'It exceeds Max JSON Size. Increase it under Options, or request less data at a time.',
		};
	}
	return {
		message: `The response is incomplete or is not valid JSON (${status})`,
		description: 'A proxy or the network may have damaged it.',
	};
}
