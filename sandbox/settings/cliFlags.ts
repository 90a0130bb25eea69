import type { Dialect, SandboxSettings, Tier } from '../types/sandbox';
import { dialectOf, dialects } from './dialects';
import { limitOfTier } from './tiers';

export const usage = `Usage: npm run sandbox -- [--port 4010] [--tier free|starter|pro|none|N] [--window SECONDS]
                          [--dialect documented|wrapped|bare|sparse|NAME=VALUE,…] [--seed N] [--instances N]`;

/** Reads the command line. Throws an error that says what is wrong. */
export function settingsFrom(args: string[]): SandboxSettings | 'help' {
	const settings: SandboxSettings = { port: 4010 };
	const rest = args.flatMap((arg) => (arg.startsWith('--') && arg.includes('=') ? splitOnce(arg) : [arg]));
	while (rest.length > 0) {
		const flag = rest.shift()!;
		if (flag === '--help' || flag === '-h') return 'help';
		const read = readers[flag];
		if (read === undefined) throw new Error(`There is no flag "${flag}".\n${usage}`);
		const value = rest.shift();
		if (value === undefined || value.startsWith('--')) throw new Error(`The flag ${flag} needs a value.\n${usage}`);
		Object.assign(settings, read(value));
	}
	return settings;
}

const readers: Record<string, (value: string) => SandboxSettings> = {
	'--port': (value) => ({ port: wholeNumber('--port', value, 0, 65_535) }),
	'--tier': (value) => ({ tier: tier(value) }),
	'--window': (value) => ({ windowSeconds: wholeNumber('--window', value, 1, 86_400) }),
	'--seed': (value) => ({ seed: wholeNumber('--seed', value, 0, 4_294_967_295) }),
	'--instances': (value) => ({ instances: wholeNumber('--instances', value, 0, 100_000) }),
	'--dialect': (value) => ({ dialect: dialect(value) }),
};

function wholeNumber(flag: string, text: string, low: number, high: number): number {
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < low || value > high) throw new Error(`${flag} must be a whole number from ${low} to ${high}, not "${text}".`);
	return value;
}

function tier(text: string): Tier {
	const value = /^\d+$/.test(text) ? Number(text) : (text as Tier);
	limitOfTier(value);
	return value;
}

/** A preset, settings, or a preset and settings: `sparse,createdStatus=201`. */
function dialect(text: string): Partial<Dialect> {
	const chosen: Record<string, unknown> = {};
	// A comma within a JSON value is never followed by a letter.
	for (const part of text.split(/,(?=[a-zA-Z])/)) {
		if (!part.includes('=')) {
			dialectOf(part as keyof typeof dialects);
			Object.assign(chosen, dialects[part as keyof typeof dialects]);
			continue;
		}
		const [name, value] = splitOnce(part);
		chosen[name] = valueOf(value);
	}
	dialectOf(chosen);
	return chosen;
}

function valueOf(text: string): unknown {
	// The only setting with values that look like numbers but are strings.
	if (text === '204') return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function splitOnce(text: string): [string, string] {
	const at = text.indexOf('=');
	return [text.slice(0, at), text.slice(at + 1)];
}
