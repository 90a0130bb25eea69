import { parseArgs } from 'node:util';
import type { DialectName } from '../types/dialect';
import type { SandboxSettings, Tier } from '../types/sandbox';
import { dialectOf, dialects } from './dialects';
import { limitOfTier } from './tiers';

export const usage = `Usage: npm run sandbox -- [--port 4010] [--tier free|starter|pro|none|N]
                          [--dialect ${Object.keys(dialects).join('|')}]`;

/**
 * Reads the settings from the arguments of the command line.
 *
 * @throws an error whose message says what is wrong
 */
export function parseFlags(args: string[]): SandboxSettings | 'help' {
	try {
		const { help, port, tier, dialect } = parseArgs({
			args,
			options: {
				help: { type: 'boolean' },
				port: { type: 'string', default: '4010' },
				tier: { type: 'string', default: 'pro' },
				dialect: { type: 'string', default: 'documented' },
			},
		}).values;
		if (help) return 'help';
		dialectOf(dialect as DialectName);
		return { port: portOf(port), tier: tierOf(tier), dialect: dialect as DialectName };
	} catch (error) {
		throw new Error(`${(error as Error).message}\n${usage}`);
	}
}

function portOf(text: string): number {
	if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
	throw new Error(`A port is a whole number up to 65535, not "${text}".`);
}

function tierOf(text: string): Tier {
	const tier = /^\d+$/.test(text) ? Number(text) : (text as Tier);
	limitOfTier(tier);
	return tier;
}
