import { readComplaints } from '../../../probe/evidence/complaints';
import { shapes } from './shapes';
import { allowed, misplaced, quotes, required, types, unknown, values } from './wordings';

const names = 'wix to plimAddress zender_id krab-lu message type conteudo.texto'.split(' ');
const [one, other] = ['frase', 'foto'];

const quoted = (wording: string, name = '') =>
	quotes.map(([before, after]) => {
		const put = (each: string) => before + each + after;
		return wording.replace('{}', put(name)).replace('[1]', put(one)).replace('[2]', put(other));
	});

/** All sentences of these wordings that are not read as they are meant. */
const misread = (wordings: readonly string[], isRead: (text: string, name: string) => boolean) =>
	wordings.flatMap((wording) => names.flatMap((name) => quoted(wording, name).filter((text) => !isRead(text, name))));

function complaint(text: string, sent: string[]) {
	const { about } = readComplaints({ message: text }, [], sent);
	return about.length === 1 && about[0]!.names.length === 1 ? { ...about[0]!, name: about[0]!.names[0] } : undefined;
}

test.each([
	['lacks', 'required', required, []],
	['has although the service does not know it', 'unknown', unknown, undefined],
] as const)('a name that a request %s is read from many wordings', (_what, kind, wordings, sent) => {
	const isRead = (text: string, name: string) => {
		const read = complaint(text, sent === undefined ? [name] : []);
		return read?.kind === kind && read.name === name;
	};
	expect(misread(wordings, isRead)).toEqual([]);
});

test('a name that another type of messages has is read from many wordings', () => {
	const isRead = (text: string, name: string) => {
		const read = complaint(text, [name]);
		return read?.isMisplaced === true && read.name === name;
	};
	expect(misread(misplaced, isRead)).toEqual([]);
});

test.each<[string, string | undefined, string[]]>([
	['accepted values', undefined, values],
	...Object.entries(types).map(([expects, wordings]): [string, string, string[]] => [expects, expects, wordings]),
])('what must be in a field is read from many wordings: %s', (_what, expects, wordings) => {
	const isRead = (text: string, name: string) => {
		const read = complaint(text, [name]);
		const isMeant = expects === undefined ? read?.values.join() === [one, other].join() : read?.expects === expects;
		return read?.kind === 'invalid' && read.name === name && isMeant;
	};
	expect(misread(wordings, isRead)).toEqual([]);
});

test.each(allowed)('"%s" lists names, and complains about none', (wording) => {
	for (const text of quoted(wording))
		expect({ text, ...readComplaints({ message: text }, [], ['wix']) }).toEqual({
			text,
			about: [],
			rejected: [],
			allowed: [one, other],
		});
});

/** Names that keys of error bodies have, too. */
const usual = [...names, 'text', 'name', 'content', 'data.url', 'key', 'body'];
/** Names that cannot be told from the rest of such a body. */
const ambiguous: Record<string, RegExp> = {
	text: /^(body|key|name|data)/,
	sentences: /^(body|key|name|data)/,
	messages: /^(body|key|name|data)/,
	'pointers with a code': /^body$/,
	'one object per name': /^message$/,
};

describe.each(Object.entries(shapes))('an error body with %s', (title, shape) => {
	// A code alone does not say which values are accepted.
	test.each(
		(
			[
				['required', required, 'MISSING_FIELD'],
				['unknown', unknown, 'unknown-field'],
				['invalid', [...values, ...Object.values(types).flat()], 'INVALID'],
			] as const
		).filter(([kind]) => !(title === 'codes' && kind === 'invalid')),
	)('says which names are %s', (kind, wordings, code) => {
		const pairs = usual
			.map((name, n) => [name, usual[(n + 3) % usual.length]!])
			.filter((pair) => !pair.some((name) => ambiguous[title]?.test(name)));
		for (const [n, wording] of wordings.filter((each) => each.startsWith('{} ')).entries())
			for (const pair of pairs.filter((_pair, m) => m % 5 === n % 5)) {
				const said = pair.map((name) => {
					const [, whole] = quoted(wording, name);
					return { name, whole: whole!, bare: whole!.replace(/^'[^']*' /, ''), code };
				});
				const sent = kind === 'required' ? [] : pair;
				const { about } = readComplaints(shape(said), [], sent);
				const read = new Set(about.map((each) => `${each.kind} ${each.names.join('|')}`));
				expect({ wording, read }).toEqual({ wording, read: new Set(pair.map((name) => `${kind} ${name}`)) });
			}
	});
});

test.each([
	['Something went wrong while we processed your request'],
	['An unexpected error occurred. Please try again later.'],
	['The instance is offline'],
	['Too many requests, slow down'],
	['You are not allowed to do this'],
	['Recipient has no account'],
	['Não foi possível enviar a mensagem'],
])('the message "%s" lists no names', (text) => {
	const { about, allowed: listed } = readComplaints({ success: false, error: { message: text } });
	expect(listed).toEqual([]);
	expect(about.filter(({ kind }) => kind !== 'invalid')).toEqual([]);
});

test('a long text takes little time, and is not read to its end', () => {
	const text = `${'a,'.repeat(30_000)} ${'is required '.repeat(3_000)}`;
	expect(readComplaints({ message: text }).about).toEqual([]);
});
