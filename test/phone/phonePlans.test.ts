import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
