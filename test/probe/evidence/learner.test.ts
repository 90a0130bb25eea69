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

test('what rejections told is kept for a person: required names, others, and accepted values', () => {
	const learner = new Learner();
	const plan = nextPlan(learner, parts)!;
	learner.learn(
		{
			errors: {
				wix: ['is required'],
				sort: ['must be one of: frase, foto'],
				note: ['is too long'],
			},
		},
		plan,
	);
	learner.learn({ message: 'Unknown field plu. Allowed fields: wix, extra_note' }, plan);
	expect(learner.told()).toEqual({
		required: ['wix'],
		other: ['sort', 'extra_note'],
		values: new Map([['sort', ['frase', 'foto']]]),
	});
});
