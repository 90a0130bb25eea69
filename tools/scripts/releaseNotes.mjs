// Prints the section of the changelog for the version of package.json, without its heading.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, projectRoot } from './run.mjs';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
const sections = changelog.split(/^## /m);
const section = sections.find((each) => each.startsWith(`[${version}]`));
if (section === undefined) throw new PlainError(`CHANGELOG.md has no section "[${version}]".`);
console.log(section.slice(section.indexOf('\n')).trim());
