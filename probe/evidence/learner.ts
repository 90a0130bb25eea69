import { type Expectation, type Role, roles, wordsOf } from '../names/roles';
import { type Complaint, readComplaints } from './complaints';
import type { Candidate, Choice, Plan } from './part';
import { isIn, isUsable, within } from './paths';

/** Learns the names of one request from what the service says about those that it rejected. */
export class Learner {
	/** What the service said it requires or accepts: these paths exist. */
	readonly named = new Set<string>();
	/** By path, the types of messages with which it is required, or not known; '' = all. */
	readonly required = new Map<string, Set<string>>();
	private readonly unknown = new Map<string, Set<string>>();
	/** By path, the types of messages that must not have it, although others do. */
	private readonly misplaced = new Map<string, Set<string>>();
	/** Sets of paths of which one is required, by what they were required for. */
	private readonly either = new Map<string, { paths: string[]; types: Set<string> }>();
	readonly containers = new Set<string>();
	readonly expected = new Map<string, Expectation>();
	private readonly values = new Map<string, string[]>();
	/** Parts and values that a path refused. */
	readonly refused = new Set<string>();
	/** How many names of a part the service did not know. */
	readonly misses = new Map<Role, number>();
	/** Requests that were planned already. */
	readonly tried = new Set<string>();
	/** Whether the service says what is wrong at all. */
	isTelling = false;
	private isSettled = false;

	/** The values that the service says it accepts at a path. */
	acceptedAt(path: string): string[] {
		return this.values.get(path) ?? [];
	}

	/** What the service said of its names: those that it requires, others that it has, and the values that it accepts. */
	told(): { required: string[]; ofTypes: string[]; other: string[]; values: ReadonlyMap<string, string[]> } {
		const either = [...this.either.values()].flatMap(({ paths, types }) => paths.map((path) => [path, types] as const));
		const required = new Map([...either, ...this.required]);
		const names = [...new Set([...this.named, ...required.keys()])].filter(
			(path) => !this.isUnknown(path) && !this.containers.has(path),
		);
		return {
			required: names.filter((path) => required.get(path)?.has('')),
			ofTypes: names.filter((path) => required.get(path)?.has('') === false),
			other: names.filter((path) => !required.has(path)),
			values: this.values,
		};
	}

	/** Whether the service said that it expects at a path what a part is. */
	expects(path: string, role: Role): boolean {
		const expectation = this.expected.get(path);
		return expectation !== undefined && roles[role].expects.includes(expectation);
	}

	/** Whether the service said that it does not know a path. */
	isUnknown(path: string): boolean {
		return [...this.unknown].some(([each, types]) => within(path, each) && (types.has('') || types.size > 1));
	}

	/** Whether messages of a type must not have a path. */
	isMisplaced(path: string, type: string): boolean {
		return [...this.misplaced].some(([each, types]) => within(path, each) && isFor(types, type));
	}

	/** Whether messages of a type require a path. */
	isRequired(path: string, type: string): boolean {
		return isFor(this.required.get(path), type);
	}

	/**
	 * Takes what was required, or misplaced, without a type as that of one type alone.
	 *
	 * @param common names that every message has
	 */
	settle(type: string, common: string[]): void {
		this.isSettled = true;
		for (const [path, types] of this.required)
			if (types.delete('') && !common.includes(path)) types.add(type);
			else if (common.includes(path)) types.add('');
		for (const types of this.misplaced.values()) if (types.delete('')) types.add(type);
	}

	/** Whether some message needs a path. */
	isNeeded(path: string): boolean {
		const isOne = [...this.either.values()].some(({ paths }) => paths.includes(path));
		return isOne || this.required.has(path);
	}

	/** How many required names a request lacks, and how many it has that the service does not know. */
	problemsOf(list: Candidate[]): number {
		const type = list.find(({ role }) => role === 'type')?.choice.as ?? '';
		const lacking = [...this.required].filter(
			([path, types]) =>
				isFor(types, type) && !this.containers.has(path) && !list.some((each) => within(each.path, path)),
		);
		const excess = [...this.unknown, ...this.misplaced].filter(
			([path, types]) => isFor(types, type) && list.some((each) => within(each.path, path)),
		);
		const unmet = [...this.either.values()].filter(
			({ paths, types }) => isFor(types, type) && !list.some((each) => paths.some((path) => within(each.path, path))),
		);
		return lacking.length + unmet.length + 3 * excess.length;
	}

	/** Learns from a rejection. @returns whether it said anything about names */
	learn(errorBody: unknown, { paths, chosen, body }: Plan): boolean {
		const sent = Object.values(chosen).flatMap(({ value, as }) => [String(value), isSent(value, as) ? as : '']);
		const { about, allowed, rejected } = readComplaints(errorBody, sent.filter(Boolean), Object.values(paths));
		const used = Object.entries(paths) as Array<[Role, string]>;
		// A type at a place that the service may ignore says nothing.
		const isTyped = this.isSettled || (paths.type !== undefined && this.named.has(paths.type));
		const type = (isTyped ? chosen.type?.as : '') ?? '';
		// A type that is none does not show what the others have.
		const isNoType = about.some(({ names, values }) =>
			names.some((each) => paths.type !== undefined && isSame(paths.type, each) && values.length > 1),
		);
		for (const each of allowed.filter(isUsable)) this.name(each);
		for (const [role, path] of used)
			if (isSent(chosen[role]?.value, chosen[role]?.as) && rejected.includes(chosen[role]!.as!)) {
				this.refused.add(`${role} ${path} ${chosen[role].as}`);
				this.named.add(path);
			}
		for (const complaint of about) {
			this.isTelling = true;
			const { kind, names } = complaint;
			if (kind === 'required' && names.length > 1) this.requireOne(names.filter(isUsable), type);
			for (const name of names.filter(isUsable)) {
				const [role, path = name] = used.find(([, each]) => isSame(each, name, kind)) ?? [];
				const isCommon = role === 'instance' || role === 'recipient' || role === 'type';
				if (complaint.isMisplaced) addTo(this.misplaced, path, type);
				else if (kind !== 'unknown') this.note(path, complaint, type);
				else if (!isNoType || isCommon) this.miss(path, used, isCommon ? '' : type);
				if (kind === 'invalid' && role !== undefined) this.refuse(role, path, chosen[role], complaint.expects);
				// It is there, so it counts as empty or has another style.
				if (kind === 'required' && role !== undefined && path === name && isIn(body, path))
					this.refused.add(`${role} ${path}`);
			}
		}
		return about.length + rejected.length > 0;
	}

	/** Notes what the service says about a path that it knows. */
	private note(path: string, { kind, names, expects, values }: Complaint, type: string): void {
		this.name(path, kind === 'required' && names.length === 1 ? type : undefined);
		if (values.length > 1) this.values.set(path, values);
		if (expects === 'object') this.containers.add(path);
		else if (expects !== undefined) this.expected.set(path, expects);
	}

	/** Notes a path that the service does not know. */
	private miss(path: string, used: Array<[Role, string]>, type: string): void {
		addTo(this.unknown, path, type);
		for (const [role, place] of used) if (within(place, path)) this.misses.set(role, (this.misses.get(role) ?? 0) + 1);
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
}

const isFor = (types: Set<string> | undefined, type: string) => types?.has('') || types?.has(type) || false;

/** Whether a value contains what it stands for; the name of a format is not sent. */
const isSent = (value: unknown, as?: string): as is string => !!as && String(value).includes(as);

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
	map.set(key, (map.get(key) ?? new Set()).add(value));
}

/**
 * Whether a path is the one that a service names, perhaps only by its end. What is there may also be named in another
 * style; what is required has exactly the name that is given.
 */
const isSame = (path: string, name: string, kind?: string) =>
	path === name || path.endsWith(`.${name}`) || (kind !== 'required' && wordsOf(path).join() === wordsOf(name).join());
