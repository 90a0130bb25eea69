import type { Item } from '../../../nodes/MessagingIntegration/run/item';
import { NotRepeatedError } from '../../../nodes/MessagingIntegration/run/outcomes';
import { cancelSummary, summaryOf } from '../../../nodes/MessagingIntegration/run/summary';
import { expectAnswers } from '../../support/project';

/** @param text index, progress, kind of request, why it failed (`again` if it was not sent again), recipient */
function itemOf(text: string): Item {
	const [index, progress, requestKind, reason = '', recipient] = text.split(' ');
	const getNodeParameter = () => {
		if (recipient === 'broken') throw new Error('The expression is invalid');
		return recipient;
	};
	const failure = reason === 'again' ? new NotRepeatedError() : reason && new Error(reason);
	const context = { getNode: () => ({ parameters: { recipient } }), getNodeParameter };
	return { index: Number(index), progress, requestKind, failure: failure || undefined, context } as never;
}

test('after the error of a run and when it is canceled, the user learns what happened to all items', async () => {
	await expectAnswers('run/items/summaries.txt', (counts = '', itemTexts = '') => {
		const [total = 0, succeeded = 0] = counts.split(', ').map(parseFloat);
		const run = { total, succeeded, items: itemTexts.split(', ').map(itemOf) };
		return `${summaryOf(run)} / ${cancelSummary(run)}`;
	});
});
