import type { Spec } from './spec';
import { variedBody } from './varied';

/** What is wrong with one field of a request. */
export interface Problem {
	kind: 'required' | 'unknown' | 'misplaced' | 'enum' | 'type';
	/** Several if one of them is enough. */
	paths: string[];
	/** What it must be, e.g. "a valid URL". */
	must?: string;
	values?: string[];
}

function sentence({ kind, paths, must, values = [] }: Problem, allowed: string[]): string {
	const name = paths.join(' or ');
	if (kind === 'required') return `${name} is required`;
	if (kind === 'misplaced') return `"${name}" is only possible for the kind ${values.join()}`;
	if (kind === 'enum') return `${name} must be one of: ${values.join(', ')}`;
	if (kind === 'type') return `${name} must be ${must}`;
	return `Unknown field ${name}${allowed.length > 0 ? `. Allowed fields: ${allowed.join(', ')}` : ''}`;
}

/** The body of a rejection, as this service words it. @param allowed all its names, which some services list */
export function errorBody(spec: Spec, all: Problem[], allowed: string[]): unknown {
	const problems = spec.onlyFirst ? all.slice(0, 1) : all;
	const known = spec.listsNames ? allowed : [];
	if (spec.errors === 'varied') return variedBody(spec.seed, problems, known);
	const message = problems.map((each) => sentence(each, known)).join('; ');
	return { success: false, error: { code: 'VALIDATION_ERROR', message } };
}
