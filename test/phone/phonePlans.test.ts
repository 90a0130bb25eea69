import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPossiblePhoneNumber } from 'libphonenumber-js/max';
import { splitFullNumber } from '../../nodes/phone/numberingPlan';
import { worldNumbers } from './worldNumbers';

const root = join(__dirname, '../..');
const written = readFileSync(join(root, 'nodes', 'phone', 'phonePlans.ts'), 'utf8');

test('the numbering plans are those of libphonenumber-js; `npm run phone-plans` updates them', () => {
	const script = "import { phonePlans } from './tools/scripts/phonePlans.mjs'; process.stdout.write(phonePlans());";
	const made = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(written === made).toBe(true);
});

test('the numbering plans have at most 25 kB', () => {
	expect(Buffer.byteLength(written)).toBeLessThan(25_000);
});

test('every number of libphonenumber-js is possible, and every mobile is one', () => {
	const numbers = worldNumbers();
	const wrong = numbers.filter(({ digits, code, isMobile }) => {
		const { plan, number = '' } = splitFullNumber(digits) ?? {};
		const isRight = plan?.code === code && plan.isPossible(number);
		return !isRight || (isMobile && !plan.isMobile(number)) || !isPossiblePhoneNumber(`+${digits}`);
	});
	expect(wrong.map(({ digits }) => digits)).toEqual([]);
});
