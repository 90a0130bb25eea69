import type { Fields } from '../../nodes/shared/values';
import type { Role } from '../names/roles';
import { candidatesFor } from './candidates';
import type { Learner } from './learner';
import type { Candidate, Part, Plan } from './part';
import { isIn, overlap, put } from './paths';

/** Combinations that are compared. */
const MOST_PLANS = 500;

/** The names that a part may have, the most likely first. @param shown names that records show */
export function namesFor(learner: Learner, role: Role, shown: string[] = []): string[] {
	const part: Part = { role, shown, choices: () => [{ value: '' }], most: 20 };
	return candidatesFor(learner, part, [part]).map(({ path }) => path);
}

/** The most likely request that was not tried yet. */
export function nextPlan(learner: Learner, parts: Part[]): Plan | undefined {
	let plans: Array<{ list: Candidate[]; score: number; rank: number }> = [{ list: [], score: 0, rank: 0 }];
	for (const part of parts) {
		const candidates = candidatesFor(learner, part, parts);
		plans = plans
			.flatMap(({ list, score, rank }) =>
				candidates
					.filter(({ path }) => !list.some((each) => overlap(each.path, path)))
					.map((each) => ({
						list: [...list, each],
						score: score + each.score,
						rank: rank + each.score + (learner.isNeeded(each.path) ? 10 : 0),
					})),
			)
			.sort((one, other) => other.rank - one.rank)
			.slice(0, MOST_PLANS);
	}
	const ranked = plans
		.map((each) => ({ ...each, score: each.score - 10 * learner.problemsOf(each.list) }))
		.sort((one, other) => other.score - one.score);
	for (const { list } of ranked) {
		const plan = planOf(learner, list);
		const key = JSON.stringify(list.map(({ role, path, choice }) => [role, path, choice.as]));
		if (learner.tried.has(key)) continue;
		learner.tried.add(key);
		return plan;
	}
	return undefined;
}

function planOf(learner: Learner, list: Candidate[]): Plan {
	const sent = list.filter(({ path }) => path !== '');
	const body: Fields = {};
	for (const { path, choice } of sent) put(body, path, choice.value);
	const type = list.find(({ role }) => role === 'type')?.choice.as ?? '';
	for (const path of learner.containers)
		if (learner.isRequired(path, type) && !isIn(body, path) && !learner.isMisplaced(path, type)) put(body, path, {});
	return {
		paths: Object.fromEntries(sent.map(({ role, path }) => [role, path])),
		chosen: Object.fromEntries(sent.map(({ role, choice }) => [role, choice])),
		body,
	};
}
