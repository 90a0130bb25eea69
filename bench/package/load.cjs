// Loads the files of a package in a new process, with n8n-workflow already loaded, and prints how long each took, in ms, and how
// many parameters its types have: `node load.cjs <folder> <file> …`
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [folder, ...files] = process.argv.slice(2);
const requireInPackage = createRequire(join(folder, 'package.json'));
requireInPackage('n8n-workflow');

const began = performance.now();
const loaded = files.map((file) => {
	const start = performance.now();
	const types = Object.values(requireInPackage(`./${file}`))
		.filter((value) => typeof value === 'function')
		.map((Type) => new Type());
	return { ms: performance.now() - start, types };
});
const total = performance.now() - began;

/** The parameters of a type; of the newest version if it has several. */
function propertiesOf(type) {
	const newest = type.nodeVersions?.[type.currentVersion] ?? type;
	return newest.description?.properties ?? newest.properties ?? [];
}

/** Counts parameters with those inside collections. */
function countAll(properties) {
	return properties.reduce((sum, { options = [] }) => {
		const inner = options.flatMap((option) => option.values ?? ('type' in option ? [option] : []));
		return sum + 1 + countAll(inner);
	}, 0);
}

const parts = loaded.map(({ ms, types }) => {
	const properties = types.flatMap(propertiesOf);
	return { ms, properties: properties.length, allProperties: countAll(properties) };
});
console.log(JSON.stringify({ total, parts }));
