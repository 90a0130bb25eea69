import { parseArgs } from 'node:util';
import type { DialectName, DialectSettings } from '../types/dialect';
import type { SandboxSettings, Tier } from '../types/sandbox';
import { dialectOf, dialects } from './dialects';
import { limitOfTier } from './tiers';

export const usage = `Usage: npm run sandbox -- [--port 4010] [--tier free|starter|pro|none|N] [--window SECONDS]
                          [--dialect ${Object.keys(dialects).join('|')}|NAME=VALUE,…]
                          [--seed N] [--instances N] [--max-body MEGABYTES]`;

/**
 * Reads the settings from the arguments of the command line.
 *
 * @throws an error whose message says what is wrong
 */
export function parseFlags(args: string[]): SandboxSettings | 'help' {
	const options: Record<string, { type: 'string' | 'boolean' }> = { help: { type: 'boolean' } };
	for (const name of Object.keys(parsers)) options[name] = { type: 'string' };
	try {
		const { help, ...values } = parseArgs({ args, options }).values;
		if (help) return 'help';
		const settings = Object.entries(values).map(([name, value]) => parsers[name]!(String(value)));
		return Object.assign({ port: 4010 }, ...settings);
	} catch (error) {
		throw new Error(`${(error as Error).message}\n${usage}`);
	}
}

const parsers: Record<string, (value: string) => SandboxSettings> = {
	port: (value) => ({ port: parseInteger('--port', value, 0, 65_535) }),
	tier: (value) => ({ tier: parseTier(value) }),
	window: (value) => ({ windowSeconds: parseInteger('--window', value, 1, 86_400) }),
	seed: (value) => ({ seed: parseInteger('--seed', value, 0, 4_294_967_295) }),
	instances: (value) => ({ instances: parseInteger('--instances', value, 0, 100_000) }),
	'max-body': (value) => ({ maxBodyMb: parseInteger('--max-body', value, 1, 500) }),
	dialect: (value) => ({ dialect: parseDialect(value) }),
};

function parseInteger(flag: string, text: string, minimum: number, maximum: number): number {
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
		throw new Error(`${flag} must be a whole number from ${minimum} to ${maximum}, not "${text}".`);
	}
	return value;
}

function parseTier(text: string): Tier {
	const tier = /^\d+$/.test(text) ? Number(text) : (text as Tier);
	limitOfTier(tier);
	return tier;
}

/** A preset, settings, or a preset and settings: `sparse,createdStatus=201`. */
function parseDialect(text: string): DialectSettings {
	const settings: Record<string, unknown> = {};
	// A comma within a JSON value is never followed by a letter.
	for (const part of text.split(/,(?=[a-zA-Z])/)) {
		if (part.includes('=')) {
			const at = part.indexOf('=');
			settings[part.slice(0, at)] = parseValue(part.slice(at + 1));
			continue;
		}
		dialectOf(part as DialectName);
		Object.assign(settings, dialects[part as DialectName]);
	}
	dialectOf(settings);
	return settings;
}

function parseValue(text: string): unknown {
	// The only value that looks like a number but is a string.
	if (text === '204') return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
