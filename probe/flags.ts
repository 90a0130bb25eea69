import { readPhoneNumber } from '../nodes/phone/phoneNumber';
import { parseUrl } from '../nodes/shared/values';

export interface Flags {
	baseUrl: string;
	keyFile: string;
	report: string;
	write: boolean;
	yes: boolean;
	force: boolean;
	/** Digits. */
	sendTo?: string;
	/** File for what the report says about Field Names, for programs. */
	json?: string;
	/** The URL at which the service reaches the probe. */
	webhookUrl?: string;
	/** The port that this URL leads to. */
	listen: number;
}

export const usage = `Usage: npm run probe -- --base-url URL --key-file FILE [--write] [--send-to NUMBER]
                      [--webhook-url URL] [--listen PORT] [--yes] [--report FILE] [--json FILE] [--force]

  --base-url URL     URL of the API, ending with /api/v2
  --key-file FILE    file with the API key, and nothing else
  --write            also ask what needs a change; asks you before each step
  --send-to NUMBER   your own phone number, e.g. +5511987654321: sends a few test messages to it
  --webhook-url URL  URL that the service can reach and that leads to the probe; with --write, asks for an event
  --listen PORT      port of this machine that the URL leads to; default: 5680
  --yes              do not ask before each step
  --report FILE      where to write the report; default: probe-report.md
  --json FILE        where to write Field Names as JSON, for programs
  --force            overwrite existing files`;

const withValue = {
	'--base-url': 'baseUrl',
	'--key-file': 'keyFile',
	'--report': 'report',
	'--send-to': 'sendTo',
	'--json': 'json',
	'--webhook-url': 'webhookUrl',
	'--listen': 'listen',
};
const switches = { '--write': 'write', '--yes': 'yes', '--force': 'force' };

/**
 * Reads the arguments of the command line.
 *
 * @throws an error whose message says what is wrong
 */
export function parseFlags(args: string[]): Flags | 'help' {
	const flags: Record<string, string | boolean> = {
		report: 'probe-report.md',
		listen: '5680',
		write: false,
		yes: false,
		force: false,
	};
	const rest = args.flatMap((arg) =>
		/^--[a-z-]+=/.test(arg) ? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)] : [arg],
	);
	while (rest.length > 0) {
		const flag = rest.shift()!;
		if (flag === '--help' || flag === '-h') return 'help';
		if (Object.hasOwn(switches, flag)) {
			flags[switches[flag as keyof typeof switches]] = true;
			continue;
		}
		if (!Object.hasOwn(withValue, flag)) throw new Error(`There is no flag "${flag.split('=')[0]}".`);
		const value = rest.shift();
		if (!value || value.startsWith('--')) throw new Error(`The flag ${flag} needs a value.`);
		flags[withValue[flag as keyof typeof withValue]] = value;
	}
	for (const name of ['--base-url', '--key-file'] as const)
		if (flags[withValue[name]] === undefined) throw new Error(`The flag ${name} is missing.`);
	const { sendTo, webhookUrl, listen } = flags as Record<string, string | undefined>;
	if (webhookUrl !== undefined) assertUrl(webhookUrl);
	return {
		...flags,
		...(sendTo === undefined ? {} : { sendTo: digitsOf(sendTo) }),
		listen: portOf(listen!),
	} as unknown as Flags;
}

function digitsOf(number: string): string {
	const read = readPhoneNumber(number);
	if ('digits' in read) return read.digits;
	throw new Error(`The number of --send-to ${read.problem}. Write it with "+" and the country code.`);
}

/** The port on which the probe receives deliveries. */
function portOf(text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error('The port of --listen must be a number from 1 to 65535.');
}

function assertUrl(text: string): void {
	if (/^https?:$/.test(parseUrl(text)?.protocol ?? '')) return;
	throw new Error('The URL of --webhook-url must be complete, e.g. https://probe.example.com/.');
}
