import type { Spec } from './spec';
import { variedBody } from './varied';

/** What is wrong with one field of a request. */
export interface Problem {
	kind: 'required' | 'unknown' | 'enum' | 'type';
	/** Several if one of them is enough. */
	paths: string[];
	/** What it must be, e.g. "a valid URL"; `translated` has it in Portuguese. */
	must?: string;
	values?: string[];
}

const last = (path: string) => path.split('.').at(-1)!;
const parent = (path: string) => path.split('.').slice(0, -1);
const list = (names: string[]) => names.join(', ');

/** A sentence about a problem, with the name in front. */
function english({ kind, paths, must, values }: Problem, allowed: string[]): string {
	const name = paths.join(' or ');
	if (kind === 'required') return `${name} is required`;
	if (kind === 'unknown')
		return `Unknown field ${name}${allowed.length > 0 ? `. Allowed fields: ${list(allowed)}` : ''}`;
	return kind === 'enum' ? `${name} must be one of: ${list(values!)}` : `${name} must be ${must}`;
}

const translated: Record<string, string> = {
	'a valid UUID': 'um UUID válido',
	'a phone number': 'um número de telefone',
	'a valid URL': 'uma URL válida',
	'a base64 string': 'um texto em base64',
	'a MIME type': 'um tipo MIME',
	'a string': 'um texto',
	'a number': 'um número',
};

function portuguese({ kind, paths, must = '', values }: Problem, allowed: string[]): string {
	const name = paths.join(' ou ');
	if (kind === 'required') return `O campo ${name} é obrigatório`;
	if (kind === 'unknown')
		return `Campo desconhecido: ${name}${allowed.length > 0 ? `. Campos permitidos: ${list(allowed)}` : ''}`;
	return kind === 'enum'
		? `O campo ${name} deve ser um dos seguintes valores: ${list(values!)}`
		: `O campo ${name} deve ser ${translated[must] ?? 'válido'}`;
}

const NOT_MORE = 'must NOT have additional properties';

const says: Record<'zod' | 'ajv' | 'pydantic', (problem: Problem) => unknown> = {
	zod: (problem) => {
		const { kind, paths, values } = problem;
		if (kind === 'unknown')
			return {
				code: 'unrecognized_keys',
				keys: [last(paths[0]!)],
				path: parent(paths[0]!),
				message: `Unrecognized key(s) in object: '${last(paths[0]!)}'`,
			};
		if (paths.length > 1) return { code: 'custom', path: [], message: english(problem, []) };
		const path = paths[0]!.split('.');
		if (kind === 'required')
			return { code: 'invalid_type', received: 'undefined', path, message: 'Required' };
		if (kind === 'enum')
			return {
				code: 'invalid_enum_value',
				options: values,
				path,
				message: `Invalid enum value. Expected ${values!.map((each) => `'${each}'`).join(' | ')}`,
			};
		return { code: 'invalid_string', path, message: `Must be ${problem.must}` };
	},
	ajv: (problem) => {
		const { kind, paths, values, must } = problem;
		if (paths.length > 1)
			return { instancePath: '', keyword: 'anyOf', params: {}, message: english(problem, []) };
		const [path] = paths as [string];
		const at = `/${parent(path).join('/')}`.replace(/\/$/, '');
		const own = `/${path.replaceAll('.', '/')}`;
		const name = last(path);
		const [instancePath, keyword, params, message] = {
			required: [
				at,
				'required',
				{ missingProperty: name },
				`must have required property '${name}'`,
			],
			unknown: [at, 'additionalProperties', { additionalProperty: name }, NOT_MORE],
			enum: [own, 'enum', { allowedValues: values }, 'must be equal to one of the allowed values'],
			type: [own, 'format', { format: must }, `must be ${must}`],
		}[kind];
		return { instancePath, keyword, params, message };
	},
	pydantic: (problem) => {
		const { kind, paths, values, must } = problem;
		const loc = paths.length > 1 ? ['body'] : ['body', ...paths[0]!.split('.')];
		if (paths.length > 1) return { loc, msg: english(problem, []), type: 'value_error' };
		if (kind === 'required') return { loc, msg: 'field required', type: 'value_error.missing' };
		if (kind === 'unknown')
			return { loc, msg: 'Extra inputs are not permitted', type: 'extra_forbidden' };
		if (kind === 'enum')
			return {
				loc,
				msg: `Input should be ${values!.map((each) => `'${each}'`).join(' or ')}`,
				type: 'enum',
			};
		return { loc, msg: `Input should be ${must}`, type: 'string_type' };
	},
};

/** The body of a rejection, as this service words it. @param allowed all its names, which some services list */
export function errorBody(spec: Spec, all: Problem[], allowed: string[]): unknown {
	const problems = spec.onlyFirst ? all.slice(0, 1) : all;
	const known = spec.listsNames ? allowed : [];
	const texts = problems.map((each) => english(each, known));
	switch (spec.errors) {
		case 'plain':
			return { success: false, error: { code: 'VALIDATION_ERROR', message: texts.join('; ') } };
		case 'portuguese':
			return {
				sucesso: false,
				erro: {
					codigo: 'INVALIDO',
					mensagem: problems.map((each) => portuguese(each, known)).join('; '),
				},
			};
		case 'pydantic':
			return { detail: problems.map((each) => says.pydantic(each)) };
		case 'zod':
			return {
				success: false,
				error: { name: 'ZodError', issues: problems.map((each) => says.zod(each)) },
			};
		case 'ajv':
			return { errors: problems.map((each) => says.ajv(each)) };
		case 'varied':
			return variedBody(spec.seed, problems, known);
	}
}
