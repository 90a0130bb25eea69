// This folder words errors: what happened, and what to do.

import { joinSentences, trimEnd } from '../../shared/texts';
import { explainCause, type Explanation } from './causes';
import type { Failure } from './failure';

/** A request failed for good. `message` and `description` are for the user and contain no secret. */
export class ServiceError extends Error {
	override name = 'ServiceError';
	readonly description: string;

	/** @param cause an error of n8n or this package, without secrets */
	constructor(
		readonly failure: Failure,
		cause?: unknown,
	) {
		const [message, description] = wordsOf(failure);
		super(message, { cause });
		this.description = description;
	}
}

/** Puts a failure into words: its cause, what the service says about it, and what to do. */
function wordsOf(failure: Failure): Explanation {
	const { attempts, status, code, serviceMessage = '', outcomeUnknown, sentBody, hasOptions } = failure;
	const [cause, advice] = explainCause(failure);
	// The beginning of the service's message, in one line and without its full stop; perhaps empty.
	const sentence = trimEnd(serviceMessage.slice(0, 2_000).replace(/\s+/g, ' ').trim(), '.').trim();
	const headline = sentence === '' || isFoundByUs(failure) ? cause : `${sentence} (${status})`;
	// The headline, unless a doubt is what the user should read first.
	const message = isDoubtful(failure) ? DOUBT[failure.sendsMessage ? 'message' : 'request'] : headline;
	// A sentence of the service says more than its status does.
	const isExplained = message === headline && !failure.problem && sentence.split(' ').length >= MIN_WORDS;
	// The message has the status already.
	const remainder = message === headline ? cause.replace(` (${status})`, '') : cause;
	const retryWrites = hasOptions ? ' (see Retry Writes under Options)' : '';
	const notRetried = attempts > 1 ? '' : `, so n8n did not retry it${retryWrites}`;
	const description = joinSentences(
		message === cause || isExplained ? '' : remainder,
		isExplained && status === 409 ? '' : advice,
		outcomeUnknown ? `The request may have been carried out${notRetried}. Check before you send it again.` : '',
		failure.isUnsent ? 'Nothing was sent.' : '',
		attempts > 1 ? `n8n made ${attempts} attempts.` : '',
		message.startsWith(sentence) ? '' : `The service says: "${sentence}".`,
		code === undefined ? '' : `The service's code is ${code}.`,
		sentBody === undefined ? '' : `This was sent: ${sentBody}`,
	);
	return [message, description];
}

/** The fewest words of a sentence; fewer are e.g. the name of the status. */
const MIN_WORDS = 3;

const isFoundByUs = ({ problem }: Failure): boolean =>
	problem?.kind === 'unusable' && problem.reason !== 'errorEnvelope';

/** Messages of errors after which nobody knows whether the request was carried out. */
const DOUBT = {
	message: 'The message may already have been sent',
	request: 'The request may already have been carried out',
};

/** Whether there is no response, or one that says nothing about a write. */
const isDoubtful = ({ outcomeUnknown, status, problem }: Failure): boolean =>
	outcomeUnknown && (status === undefined || (status < 300 && problem?.kind !== 'notStored'));
