import { type Said, shapes } from '../evidence/shapes';
import { allowed, misplaced, quotes, required, unknown, values } from '../evidence/wordings';
import type { Problem } from './errors';
import { Random } from './random';

const types = ['must be', 'has to be', 'needs to be', 'should be', 'is not', 'expects'];

const example: Said = { name: 'name', whole: 'whole', bare: 'bare', code: '' };
const isWhole = (shape: (all: Said[]) => unknown) => !JSON.stringify(shape([example])).includes('bare');

/** The body of a rejection in one of many wordings and shapes; a service always has the same. */
export function variedBody(seed: number, problems: Problem[], known: string[]): unknown {
	const random = new Random(seed * 31);
	const shape = random.pick(Object.values(shapes).filter((each) => each !== shapes.codes));
	const [before, after] = random.pick(quotes);
	const put = (name: string) => before + name + after;
	// Beside a name, a sentence has no subject.
	const pick = (wordings: string[]) => random.pick(wordings.filter((each) => each.startsWith('{} ') || isWhole(shape)));
	const chosen = { required: pick(required), unknown: pick(unknown), enum: pick(values), misplaced: pick(misplaced) };
	const type = `{} ${random.pick(types)} [must]`;
	const listing = random.pick(allowed.filter((each) => each.includes('[1], [2]')));
	const said = problems.map(({ kind, paths, must = '', values: list = [] }): Said => {
		const wording = kind === 'type' ? type : chosen[kind];
		const told = wording.replace(/\[1\](.*\[2\])?/, list.map(put).join(', ')).replace('[must]', must);
		const rest = kind === 'unknown' && known.length > 0 ? `. ${listed(listing, known)}` : '';
		const name = paths[0]!;
		const subject = paths.map(put).join(' or ');
		if (paths.length > 1)
			return { name, whole: `${subject} is required`, bare: `${subject} is required`, code: 'MISSING' };
		return {
			name,
			whole: told.replace('{}', subject) + rest,
			bare: told.replace('{} ', '') + rest,
			code: { required: 'MISSING', unknown: 'UNKNOWN', misplaced: 'INVALID', enum: 'INVALID', type: 'INVALID' }[kind],
		};
	});
	return shape(said);

	function listed(wording: string, names: string[]): string {
		return wording.replace('[1], [2]', names.map(put).join(', '));
	}
}
