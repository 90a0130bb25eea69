export interface Flags {
	baseUrl: string;
	keyFile: string;
	report: string;
	write: boolean;
	yes: boolean;
	force: boolean;
	/** Digits. */
	sendTo?: string;
}

export const usage = `Usage: npm run probe -- --base-url URL --key-file FILE [--write] [--send-to NUMBER]
                      [--yes] [--report FILE] [--force]

  --base-url URL     URL of the API, ending with /api/v2
  --key-file FILE    file with the API key, and nothing else
  --write            also ask what needs a change; asks you before each step
  --send-to NUMBER   your own phone number with the country code: sends a few test messages to it
  --yes              do not ask before each step
  --report FILE      where to write the report; default: probe-report.md
  --force            overwrite the report`;

const withValue = {
	'--base-url': 'baseUrl',
	'--key-file': 'keyFile',
	'--report': 'report',
	'--send-to': 'sendTo',
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
		write: false,
		yes: false,
		force: false,
	};
	const rest = args.flatMap((arg) =>
		/^--[a-z-]+=/.test(arg)
			? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)]
			: [arg],
	);
	while (rest.length > 0) {
		const flag = rest.shift()!;
		if (flag === '--help' || flag === '-h') return 'help';
		if (Object.hasOwn(switches, flag)) {
			flags[switches[flag as keyof typeof switches]] = true;
			continue;
		}
		if (!Object.hasOwn(withValue, flag))
			throw new Error(`There is no flag "${flag.split('=')[0]}".`);
		const value = rest.shift();
		if (!value || value.startsWith('--')) throw new Error(`The flag ${flag} needs a value.`);
		flags[withValue[flag as keyof typeof withValue]] = value;
	}
	for (const name of ['--base-url', '--key-file'] as const)
		if (flags[withValue[name]] === undefined) throw new Error(`The flag ${name} is missing.`);
	if (flags.sendTo !== undefined) flags.sendTo = digitsOf(String(flags.sendTo));
	return flags as unknown as Flags;
}

/** Only the digits are sent; a number without its country code would reach a stranger. */
function digitsOf(number: string): string {
	const digits = number.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
	if (/^[1-9]\d{6,14}$/.test(digits)) return digits;
	throw new Error('The number of --send-to must have 7 to 15 digits, with the country code.');
}
