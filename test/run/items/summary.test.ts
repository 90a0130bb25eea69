import { summaryOf } from '../../../nodes/MessagingIntegration/run/summary';

const advice = 'To send the others anyway, set On Error to Continue (using error output) in the settings of the node.';

const contextOf = (recipient?: string) =>
	({ getNode: () => ({ parameters: { recipient } }), getNodeParameter: () => recipient }) as never;
const invalid = (index: number, message: string, recipient?: string) => ({
	...({
		index,
		requestKind: 'write',
		progress: 'invalid',
		failure: new Error(message),
		context: contextOf(recipient),
	} as const),
});

const ten = '3rd, the 4th, the 5th, the 6th, the 7th, the 8th, the 9th, the 10th, the 11th, the 12th';
test.each([
	[15, 0, `Nothing was sent. 13 of 15 items are invalid: the ${ten} and 3 more. ${advice}`],
	[3, 1, `An earlier attempt sent 1. 1 of 3 items is invalid: the 3rd. ${advice}`],
])('of %i items, all but two invalid and %i sent before, the summary is "%s"', (total, succeeded, text) => {
	const items = Array.from({ length: total - 2 }, (_, n) => invalid(n + 2, 'no'));
	expect(summaryOf({ total, succeeded, items })).toBe(text);
});

test.each([
	[1, ['no'], 'Recipient: r0.'],
	[1, ['r0 is invalid'], ''],
	[2, ['no', 'no'], 'All 2 items are invalid, so nothing was sent.'],
	[2, ['no', 'none'], `Nothing was sent. 2 of 2 items are invalid: r0 (1st), r1 (2nd). ${advice}`],
	[3, ['no', 'none'], `Nothing was sent. 2 of 3 items are invalid: r0 (1st), r1 (2nd). ${advice}`],
])('the summary of %i items that are invalid because of %j is "%s"', (total, reasons, text) => {
	const items = reasons.map((message, n) => invalid(n, message, `r${n}`));
	expect(summaryOf({ total, succeeded: 0, items })).toBe(text);
});
