import { randomUUID } from 'node:crypto';
import type { Question } from '../../../probe/question/question';
import type { Receiver } from '../../../probe/question/receiver';
import { reportOf } from '../../../probe/report';
import { runProbe } from '../../../probe/run';
import { openSession } from '../../../probe/session';

export const ownNumber = '5511987654321';

interface Choices {
	apiKey?: string;
	write?: boolean;
	sendTo?: string;
	receiver?: Receiver;
	confirm?: (question: Question) => boolean;
	isStopped?: () => boolean;
}

/** Runs the probe as its command line does, by default with all permissions, and returns what it found. */
export async function probe(baseUrl: string, choices: Choices = {}) {
	const { apiKey = `sk_test_${randomUUID()}`, write = true, sendTo = ownNumber } = choices;
	const outcome = await runProbe({
		baseUrl,
		write,
		sendTo: sendTo === '' ? undefined : sendTo,
		receiver: choices.receiver,
		mark: 'markoftest',
		send: openSession({ baseUrl, apiKey }, () => {}),
		confirm: async (question) => choices.confirm?.(question) ?? true,
		isStopped: choices.isStopped ?? (() => false),
		onQuestion: () => {},
	});
	const { known } = outcome;
	const answered = outcome.results.filter(({ finding }) => finding).flatMap(({ question }) => question.ids);
	return { ...outcome, ...known, answered, report: reportOf(outcome) };
}
