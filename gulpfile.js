const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');
const { writeOutputSchemas } = require('./tools/scripts/outputSchemas.cjs');

/** An old file in dist/ would be published along with the new ones. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

function compile() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });
}

/** Copies what TypeScript leaves behind: icons, and each node's codex file. */
function buildIcons() {
	// `encoding: false`: gulp 5 otherwise re-encodes what it copies.
	return src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Writes the output previews of both nodes. */
async function buildSchemas() {
	await writeOutputSchemas('dist/nodes');
}

exports['build:icons'] = buildIcons;
exports.build = series(clean, compile, parallel(buildIcons, buildSchemas));
