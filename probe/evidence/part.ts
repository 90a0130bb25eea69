import type { Fields } from '../../nodes/shared/values';
import type { Role } from '../names/roles';

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

/** A name that a part may have, with one of its values. */
export interface Candidate {
	role: Role;
	path: string;
	choice: Choice;
	score: number;
}
