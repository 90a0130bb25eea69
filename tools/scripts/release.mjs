// Makes a release: checks, bumps the version, moves the changelog's entries, commits and tags. Pushing is left to you.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, PlainError, projectRoot } from './run.mjs';

const options = process.argv.slice(2);
const isDryRun = options.includes('--dry-run');
const [bump, ...others] = options.filter((each) => each !== '--dry-run');

const run = (command, args, stdio = 'inherit') =>
	execFileSync(command, args, { cwd: projectRoot, stdio, encoding: 'utf8' });
const git = (...args) => run('git', args, 'pipe').trim();

try {
	release();
} catch (error) {
	if (!(error instanceof PlainError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}

function release() {
	if (others.length > 0 || !/^(major|minor|patch|\d+\.\d+\.\d+)$/.test(bump ?? '')) {
		throw new PlainError(
			'Say which release: npm run release -- major, minor, patch or a version such as 0.1.0. With --dry-run, nothing is changed.',
		);
	}
	const path = join(projectRoot, 'package.json');
	const { version: current } = JSON.parse(readFileSync(path, 'utf8'));
	const version = nextVersion(current, bump);
	const changelog = movedChangelog(version);
	if (git('tag', '--list', `v${version}`) !== '') throw new PlainError(`The tag v${version} exists already.`);
	if (!isDryRun) {
		if (git('status', '--porcelain') !== '') throw new PlainError('Commit your changes first.');
		if (git('branch', '--show-current') !== 'main') throw new PlainError('Switch to main first.');
	}
	for (const script of ['test', 'build', 'scan']) run(npm, ['run', script]);
	run(npm, ['publish', '--dry-run', '--ignore-scripts']);
	if (isDryRun) {
		console.log(`\nThis would be v${version}. Nothing was changed.`);
		return;
	}
	run(npm, ['version', version, '--no-git-tag-version', '--allow-same-version']);
	writeFileSync(join(projectRoot, 'CHANGELOG.md'), changelog);
	git('add', 'package.json', 'package-lock.json', 'CHANGELOG.md');
	git('commit', '--message', `Release v${version}`);
	git('tag', '--annotate', `v${version}`, '--message', `v${version}`);
	console.log(`\nTagged v${version}. To publish it, run: git push origin main v${version}`);
}

function nextVersion(current, wanted) {
	if (/^\d/.test(wanted)) return wanted;
	const [major, minor, patch] = current.split('.').map(Number);
	if (wanted === 'major') return `${major + 1}.0.0`;
	return wanted === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Returns the changelog with the entries under "Unreleased" as those of the version. */
function movedChangelog(version) {
	const text = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
	const [, entries = ''] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? [];
	if (entries.trim() === '') throw new PlainError('CHANGELOG.md has no entries under "Unreleased".');
	const date = new Date().toISOString().slice(0, 10);
	return text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`);
}
