import { type Role, roles, soundsLike } from '../names/roles';
import type { Learner } from './learner';
import type { Candidate, Part } from './part';
import { overlap } from './paths';

/** Names, and values of each, that are combined with those of other parts. */
const MOST = 6;
/** After so many names that the service does not know, a part is rather left out. */
const MANY = 10;
/** What a name is worth that the part must not have, because the service expects something else there. */
const MISFIT = -20;

/** The names that a part may have, with their values, the most likely first. @param parts of the same request */
export function candidatesFor(learner: Learner, part: Part, parts: Part[]): Candidate[] {
	const { role, fixed, shown = [], taken = [], absentScore, most = MOST } = part;
	const others = parts.filter(({ fixed: each }) => each).map(({ fixed: each }) => each!);
	const type = typeOf(learner, parts);
	const leaves = shown.map((each) => each.split('.').at(-1)!);
	const usual = usualNames(learner, role);
	// A quoted message is often an object of its own.
	const inner = role === 'quotedMessageId' ? usual : [];
	const wrapped = [...learner.containers].flatMap((container) =>
		[...leaves, ...(container.includes('.') ? [] : inner), ...usual.map((each) => each.split('.').at(-1)!)].map(
			(name) => `${container}.${name}`,
		),
	);
	const all = fixed === undefined ? [...learner.named, ...shown, ...leaves, ...usual, ...wrapped] : [fixed];
	const paths = [...new Set(all)].filter(
		(path) =>
			fixed !== undefined ||
			(!learner.containers.has(path) &&
				!taken.includes(path) &&
				!learner.isUnknown(path) &&
				!(type !== undefined && learner.isMisplaced(path, type)) &&
				!learner.refused.has(`${role} ${path}`) &&
				!others.some((each) => overlap(each, path))),
	);
	const found = paths.flatMap((path) => {
		if (path === '') return [absent(role, 0)];
		const choices = part.choices(learner.acceptedAt(path));
		return choices
			.filter(({ as }) => !learner.refused.has(`${role} ${path} ${as ?? ''}`))
			.map((choice) => ({
				role,
				path,
				choice,
				score: scoreOf(learner, part, path) + (choice.score ?? 0),
			}));
	});
	if (absentScore !== undefined && fixed === undefined)
		found.push(absent(role, absentScore + absentBonus(learner, role)));
	const ranked = found.sort((one, other) => other.score - one.score);
	const best = [...new Set(ranked.map(({ path }) => path))];
	const kept = new Set([...best.slice(0, most), ...best.filter((path) => learner.isNeeded(path))]);
	const counts = new Map<string, number>();
	return ranked.filter(({ path }) => {
		counts.set(path, (counts.get(path) ?? 0) + 1);
		return kept.has(path) && counts.get(path)! <= MOST;
	});
}

/** The most likely type of the message, once its name is known. */
function typeOf(learner: Learner, parts: Part[]): string | undefined {
	const { fixed, choices } = parts.find(({ role }) => role === 'type') ?? {};
	if (!fixed || choices === undefined) return undefined;
	return choices(learner.acceptedAt(fixed)).sort((one, other) => (other.score ?? 0) - (one.score ?? 0))[0]?.as;
}

/** How much likelier a part is not needed if the service says what is. */
function absentBonus(learner: Learner, role: Role): number {
	if (!learner.isTelling) return 0;
	const isLost = role !== 'type' && (learner.misses.get(role) ?? 0) >= MANY;
	return (isLost ? 6 : 0) + ((role === 'type' || role === 'instance') && learner.required.size > 1 ? 10 : 6);
}

/** The usual names of a part, first in the style of the names that the service has. */
function usualNames(learner: Learner, role: Role): string[] {
	const named = [...learner.named].join(' ');
	const separator = named.includes('_') ? '_' : named.includes('-') ? '-' : undefined;
	const { names } = roles[role];
	if (separator === undefined) return names;
	const restyled = names.map((name) => name.replace(/([a-z])(?=[A-Z])/g, `$1${separator}`).toLowerCase());
	return [...new Set([...restyled, ...names])];
}

/** What a usual name is worth; less if the service says what its names are. */
function usualScore(learner: Learner, rank: number): number {
	if (rank === 0) return learner.isTelling ? 3 : 5;
	return rank < 0 ? 0 : (2 - rank / 10) / (learner.isTelling ? 3 : 1);
}

/** How likely a path is the name of a part. */
function scoreOf(learner: Learner, { role, shown = [], fixed }: Part, path: string): number {
	if (fixed !== undefined) return 0;
	const { names, expects } = roles[role];
	const expectation = learner.expected.get(path);
	const rank = names.includes(path) ? names.indexOf(path) : usualNames(learner, role).indexOf(path);
	const place = shown.indexOf(path);
	const isLeaf = shown.some((each) => each.split('.').at(-1) === path.split('.').at(-1));
	const isInside = learner.containers.has(path.split('.').slice(0, -1).join('.'));
	const isList = learner.acceptedAt(path).length > 1;
	return (
		(learner.required.has(path) ? 5 : learner.named.has(path) ? 4 : 0) +
		(place >= 0 ? 9 - Math.min(place, 4) / 2 : isLeaf ? (isInside ? 8 : 4) : 0) +
		usualScore(learner, rank) +
		(rank >= 0 && isInside ? 1.5 : 0) +
		3 * soundsLike(path, role) -
		(rank >= 0 ? 0 : 1.5 * Math.max(0, ...rivals(role).map((each) => soundsLike(path, each)))) +
		(expectation === undefined ? 0 : expects.includes(expectation) ? 8 : MISFIT) +
		(isList ? (role === 'type' ? 8 : MISFIT) : 0)
	);
}

const absent = (role: Role, score: number): Candidate => ({
	role,
	path: '',
	choice: { value: undefined },
	score,
});

/** Other parts that a name may mean instead. */
const rivals = (role: Role): Role[] =>
	(
		[
			'instance',
			'recipient',
			'type',
			'text',
			'mediaUrl',
			'mediaData',
			'fileName',
			'mimeType',
			'quotedMessageId',
		] as const
	).filter(
		(each) => each !== role && !(role === 'chat' && each === 'recipient') && !(role === 'caption' && each === 'text'),
	);
