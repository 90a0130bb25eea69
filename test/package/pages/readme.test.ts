import { execFileSync } from 'node:child_process';
import { read, root } from '../../support/project';

const [, commands = ''] = /```\n((?:npm .*\n)+)```/.exec(read('README.md')) ?? [];
const named = commands
	.trim()
	.split('\n')
	.map((line) => line.replace(/\s*#.*/, ''));

test('the README begins with the two commands that do everything, one of which CI runs', () => {
	expect(named).toEqual(['npm run demo', 'npm test']);
	expect(read('.ci/run')).toMatch(/^stage '.*' npm test /m);
	expect(read('.ci/run')).toMatch(/^stage '.*' npm run demo /m);
});

test.each(named)('the command %s starts, and explains itself', (command) => {
	const [npm = '', ...args] = command.split(' ');
	const output = execFileSync(npm, [...args, '--', '--help'], { cwd: root, encoding: 'utf8' });
	expect(output).toContain(`Usage: ${command}`);
});
