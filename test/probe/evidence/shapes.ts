/** What a service says of one name, as errors of many shapes have it. */
export interface Said {
	name: string;
	/** A sentence with the name, and one without. */
	whole: string;
	bare: string;
	/** A word for a code, e.g. MISSING. */
	code: string;
}

const path = ({ name }: Said) => name.split('.');

/** Bodies of rejections; each says everything of all names. */
export const shapes: Record<string, (all: Said[]) => unknown> = {
	text: (all) => all.map(({ whole }) => whole).join('; '),
	sentences: (all) => ({ error: all.map(({ whole }) => `${whole}.`).join(' ') }),
	messages: (all) => ({ statusCode: 400, message: all.map(({ whole }) => whole) }),
	'lists by name': (all) => ({ errors: Object.fromEntries(all.map(({ name, bare }) => [name, [bare]])) }),
	'texts by name': (all) => ({ errors: Object.fromEntries(all.map(({ name, bare }) => [name, bare])) }),
	'sentences by name': (all) => ({ errors: Object.fromEntries(all.map(({ name, whole }) => [name, [whole]])) }),
	'objects by name': (all) => ({
		errors: Object.fromEntries(all.map(({ name, bare, code }) => [name, { code, message: bare }])),
	}),
	mongoose: (all) => ({
		name: 'ValidationError',
		errors: Object.fromEntries(all.map(({ name, whole }) => [name, { path: name, message: whole }])),
	}),
	'fields beside a message': (all) => ({
		error: {
			code: 'VALIDATION_ERROR',
			message: 'The request is not valid',
			fields: Object.fromEntries(all.map(({ name, bare }) => [name, bare])),
		},
	}),
	'details by name': (all) => ({ code: 400, details: Object.fromEntries(all.map(({ name, bare }) => [name, [bare]])) }),
	'paths in lists': (all) => ({
		success: false,
		issues: all.map((each) => ({ path: path(each), message: each.bare })),
	}),
	'paths with dots': (all) => all.map(({ name, bare }) => ({ path: name, message: bare })),
	'pointers with a code': (all) => ({
		errors: all.map((each) => ({ pointer: `/${path(each).join('/')}`, code: each.code, detail: each.bare })),
	}),
	locations: (all) => ({
		detail: all.map((each) => ({ loc: ['body', ...path(each)], msg: each.bare, type: each.code })),
	}),
	constraints: (all) => ({ message: all.map(({ name, bare }) => ({ property: name, constraints: { rule: bare } })) }),
	'one object per name': (all) => ({ errors: all.map(({ name, bare }) => ({ [name]: bare })) }),
	'inside the body': (all) => ({ errors: { body: Object.fromEntries(all.map(({ name, bare }) => [name, [bare]])) } }),
	fields: (all) => ({ error: all.map(({ name, bare }) => ({ field: name, issue: bare })) }),
	codes: (all) => ({ errors: all.map(({ name, code }) => ({ field: name, code })) }),
};
