import { Learner } from '../../../probe/evidence/learner';
import type { Part } from '../../../probe/evidence/part';
import { nextPlan } from '../../../probe/evidence/plans';

const part = (role: Part['role'], value: string): Part => ({ role, choices: () => [{ value }] });
const parts = [
	part('instance', '5f0c3a52-1111-4111-8111-111111111111'),
	part('recipient', '5511987654321'),
	part('text', 'Good morning'),
];

test.each(['recipient', 'text', 'instance'] as const)(
	'if a rejection names the %s alone as unknown, the other names are kept',
	(role) => {
		const learner = new Learner();
		const first = nextPlan(learner, parts)!;
		learner.learn({ message: `Unknown field ${first.paths[role]}` }, first);
		const { [role]: refused, ...kept } = first.paths;
		const { [role]: other, ...paths } = nextPlan(learner, parts)!.paths;
		expect(paths).toEqual(kept);
		expect(other).not.toBe(refused);
	},
);

test('what a type must not have is left out of its messages, and what one requires of those of others', () => {
	const learner = new Learner();
	const typed = (type: string): Part[] => [
		{ role: 'type', choices: () => [{ value: type, as: type }], fixed: 'kind' },
		{ role: 'text', choices: () => [{ value: 'Good morning' }], shown: ['message.text', 'media.text'] },
	];
	learner.settle('chat', ['kind']);
	const picture = nextPlan(learner, typed('picture'))!;
	expect(picture.body).toMatchObject({ message: {} });
	const errors = [
		'"message" is only possible for the kind chat.',
		'"media" has to be an object.',
		'"media" is mandatory.',
	];
	for (const message of errors) learner.learn({ message }, picture);
	expect(nextPlan(learner, typed('picture'))!.body).toEqual({ kind: 'picture', media: { text: 'Good morning' } });
	expect(nextPlan(learner, typed('chat'))!.body).toEqual({ kind: 'chat', message: { text: 'Good morning' } });
	learner.learn({ message: '"media.text" is mandatory.' }, picture);
	expect(learner.told()).toMatchObject({ required: [], ofTypes: ['media.text'] });
});

test('the name of a format is not taken for a value that was sent', () => {
	const learner = new Learner();
	const data: Part[] = [{ role: 'mediaData', choices: () => [{ value: 'YSxi', as: 'base64' }], shown: ['base64'] }];
	learner.learn({ message: 'We do not recognise "base64".' }, nextPlan(learner, data)!);
	expect(learner.told().other).toEqual([]);
});

test('what rejections told is kept for a person: required names, others, and accepted values', () => {
	const learner = new Learner();
	const plan = nextPlan(learner, parts)!;
	learner.learn(
		{ errors: { wix: ['is required'], sort: ['must be one of: frase, foto'], note: ['is too long'] } },
		plan,
	);
	learner.learn({ message: 'Unknown field plu. Allowed fields: wix, extra_note' }, plan);
	expect(learner.told()).toEqual({
		required: ['wix'],
		ofTypes: [],
		other: ['sort', 'extra_note'],
		values: new Map([['sort', ['frase', 'foto']]]),
	});
});
