import type { Fields } from '../../nodes/shared/plainValues';
import { type Role, roles, soundsLike, wordsOf } from '../names/roles';
import { readComplaints } from './complaints';
import type { Expectation } from './phrases';

/** A value that a part can have, and what it stands for in Field Names, e.g. a suffix or the name of a type. */
export interface Choice {
	value: unknown;
	as?: string;
	score?: number;
}

/** A part of a request whose name is to be found. */
export interface Part {
	role: Role;
	/** The values to try. @param accepted what the service says about this path */
	choices(accepted: string[]): Choice[];
	/** The name that is known; '' = the part is not sent. */
	fixed?: string;
	/** Names that records show, the most likely first. */
	shown?: string[];
	/** Names that other parts have. */
	taken?: string[];
	/** How likely a request has to go without it; undefined = never. */
	absentScore?: number;
	/** How many names are combined with those of other parts. */
	most?: number;
}

export interface Plan {
	paths: Partial<Record<Role, string>>;
	chosen: Partial<Record<Role, Choice>>;
	body: Fields;
}

/** A request without any part. */
export const NO_PLAN: Plan = { paths: {}, chosen: {}, body: {} };

interface Candidate {
	role: Role;
	path: string;
	choice: Choice;
	score: number;
}

/** Candidates per part that are combined. */
const MOST = 6;
/** After so many names that the service does not know, a part is rather left out. */
const MANY = 10;
/** What a name is worth that the part must not have, because the service expects something else there. */
const MISFIT = -20;

/** Learns the names of one request from what the service says about those that it rejected. */
export class Learner {
	/** What the service said it requires or accepts: these paths exist. */
	readonly named = new Set<string>();
	/** By path, the types of messages with which it is required, or not known; '' = all. */
	private readonly required = new Map<string, Set<string>>();
	private readonly unknown = new Map<string, Set<string>>();
	/** Sets of paths of which one is required, by what they were required for. */
	private readonly either = new Map<string, { paths: string[]; types: Set<string> }>();
	private readonly containers = new Set<string>();
	private readonly expected = new Map<string, Expectation>();
	private readonly values = new Map<string, string[]>();
	/** Parts and values that a path refused. */
	private readonly refused = new Set<string>();
	/** How many names of a part the service did not know. */
	private readonly misses = new Map<Role, number>();
	private readonly tried = new Set<string>();
	/** Whether the service says what is wrong at all. */
	private isTelling = false;
	private isSettled = false;

	/** The values that the service says it accepts at a path. */
	acceptedAt(path: string): string[] {
		return this.values.get(path) ?? [];
	}

	/** Whether the service said that it expects at a path what a part is. */
	expects(path: string, role: Role): boolean {
		const expectation = this.expected.get(path);
		return expectation !== undefined && roles[role].expects.includes(expectation);
	}

	/** Whether the service said that it does not know a path. */
	isUnknown(path: string): boolean {
		return [...this.unknown].some(
			([each, types]) => within(path, each) && (types.has('') || types.size > 1),
		);
	}

	/** The names that a part may have, the most likely first. @param shown names that records show */
	namesFor(role: Role, shown: string[] = []): string[] {
		const part: Part = { role, shown, choices: () => [{ value: '' }], most: 20 };
		return this.candidatesFor(part, [part]).map(({ path }) => path);
	}

	/**
	 * Takes what was required without a type as required by one type alone.
	 *
	 * @param common names that every message has
	 */
	settle(type: string, common: string[]): void {
		this.isSettled = true;
		for (const [path, types] of this.required)
			if (types.delete('') && !common.includes(path)) types.add(type);
			else if (common.includes(path)) types.add('');
	}

	/** The most likely request that was not tried yet. */
	next(parts: Part[]): Plan | undefined {
		let plans: Array<{ list: Candidate[]; score: number; rank: number }> = [
			{ list: [], score: 0, rank: 0 },
		];
		for (const part of parts) {
			const candidates = this.candidatesFor(part, parts);
			plans = plans
				.flatMap(({ list, score, rank }) =>
					candidates
						.filter(({ path }) => !list.some((each) => overlap(each.path, path)))
						.map((each) => ({
							list: [...list, each],
							score: score + each.score,
							rank: rank + each.score + (this.isNeeded(each.path) ? 10 : 0),
						})),
				)
				.sort((one, other) => other.rank - one.rank)
				.slice(0, 2_000);
		}
		const ranked = plans
			.map((each) => ({ ...each, score: each.score - 10 * this.problemsOf(each.list) }))
			.sort((one, other) => other.score - one.score);
		for (const { list } of ranked) {
			const plan = this.planOf(list);
			const key = JSON.stringify(list.map(({ role, path, choice }) => [role, path, choice.as]));
			if (this.tried.has(key)) continue;
			this.tried.add(key);
			return plan;
		}
		return undefined;
	}

	/** How many required names a request lacks, and how many it has that the service does not know. */
	private problemsOf(list: Candidate[]): number {
		const type = list.find(({ role }) => role === 'type')?.choice.as ?? '';
		const isFor = (types: Set<string>) => types.has('') || types.has(type);
		const lacking = [...this.required].filter(
			([path, types]) =>
				isFor(types) && !this.containers.has(path) && !list.some((each) => within(each.path, path)),
		);
		const excess = [...this.unknown].filter(
			([path, types]) => isFor(types) && list.some((each) => within(each.path, path)),
		);
		const unmet = [...this.either.values()].filter(
			({ paths, types }) =>
				isFor(types) && !list.some((each) => paths.some((path) => within(each.path, path))),
		);
		return lacking.length + unmet.length + 3 * excess.length;
	}

	/** Learns from a rejection. @returns whether it said anything about names */
	learn(errorBody: unknown, { paths, chosen, body }: Plan): boolean {
		const sent = Object.values(chosen).flatMap(({ value, as }) => [String(value), as ?? '']);
		const { about, allowed, rejected } = readComplaints(errorBody, sent.filter(Boolean));
		const used = Object.entries(paths) as Array<[Role, string]>;
		// A type at a place that the service may ignore says nothing.
		const isTyped = this.isSettled || (paths.type !== undefined && this.named.has(paths.type));
		const type = (isTyped ? chosen.type?.as : '') ?? '';
		// A type that is none does not show what the others have.
		const isNoType = about.some(({ names, values }) =>
			names.some(
				(each) => paths.type !== undefined && isSame(paths.type, each) && values.length > 1,
			),
		);
		for (const each of allowed.filter(isUsable)) this.name(each);
		for (const [role, path] of used)
			if (chosen[role]?.as && rejected.includes(chosen[role].as)) {
				this.refused.add(`${role} ${path} ${chosen[role].as}`);
				this.named.add(path);
			}
		for (const { kind, names, expects, values } of about) {
			this.isTelling = true;
			if (kind === 'required' && names.length > 1) this.requireOne(names.filter(isUsable), type);
			for (const name of names.filter(isUsable)) {
				const [role, path = name] = used.find(([, each]) => isSame(each, name, kind)) ?? [];
				const isCommon = role === 'instance' || role === 'recipient' || role === 'type';
				if (kind === 'unknown' && isNoType && !isCommon) continue;
				if (kind === 'unknown')
					for (const [each, place] of used)
						if (within(place, path)) this.misses.set(each, (this.misses.get(each) ?? 0) + 1);
				if (kind === 'unknown') addTo(this.unknown, path, isCommon ? '' : type);
				else this.name(path, kind === 'required' && names.length === 1 ? type : undefined);
				if (values.length > 1) this.values.set(path, values);
				if (expects === 'object') this.containers.add(path);
				else if (expects !== undefined) this.expected.set(path, expects);
				if (kind === 'invalid' && role !== undefined)
					this.refuse(role, path, chosen[role], expects);
				// It is there, so it counts as empty or has another style.
				if (kind === 'required' && role !== undefined && path === name && isIn(body, path))
					this.refused.add(`${role} ${path}`);
			}
		}
		return about.length + rejected.length > 0;
	}

	/** @param requiredFor the type of message that requires it, if any does */
	private name(path: string, requiredFor?: string): void {
		const names = path.split('.');
		for (let n = 1; n < names.length; n += 1) this.containers.add(names.slice(0, n).join('.'));
		this.named.add(path);
		if (requiredFor !== undefined) addTo(this.required, path, requiredFor);
	}

	private requireOne(paths: string[], type: string): void {
		const key = paths.join();
		const types = this.either.get(key)?.types ?? new Set();
		this.either.set(key, { paths, types: types.add(type) });
	}

	private refuse(role: Role, path: string, choice?: Choice, expects?: Expectation): void {
		this.refused.add(`${role} ${path} ${choice?.as ?? ''}`);
		const isFit = expects !== undefined && roles[role].expects.includes(expects);
		const isListed = this.values.has(path) && role === 'type';
		if (!isFit && !isListed && choice?.as === undefined) this.refused.add(`${role} ${path}`);
	}

	private candidatesFor(part: Part, parts: Part[]): Candidate[] {
		const { role, fixed, shown = [], taken = [], absentScore, most = MOST } = part;
		const others = parts.filter(({ fixed: each }) => each).map(({ fixed: each }) => each!);
		const leaves = shown.map((each) => each.split('.').at(-1)!);
		const usual = this.usualNames(role);
		// A quoted message is often an object of its own.
		const inner = role === 'quotedMessageId' ? usual : [];
		const wrapped = [...this.containers].flatMap((container) =>
			[
				...leaves,
				...(container.includes('.') ? [] : inner),
				...usual.map((each) => each.split('.').at(-1)!),
			].map((name) => `${container}.${name}`),
		);
		const all =
			fixed === undefined ? [...this.named, ...shown, ...leaves, ...usual, ...wrapped] : [fixed];
		const paths = [...new Set(all)].filter(
			(path) =>
				fixed !== undefined ||
				(!this.containers.has(path) &&
					!taken.includes(path) &&
					!this.isUnknown(path) &&
					!this.refused.has(`${role} ${path}`) &&
					!others.some((each) => overlap(each, path))),
		);
		const found = paths.flatMap((path) => {
			if (path === '') return [absent(role, 0)];
			const choices = part.choices(this.acceptedAt(path));
			return choices
				.filter(({ as }) => !this.refused.has(`${role} ${path} ${as ?? ''}`))
				.map((choice) => ({
					role,
					path,
					choice,
					score: this.scoreOf(part, path) + (choice.score ?? 0),
				}));
		});
		if (absentScore !== undefined && fixed === undefined)
			found.push(absent(role, absentScore + this.absentBonus(role)));
		const ranked = found.sort((one, other) => other.score - one.score);
		const best = [...new Set(ranked.map(({ path }) => path))];
		const kept = new Set([...best.slice(0, most), ...best.filter((path) => this.isNeeded(path))]);
		const counts = new Map<string, number>();
		return ranked.filter(({ path }) => {
			counts.set(path, (counts.get(path) ?? 0) + 1);
			return kept.has(path) && counts.get(path)! <= MOST;
		});
	}

	/** Whether some message needs a path. */
	isNeeded(path: string): boolean {
		const isOne = [...this.either.values()].some(({ paths }) => paths.includes(path));
		return isOne || this.required.has(path);
	}

	/** How much likelier a part is not needed if the service says what is. */
	private absentBonus(role: Role): number {
		if (!this.isTelling) return 0;
		const isLost = role !== 'type' && (this.misses.get(role) ?? 0) >= MANY;
		return (
			(isLost ? 8 : 0) +
			((role === 'type' || role === 'instance') && this.required.size > 1 ? 10 : 6)
		);
	}

	/** The usual names of a part, first in the style of the names that the service has. */
	private usualNames(role: Role): string[] {
		const named = [...this.named].join(' ');
		const separator = named.includes('_') ? '_' : named.includes('-') ? '-' : undefined;
		const { names } = roles[role];
		if (separator === undefined) return names;
		const restyled = names.map((name) =>
			name.replace(/([a-z])(?=[A-Z])/g, `$1${separator}`).toLowerCase(),
		);
		return [...new Set([...restyled, ...names])];
	}

	/** What a usual name is worth; less if the service says what its names are. */
	private usualScore(rank: number): number {
		if (rank === 0) return this.isTelling ? 3 : 5;
		return rank < 0 ? 0 : (2 - rank / 10) / (this.isTelling ? 3 : 1);
	}

	private scoreOf({ role, shown = [], fixed }: Part, path: string): number {
		if (fixed !== undefined) return 0;
		const { names, expects } = roles[role];
		const expectation = this.expected.get(path);
		const rank = names.includes(path) ? names.indexOf(path) : this.usualNames(role).indexOf(path);
		const place = shown.indexOf(path);
		const isLeaf = shown.some((each) => each.split('.').at(-1) === path.split('.').at(-1));
		const isInside = this.containers.has(path.split('.').slice(0, -1).join('.'));
		const isList = this.acceptedAt(path).length > 1;
		return (
			(this.required.has(path) ? 5 : this.named.has(path) ? 4 : 0) +
			(place >= 0 ? 9 - Math.min(place, 4) / 2 : isLeaf ? (isInside ? 8 : 4) : 0) +
			this.usualScore(rank) +
			(rank >= 0 && isInside ? 1.5 : 0) +
			3 * soundsLike(path, role) -
			(rank >= 0 ? 0 : 1.5 * Math.max(0, ...rivals(role).map((each) => soundsLike(path, each)))) +
			(expectation === undefined ? 0 : expects.includes(expectation) ? 8 : MISFIT) +
			(isList ? (role === 'type' ? 8 : MISFIT) : 0)
		);
	}

	private planOf(list: Candidate[]): Plan {
		const sent = list.filter(({ path }) => path !== '');
		const body: Fields = {};
		for (const { path, choice } of sent) put(body, path, choice.value);
		for (const path of this.containers)
			if (this.required.has(path) && !isIn(body, path)) put(body, path, {});
		return {
			paths: Object.fromEntries(sent.map(({ role, path }) => [role, path])),
			chosen: Object.fromEntries(sent.map(({ role, choice }) => [role, choice])),
			body,
		};
	}
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
	map.set(key, (map.get(key) ?? new Set()).add(value));
}

/** A name of a field: no value, and none that objects inherit. */
export const isUsable = (path: string) =>
	path.length < 80 &&
	path
		.split('.')
		.every(
			(name) =>
				/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) &&
				!/\d{3}/.test(name) &&
				!(name in Object.prototype),
		);

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
		(each) =>
			each !== role &&
			!(role === 'chat' && each === 'recipient') &&
			!(role === 'caption' && each === 'text'),
	);

const within = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`);
const overlap = (one: string, other: string) =>
	one !== '' && other !== '' && (within(one, other) || within(other, one));

/**
 * Whether a path is the one that a service names, perhaps only by its end. What is there may also be named in another
 * style; what is required has exactly the name that is given.
 */
const isSame = (path: string, name: string, kind?: string) =>
	path === name ||
	path.endsWith(`.${name}`) ||
	(kind !== 'required' && wordsOf(path).join() === wordsOf(name).join());

function isIn(body: Fields, path: string): boolean {
	let level: unknown = body;
	for (const name of path.split('.')) {
		if (typeof level !== 'object' || level === null || !Object.hasOwn(level, name)) return false;
		level = (level as Fields)[name];
	}
	return true;
}

/** Puts a value at a path with dots; the path of an object that is there already is kept. */
export function put(body: Fields, path: string, value: unknown): void {
	const names = path.split('.');
	const last = names.pop()!;
	let place = body;
	for (const name of names) {
		if (!Object.hasOwn(place, name)) place[name] = {};
		place = place[name] as Fields;
	}
	place[last] = value;
}
