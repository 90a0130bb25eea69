import { summaryOf } from '../../../nodes/MessagingIntegration/run/summary';

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
