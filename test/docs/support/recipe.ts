import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(__dirname, '../../..');

/** One code block of the recipe: a new file, or a change of one that is there. */
export interface Step {
	path: string;
	kind: 'ts' | 'diff';
	code: string;
}

/** The code blocks of the section "Add an operation", in their order; each stands behind the path of its file in bold. */
export function readRecipe(markdown: string): Step[] {
	const [, section = ''] = /^## Add an operation\n([\s\S]*?)(?=^## )/m.exec(markdown) ?? [];
	const blocks = section.matchAll(/^\*\*`([^`]+)`\*\*[^\n]*\n\n```(ts|diff)\n([\s\S]*?)^```$/gm);
	return [...blocks].map(([, path, kind, code]) => ({ path, kind, code }) as Step);
}

/** A copy of what the recipe touches, what it needs to be tried, and nothing else. */
export function copyProject(folder: string): void {
	const parts = [
		'nodes',
		'credentials',
		'icons',
		'sandbox',
		'README.md',
		'package.json',
		'tsconfig.json',
		'tsconfig.dev.json',
		'jest.config.js',
		'eslint.config.mjs',
		'test/setup.ts',
		'test/engine/support/cases.ts',
		'test/engine/support/engine.ts',
		'test/engine/input/operations.test.ts',
	];
	for (const part of parts) {
		mkdirSync(dirname(join(folder, part)), { recursive: true });
		cpSync(join(root, part), join(folder, part), { recursive: true });
	}
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Does what a reader of the recipe would do.
 *
 * @throws when a new file is there already, or the lines to be changed are not in the file, or are there more than once
 */
export function follow(step: Step, folder: string): void {
	const file = join(folder, step.path);
	if (step.kind === 'ts') {
		if (existsSync(file)) throw new Error(`${step.path} is there already`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, step.code);
		return;
	}
	const lines = step.code.trimEnd().split('\n');
	const without = (sign: string) =>
		lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`).join('');
	const parts = readFileSync(file, 'utf8').split(without('+'));
	if (parts.length !== 2) throw new Error(`${step.path} has the lines to be changed ${parts.length - 1} times`);
	writeFileSync(file, parts.join(without('-')));
}
