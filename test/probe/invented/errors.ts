import type { Spec } from './spec';
import { variedBody } from './varied';

/** What is wrong with one field of a request. */
export interface Problem {
	kind: 'required' | 'unknown' | 'enum' | 'type';
	/** Several if one of them is enough. */
	paths: string[];
	/** What it must be, e.g. "a valid URL"; in Portuguese and Spanish in `foreign`. */
	must?: string;
	values?: string[];
}

type Say = (problem: Problem, allowed: string[]) => unknown;

const last = (path: string) => path.split('.').at(-1)!;
const parent = (path: string) => path.split('.').slice(0, -1);
const list = (names: string[]) => names.join(', ');

/** A sentence about a problem, with the name in front. */
function english({ kind, paths, must, values }: Problem, allowed: string[], quote = ''): string {
	const name = paths.map((each) => `${quote}${each}${quote}`).join(' or ');
	if (kind === 'required') return `${name} is required`;
	if (kind === 'unknown')
		return `Unknown field ${name}${allowed.length > 0 ? `. Allowed fields: ${list(allowed)}` : ''}`;
	return kind === 'enum' ? `${name} must be one of: ${list(values!)}` : `${name} must be ${must}`;
}

const translated: Record<string, [portuguese: string, spanish: string]> = {
	'a valid UUID': ['um UUID válido', 'un UUID válido'],
	'a phone number': ['um número de telefone', 'un número de teléfono'],
	'a valid URL': ['uma URL válida', 'una URL válida'],
	'a base64 string': ['um texto em base64', 'un texto en base64'],
	'a MIME type': ['um tipo MIME', 'un tipo MIME'],
	'a string': ['um texto', 'un texto'],
	'a number': ['um número', 'un número'],
	'an object': ['um objeto', 'un objeto'],
};

function portuguese({ kind, paths, must = '', values }: Problem, allowed: string[]): string {
	const name = paths.join(' ou ');
	if (kind === 'required') return `O campo ${name} é obrigatório`;
	if (kind === 'unknown')
		return `Campo desconhecido: ${name}${allowed.length > 0 ? `. Campos permitidos: ${list(allowed)}` : ''}`;
	return kind === 'enum'
		? `O campo ${name} deve ser um dos seguintes valores: ${list(values!)}`
		: `O campo ${name} deve ser ${translated[must]?.[0] ?? 'válido'}`;
}

function spanish({ kind, paths, must = '', values }: Problem, allowed: string[]): string {
	const name = paths.join(' o ');
	if (kind === 'required') return `El campo ${name} es obligatorio`;
	if (kind === 'unknown')
		return `El campo ${name} no está permitido${allowed.length > 0 ? `. Campos aceptados: ${list(allowed)}` : ''}`;
	return kind === 'enum'
		? `El campo ${name} debe ser uno de los siguientes valores: ${list(values!)}`
		: `El campo ${name} debe ser ${translated[must]?.[1] ?? 'válido'}`;
}

const says: Record<
	Exclude<
		Spec['errors'],
		'plain' | 'sentence' | 'portuguese' | 'spanish' | 'classValidator' | 'go' | 'varied'
	>,
	Say
> = {
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
			return {
				code: 'invalid_type',
				expected: 'string',
				received: 'undefined',
				path,
				message: 'Required',
			};
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
		if (kind === 'required')
			return {
				instancePath: at,
				keyword: 'required',
				params: { missingProperty: last(path) },
				message: `must have required property '${last(path)}'`,
			};
		if (kind === 'unknown')
			return {
				instancePath: at,
				keyword: 'additionalProperties',
				params: { additionalProperty: last(path) },
				message: 'must NOT have additional properties',
			};
		const own = `/${path.replaceAll('.', '/')}`;
		return kind === 'enum'
			? {
					instancePath: own,
					keyword: 'enum',
					params: { allowedValues: values },
					message: 'must be equal to one of the allowed values',
				}
			: {
					instancePath: own,
					keyword: 'format',
					params: { format: must },
					message: `must be ${must}`,
				};
	},
	joi: (problem, allowed) => {
		const { kind, paths, values } = problem;
		const type = {
			required: 'any.required',
			unknown: 'object.unknown',
			enum: 'any.only',
			type: 'string.base',
		}[kind];
		const message =
			kind === 'unknown'
				? `"${paths[0]}" is not allowed`
				: kind === 'enum'
					? `"${paths[0]}" must be one of [${list(values!)}]`
					: english(problem, allowed, '"');
		return {
			message,
			...(paths.length > 1 ? {} : { path: paths[0]!.split('.') }),
			type,
			context: { label: paths[0], ...(values ? { valids: values } : {}) },
		};
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
	laravel: () => undefined,
	django: () => undefined,
	pointer: (problem, allowed) => ({
		status: '422',
		source: { pointer: `/data/attributes/${problem.paths[0]!.replaceAll('.', '/')}` },
		detail: english(problem, allowed),
	}),
	portugueseFields: (problem) => ({
		campo: problem.paths.join(' ou '),
		mensagem: {
			required: 'é obrigatório',
			unknown: 'não é permitido',
			enum: `deve ser um dos seguintes valores: ${list(problem.values ?? [])}`,
			type: `deve ser ${translated[problem.must ?? '']?.[0]}`,
		}[problem.kind],
	}),
};

/** The body of a rejection, as this service words it. @param allowed all its names, which some services list */
export function errorBody(spec: Spec, all: Problem[], allowed: string[]): unknown {
	const problems = spec.onlyFirst ? all.slice(0, 1) : all;
	const known = spec.listsNames ? allowed : [];
	const texts = problems.map((each) => english(each, known));
	switch (spec.errors) {
		case 'plain':
			return { success: false, error: { code: 'VALIDATION_ERROR', message: texts.join('; ') } };
		case 'sentence':
			return {
				error: problems
					.map((each) =>
						each.kind === 'required' && each.paths.length === 1
							? `Missing parameter: ${each.paths[0]}`
							: english(each, known, '`'),
					)
					.join('\n'),
			};
		case 'classValidator':
			return {
				statusCode: 400,
				error: 'Bad Request',
				message: problems.map((each) =>
					each.kind === 'unknown'
						? `property ${each.paths[0]} should not exist`
						: each.kind === 'required' && each.paths.length === 1
							? `${each.paths[0]} should not be empty`
							: english(each, []),
				),
			};
		case 'go':
			return {
				error: problems
					.map((each) =>
						each.kind === 'unknown'
							? `json: unknown field "${each.paths[0]}"`
							: english(each, [], "'"),
					)
					.join('; '),
			};
		case 'portuguese':
			return {
				sucesso: false,
				erro: {
					codigo: 'INVALIDO',
					mensagem: problems.map((each) => portuguese(each, known)).join('; '),
				},
			};
		case 'spanish':
			return { mensaje: problems.map((each) => spanish(each, known)) };
		case 'laravel':
			return {
				message: 'The given data was invalid.',
				errors: Object.fromEntries(
					problems.map((each) => [
						each.paths[0],
						[
							each.kind === 'unknown'
								? english(each, known)
								: `The ${english(each, []).replace(/ (is|must)/, ' field $1')}.`,
						],
					]),
				),
			};
		case 'django':
			return Object.fromEntries(
				problems.map((each) => [
					each.paths[0],
					[
						each.kind === 'required' && each.paths.length === 1
							? 'This field is required.'
							: english(each, known),
					],
				]),
			);
		case 'portugueseFields':
			return { erros: problems.map((each) => says.portugueseFields(each, known)) };
		case 'pydantic':
			return { detail: problems.map((each) => says.pydantic(each, known)) };
		case 'joi':
			return { details: problems.map((each) => says.joi(each, known)) };
		case 'zod':
			return {
				success: false,
				error: { name: 'ZodError', issues: problems.map((each) => says.zod(each, known)) },
			};
		case 'ajv':
			return { errors: problems.map((each) => says.ajv(each, known)) };
		case 'varied':
			return variedBody(spec.seed, problems, known);
		case 'pointer':
			return { errors: problems.map((each) => says.pointer(each, known)) };
	}
}
