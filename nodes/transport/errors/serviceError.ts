// This folder words errors: what happened, and what to do.

import { endSentence, joinSentences, trimEnd } from '../../shared/texts';
import { explainCause, type Explanation } from './causes';
import type { Failure } from './failure';

/** A request failed for good. `message` and `description` are for the user and contain no secret. */
export class ServiceError extends Error {
	override name = 'ServiceError';
	readonly description: string;

	constructor(readonly failure: Failure) {
		const [message, description] = wordsOf(failure);
		super(message);
		this.description = description;
	}
}

/** What to say if the request may have been carried out, and whether Retry Writes would have retried it. */
const MAY_BE_DONE = 'The request may have been carried out. Check before you send it again.';
const NOT_RETRIED =
	'The request may have been carried out before the response was lost, so n8n did not retry it. Check before you send it again. To retry such requests, turn on Retry Writes under Options.';

function wordsOf(failure: Failure): Explanation {
	const { attempts, code, outcomeUnknown, sentBody } = failure;
	const [cause, advice] = explainCause(failure);
	const own = ownMessage(failure);
	const message = leadingMessage(failure) ?? cause;
	const isUnsent = failure.isWrite && failure.isSent === false && !outcomeUnknown;
	const description = joinSentences(
		explainedCause(message, cause),
		advice,
		outcomeUnknown ? (failure.retryWritesHelps ? NOT_RETRIED : MAY_BE_DONE) : '',
		isUnsent ? 'Nothing was sent.' : '',
		attempts > 1 ? `n8n made ${attempts} attempts.` : '',
		message.startsWith(own) ? '' : endSentence(`The service says: ${own}`),
		code === undefined ? '' : `The service's code is ${code}.`,
		sentBody === undefined ? '' : `This was sent: ${sentBody}`,
	);
	return [message, description];
}

/** Returns the cause for the description, unless it is the message. The status is given once. */
function explainedCause(message: string, cause: string): string {
	if (message === cause) return '';
	const status = / \(\d+\)$/.exec(cause)?.[0] ?? '';
	return message.endsWith(status) ? cause.slice(0, cause.length - status.length) : cause;
}

/** Returns what the user should read before the cause: the service's own message, or that a write may be done. */
function leadingMessage(failure: Failure): string | undefined {
	const own = ownMessage(failure);
	if (own !== '' && isRejected(failure)) return `${own} (${failure.status})`;
	if (!failure.outcomeUnknown || !isLost(failure)) return undefined;
	return failure.sendsMessage
		? 'The message may already have been sent'
		: 'The request may already have been carried out';
}

/** Whether the service has refused the request. */
function isRejected({ problem }: Failure): boolean {
	if (problem?.kind === 'unusable') return problem.reason === 'errorEnvelope';
	return problem?.kind !== 'notStored';
}

/** Whether there is no response, or one that says nothing about a write. */
function isLost({ status, problem }: Failure): boolean {
	if (problem?.kind === 'unusable') return ['html', 'brokenJson', 'tooLarge'].includes(problem.reason);
	return status === undefined || problem?.kind === 'notProcessed';
}

/** Returns the beginning of the service's own message, in one line and without its full stop, or an empty text. */
function ownMessage({ serviceMessage = '' }: Failure): string {
	return trimEnd(serviceMessage.slice(0, 2_000).replace(/\s+/g, ' ').trim(), '.').trim();
}
