import { cancelSummary, summaryOf } from '../../../nodes/MessagingIntegration/run/summary';

const advice = 'To send the others anyway, set On Error to Continue (using error output) in the settings of the node.';

const failures = (first: number, count: number, isInvalid: boolean, reasonOf = (index: number) => `item ${index}`) =>
	Array.from({ length: count }, (_, n) => ({ index: first + n, failure: new Error(reasonOf(first + n)), isInvalid }));

const ten = '3rd, the 4th, the 5th, the 6th, the 7th, the 8th, the 9th, the 10th, the 11th, the 12th';
test.each([
	[15, 0, `Nothing was sent. 13 of 15 items are invalid: the ${ten} and 3 more. ${advice}`],
	[3, 1, `An earlier attempt sent 1. 1 of 3 items is invalid: the 3rd. ${advice}`],
])('of %i items, all but two invalid and %i sent before, the summary is "%s"', (total, succeeded, text) => {
	expect(summaryOf({ total, succeeded, failed: failures(2, total - 2, true) })).toBe(text);
});

const asMany = Array.from({ length: 10 }, (_, n) => `r${n} (${n + 1}${['st', 'nd', 'rd'][n] ?? 'th'})`).join(', ');
test.each([
	[['no'], 'Recipient: r0.'],
	[['r0 is invalid'], ''],
	[['no', 'no'], 'This concerns all 2 items, so nothing was sent.'],
	[['no', 'none'], `Nothing was sent. 2 of 2 items are invalid: r0 (1st), r1 (2nd). ${advice}`],
	[[...'abcdefghij'], `Nothing was sent. 10 of 10 items are invalid: ${asMany}. ${advice}`],
])('the summary of items that are invalid because of %j is "%s"', (reasons, text) => {
	const failed = failures(0, reasons.length, true, (n) => reasons[n]!);
	const named = failed.map((each) => ({ ...each, recipient: `r${each.index}` }));
	expect(summaryOf({ total: reasons.length, succeeded: 0, failed: named })).toBe(text);
});

test.each([
	[1, 0, 1, ''],
	[10, 4, 1, 'Of 10 items, 4 succeeded, the 5th failed, and 5 were not sent.'],
	[10, 4, 3, 'Of 10 items, 4 succeeded, the 5th failed, 2 more in flight also failed, and 3 were not sent.'],
	[2, 0, 1, 'Of 2 items, 0 succeeded, the 5th failed, and 1 was not sent.'],
])('the summary of %i items, %i processed and %i failed, has their numbers', (total, succeeded, failed, text) => {
	expect(summaryOf({ total, succeeded, failed: failures(4, failed, false) })).toBe(text);
});

const inFlight = 'in flight and may have been carried out.';
test.each([
	[0, undefined, [], 'Canceled after 0 of 3 items.'],
	[0, undefined, [undefined], `Canceled after 0 of 3 items. Another request was ${inFlight}`],
	[
		...([1, 'Ana', [undefined, 'Rui']] as const),
		`Canceled after 1 of 3 items, the last one to Ana. 2 other requests (to Rui) were ${inFlight}`,
	],
])(
	'a run that was canceled after %i items says what it has sent, and what was in flight',
	(succeeded, last, interrupted, text) => {
		expect(cancelSummary({ total: 3, succeeded }, last, [...interrupted])).toBe(text);
	},
);
