// Questions to many people at once, and their replies in another order.
import assert from 'node:assert/strict';
import { waitUntil } from '../../processes/polling.mjs';

/** The phone number of the nth person, as people write it, and the address from which their messages come. */
export function person(n) {
	const digits = `55119${80000000 + n}`;
	return {
		chat: `+55 (11) 9${digits.slice(5, 9)}-${digits.slice(9)}`,
		digits,
		address: `${digits}@s.whatsapp.net`,
	};
}

/**
 * Asks 20 people at once, and answers in another order, the second half after `restart()`. Checks that each execution
 * continues once with its own reply, and that a second answer is an ordinary message.
 */
export async function askAndAnswer(questions, restart) {
	const people = Array.from({ length: 20 }, (_, n) => n);
	await questions.askAndWait(people.map((n) => ({ chat: person(n).chat, question: `Question ${n}?` })));
	const inAnotherOrder = people.toSorted((a, b) => ((a * 7) % 20) - ((b * 7) % 20));
	const answer = async (n) => await questions.play(person(n).address, `Reply ${n}`);
	await Promise.all(inAnotherOrder.slice(0, 10).map(answer));
	await questions.waitForResults(10);
	await restart();
	await Promise.all(inAnotherOrder.slice(10).map(answer));
	await questions.waitForResults(20);
	// Second answers are ordinary messages.
	for (const n of people) await questions.play(person(n).address, `Again ${n}`);

	await waitUntil(async () => (await questions.outcome()).others.length >= 20, '20 further messages');
	const { results, others, failed } = await questions.outcome();
	const byQuestion = (a, b) => a.question.localeCompare(b.question);
	assert.deepEqual(
		results.map(({ chat, question, reply }) => ({ chat, question, reply })).toSorted(byQuestion),
		people.map((n) => ({ chat: person(n).chat, question: `Question ${n}?`, reply: `Reply ${n}` })).toSorted(byQuestion),
	);
	assert.deepEqual(others.toSorted(), people.map((n) => `Again ${n}`).toSorted());
	assert.deepEqual(failed, []);
	assert.deepEqual(await questions.rows(), []);
}
