// Programs of the system.
import { execFileSync } from 'node:child_process';
import { PlainError } from '../../scripts/run.mjs';

/**
 * Returns the path of a program.
 *
 * @throws {PlainError} that names its Debian package, if the program is not installed
 */
export function installed(command, debianPackage = command) {
	try {
		return execFileSync('which', [command]).toString().trim();
	} catch {
		throw new PlainError(`${command} is missing (on Debian: apt-get install ${debianPackage})`);
	}
}
