const { existsSync } = require('node:fs');
const { rm } = require('node:fs/promises');
const { pipeline } = require('node:stream/promises');
const { dest, src } = require('gulp');
const { writeOutputSchemas } = require('./tools/scripts/outputSchemas.cjs');

/** An old file in dist/ would be published along with the new ones. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Copies what TypeScript leaves behind: icons, and each node's codex file. */
async function buildIcons() {
	// `encoding: false`: gulp 5 otherwise re-encodes what it copies.
	await copy('icons/*.svg', 'dist/icons');
	await copy('nodes/**/*.{node.json,svg}', 'dist/nodes');
	await copy('credentials/**/*.svg', 'dist/credentials');
}

/** Writes the output previews of both nodes. */
async function buildSchemas() {
	await writeOutputSchemas('dist/nodes');
}

async function copy(from, to) {
	if (!existsSync(from.split('/')[0])) return;
	// Awaiting the whole pipeline is what makes a failed copy fail the build.
	await pipeline(src(from, { encoding: false, allowEmpty: true }), dest(to));
}

exports.clean = clean;
exports['build:icons'] = buildIcons;
exports['build:schemas'] = buildSchemas;
