import fc from 'fast-check';
import { type ExampleName, fillIn } from '../../../nodes/transport/credentials/example';
import { parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { refusal } from '../../support/project';

/** What an example becomes. `FULL=1` generates more. */
const EXAMPLES = process.env.FULL ? 50_000 : 200;

type Fields = Record<string, unknown>;

const NUMBER = { recipient: '5511987654321' };
const GROUP = { recipient: '1203@g.us' };
const to = '{recipient}';

const filled = (example: Fields, values: Fields, name: ExampleName = 'message') => {
	const all = { ...NUMBER, ...values };
	return fillIn(name, example, all, all.recipient === NUMBER.recipient);
};

test.each<[string, Fields, Fields, Fields]>([
	['a value is not read as an example', { a: '{text}' }, { text: '{recipient} $& $1' }, { a: '{recipient} $& $1' }],
	[
		'a placeholder as a key',
		{ '{type}': { u: '{mediaUrl}' } },
		{ type: 'image', mediaUrl: 'u' },
		{ image: { u: 'u' } },
	],
	['a placeholder in a key', { '{type}Message': '{text}' }, { type: 'text', text: 'x' }, { textMessage: 'x' }],
	[
		'a data URI',
		{ a: 'data:{mimeType};base64,{mediaData}' },
		{ mimeType: 'a/b', mediaData: 'QQ==' },
		{ a: 'data:a/b;base64,QQ==' },
	],
	['values side by side: both', { a: '{instance}{text}' }, { instance: 'i', text: 'x' }, { a: 'ix' }],
	[
		'a URL or a data URI: the data URI',
		{ a: '{mediaUrl}data:{mimeType};base64,{mediaData}' },
		{ mimeType: 'a/b', mediaData: 'QQ==' },
		{ a: 'data:a/b;base64,QQ==' },
	],
	['the text around each entry', { a: ['{mentions}@c.us'] }, { mentions: ['1', '2'] }, { a: ['1@c.us', '2@c.us'] }],
	[
		'the text around a number',
		{ a: '{recipient}@c.us', b: 'tel:+{recipient}' },
		{},
		{ a: '5511987654321@c.us', b: 'tel:+5511987654321' },
	],
	[
		'names that objects inherit',
		{ constructor: '{text}', toString: 1 } as Fields,
		{ text: 'x' },
		{ constructor: 'x', toString: 1 } as Fields,
	],
])('%s: %j', (_rule, example, values, expected) => {
	expect(filled({ to, ...example }, values)).toEqual({ to: { ...NUMBER, ...values }.recipient, ...expected });
});

test('a value becomes a name, but never the prototype of an object', () => {
	const body = filled({ to, '{type}': { polluted: '{text}' } }, { type: '__proto__', text: 'x' });
	expect(JSON.stringify(body)).toBe(`{"to":"${NUMBER.recipient}","__proto__":{"polluted":"x"}}`);
	expect([(body as { polluted?: string }).polluted, ({} as { polluted?: string }).polluted]).toEqual([
		undefined,
		undefined,
	]);
});

test.each<[ExampleName, string]>([
	['message', 'text'],
	['message', 'caption'],
	['message', 'mediaUrl'],
	['message', 'mediaData'],
	['message', 'voiceNote'],
	['message', 'replyTo'],
	['message', 'mentions'],
	['customMessage', 'content'],
])('a %s that has a value for {%s} is an error if the example has no place for it', (key, name) => {
	const message = `The example "${key}" in the Field Names has no place for {${name}}, which this message has`;
	expect(() => filled({ to }, { [name]: 'x' }, key)).toThrow(message);
	expect(() => filled({ to, '{type}': { a: `{${name}}` } }, { type: '', [name]: 'x' }, key)).toThrow(message);
	expect(filled({ to }, {}, key)).toEqual({ to: NUMBER.recipient });
});

test('the file name, the MIME type, the type, the instance, no mentions and a reply of Send Custom need no place', () => {
	const values = { fileName: 'a', mimeType: 'b', type: 'c', instance: 'd', mentions: [] };
	expect(filled({ to }, values)).toEqual({ to: NUMBER.recipient });
	expect(filled({ to }, { ...values, replyTo: 'e' }, 'customMessage')).toEqual({ to: NUMBER.recipient });
});

test('content inside a text is JSON there', () => {
	const body = filled({ to, a: 'v1:{content}' }, { content: { b: [1] } }, 'customMessage');
	expect(body).toEqual({ to: NUMBER.recipient, a: 'v1:{"b":[1]}' });
});

const NO_PLACE = 'The example "message" in the Field Names has no place for';
const placeFor = (name: string) =>
	`${NO_PLACE} ${name}, which this message has | Nothing was sent. Put "${name}" where the service expects it, in the field Field Names of the credentials.`;
test.each([
	[{ a: '{recipient}:{replyTo}' }, placeFor('{recipient}')],
	[{ to, '{type}': '{caption}', text: '{text}' }, placeFor('{caption}')],
])('the example %j is refused: %s', (example, problem) => {
	expect(refusal(() => filled(example, { type: 'text', text: 'a', caption: 'b' }))).toBe(problem);
});

/** A generated part of an example: as JSON, and what it becomes; undefined = left out, `fixed` = no placeholders. */
interface Part {
	json: unknown;
	value: unknown;
	fixed: boolean;
}

const word = fc.stringMatching(/^[a-z:@#/ ]{1,6}$/);
const constant: fc.Arbitrary<Part> = fc
	.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}), fc.constant({ k: [1] }))
	.map((json) => ({ json, value: json, fixed: true }));

/** Puts generated parts into an object or a list of an example. */
function container(parts: Part[], kind: 'list' | 'object'): Part {
	const of = (values: unknown[], skip: (part: Part) => boolean) => {
		const entries = values.flatMap((value, at) => (skip(parts[at]!) ? [] : [[`k${at}`, value] as const]));
		return kind === 'list' ? entries.map(([, value]) => value) : Object.fromEntries(entries);
	};
	const fixed = parts.every((part) => part.fixed);
	const isKept = fixed || parts.some((part) => !part.fixed && part.value !== undefined);
	return {
		json: of(
			parts.map(({ json }) => json),
			() => false,
		),
		value: isKept
			? of(
					parts.map(({ value }) => value),
					({ value }) => value === undefined,
				)
			: undefined,
		fixed,
	};
}

const message = fc.record({
	values: fc.record(
		{
			text: fc.string({ minLength: 1 }),
			caption: fc.string({ minLength: 1 }),
			replyTo: fc.uuid(),
			mediaUrl: fc.webUrl(),
			mediaData: fc.base64String({ minLength: 4 }),
			fileName: word,
			mimeType: fc.constant('a/b'),
			voiceNote: fc.constant(true),
			instance: fc.uuid(),
			type: word,
		},
		{ requiredKeys: [] },
	),
	recipient: fc.constantFrom(NUMBER.recipient, GROUP.recipient),
	seeds: fc.array(fc.tuple(fc.nat(), word, word, fc.constantFrom('list', 'object', 'key', 'none'), constant), {
		minLength: 11,
		maxLength: 11,
	}),
});

test('every generated example keeps its constants, and has each value at its place and nothing else', () => {
	const names = [
		'recipient',
		'instance',
		'type',
		'text',
		'caption',
		'replyTo',
		'mediaUrl',
		'mediaData',
		'fileName',
		'mimeType',
		'voiceNote',
	];
	fc.assert(
		fc.property(message, ({ values: given, recipient, seeds }) => {
			const values: Fields = { ...given, recipient };
			const parts = seeds.map(([nat, before, after, around, other], at): Part => {
				const name = names[at]!;
				const value = values[name];
				const isText = nat % 3 === 0 && name !== 'voiceNote';
				const isBare = !isText || recipient === GROUP.recipient;
				const leaf: Part = {
					json: isText ? `${before}{${name}}${after}` : `{${name}}`,
					value:
						value === undefined || (name === 'recipient' ? isBare : !isText)
							? value
							: `${before}${value as string}${after}`,
					fixed: false,
				};
				// The recipient must not get lost with others.
				if (around === 'none' || name === 'recipient') return leaf;
				return container(
					[other, leaf, ...(nat % 2 ? [container([leaf, other], 'object')] : [])],
					around === 'list' ? 'list' : 'object',
				);
			});
			const whole = container([...parts, container(parts.slice(1, 4), 'object')], 'object');
			const body = fillIn(
				'message',
				whole.json as Fields,
				values as Fields & typeof NUMBER,
				recipient === NUMBER.recipient,
			);
			expect(body).toStrictEqual(whole.value);
			expect(parseFieldNames({ message: whole.json }).message).toEqual(whole.json);
		}),
		{ numRuns: EXAMPLES, seed: 1 },
	);
});
