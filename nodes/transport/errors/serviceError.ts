// This folder words errors: what happened, and what to do.

import { joinSentences, trimEnd } from '../../shared/texts';
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

function wordsOf(failure: Failure): Explanation {
	const { attempts, status, code, serviceMessage = '', outcomeUnknown, sentBody } = failure;
	const [cause, advice] = explainCause(failure);
	// Its beginning, in one line and without its full stop.
	const own = trimEnd(serviceMessage.slice(0, 2_000).replace(/\s+/g, ' ').trim(), '.').trim();
	let message = own === '' ? cause : `${own} (${status})`;
	// What the user should read first if there is no response, or one that says nothing about a write.
	if (outcomeUnknown && (status === undefined || (status < 300 && failure.problem?.kind !== 'notStored')))
		message = `The ${failure.sendsMessage ? 'message may already have been sent' : 'request may already have been carried out'}`;
	const notRetried = attempts > 1 ? '' : ', so n8n did not retry it';
	const description = joinSentences(
		message === cause ? '' : cause,
		advice,
		outcomeUnknown ? `The request may have been carried out${notRetried}. Check before you send it again.` : '',
		failure.isUnsent ? 'Nothing was sent.' : '',
		attempts > 1 ? `n8n made ${attempts} attempts.` : '',
		message.startsWith(own) ? '' : `The service says: ${own}`,
		code === undefined ? '' : `The service's code is ${code}.`,
		sentBody === undefined ? '' : `This was sent: ${sentBody}`,
	);
	return [message, description];
}
