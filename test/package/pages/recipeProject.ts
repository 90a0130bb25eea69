import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../support/project';

export interface Step {
	path: string;
	kind: 'ts' | 'diff';
	code: string;
}

/** The code blocks of the section "Add an operation", in order. Each follows the path of its file in bold. */
export function readRecipe(markdown: string): Step[] {
	const [, section = ''] = /^## Add an operation\n([\s\S]*?)(?=^## )/m.exec(markdown) ?? [];
	const blocks = section.matchAll(/^\*\*`([^`]+)`\*\*[^\n]*\n\n```(ts|diff)\n([\s\S]*?)^```$/gm);
	return [...blocks].map(([, path, kind, code]) => ({ path, kind, code }) as Step);
}

export function copyProject(folder: string): void {
	const parts = [
		...['nodes', 'credentials', 'icons', 'tools/sandbox', 'docs/reference.md', 'README.md'],
		...['package.json', 'tsconfig.json', 'tsconfig.dev.json', 'jest.config.js'],
		...['eslint.config.mjs', '.prettierrc.json', 'test/globalSetup.ts', 'test/globalTeardown.ts'],
		...['test/runner', 'test/setup.ts', 'test/support', 'test/run/support'],
		'test/run/input/operations.test.ts',
	];
	for (const part of parts) {
		mkdirSync(dirname(join(folder, part)), { recursive: true });
		cpSync(join(root, part), join(folder, part), { recursive: true });
	}
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** @throws if a new file already exists, or the lines to change are not in the file exactly once */
export function follow(step: Step, folder: string): void {
	const file = join(folder, step.path);
	if (step.kind === 'ts') {
		if (existsSync(file)) throw new Error(`${step.path} already exists`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, step.code);
		return;
	}
	for (const { before, after } of hunksOf(step)) replaceOnce(file, before, after);
}

/** Reverts a step, so that the recipe can be tested in a project in which it has been followed. */
export function revert(step: Step, folder: string): void {
	const file = join(folder, step.path);
	if (step.kind === 'ts') rmSync(file);
	else for (const { before, after } of hunksOf(step)) replaceOnce(file, after, before);
}

/** The parts of a diff, each after a line `@@`. The last line of a part may be the beginning of a longer line. */
function hunksOf(step: Step): Array<{ before: string; after: string }> {
	return step.code
		.split(/^@@\n/m)
		.slice(1)
		.map((hunk) => {
			const lines = hunk.trimEnd().split('\n');
			const without = (sign: string) =>
				lines
					.filter((line) => !line.startsWith(sign))
					.map((line) => line.slice(1))
					.join('\n');
			return { before: without('+'), after: without('-') };
		});
}

function replaceOnce(file: string, before: string, after: string): void {
	const parts = readFileSync(file, 'utf8').split(before);
	if (parts.length !== 2) throw new Error(`${file} contains the lines to change ${parts.length - 1} times`);
	writeFileSync(file, parts.join(after));
}
