import { parseFlags } from '../../tools/sandbox/settings/cliFlags';

const signature = { headerName: 'x-s', algorithm: 'sha1', encoding: 'hex', prefix: '' };

test.each([
	[
		'numbers',
		['--port=0', '--seed=5', '--window', '10', '--instances', '260', '--max-body', '9'],
		{ port: 0, seed: 5, windowSeconds: 10, instances: 260, maxBodyMb: 9 },
	],
	['a tier by number, with the default port', ['--tier', '7'], { port: 4010, tier: 7 }],
	[
		'a dialect by settings',
		['--dialect', 'confirmation=204,webhookDelete=405,retryDelaysMs=[5,6]'],
		{ port: 4010, dialect: { confirmation: '204', webhookDelete: 405, retryDelaysMs: [5, 6] } },
	],
	[
		'a dialect by preset and settings, with JSON as a value',
		['--dialect', `bare,deliveryCopies=3,signature=${JSON.stringify(signature)}`],
		{ port: 4010, dialect: expect.objectContaining({ lists: 'bare', deliveryCopies: 3, signature }) },
	],
])('flags can set %s', (_what, args, settings) => expect(parseFlags(args)).toEqual(settings));

test.each([
	['a port out of range', ['--port', '99999']],
	['a flag without its value', ['--port']],
	['an unknown tier', ['--tier', 'gold']],
	['an unknown dialect', ['--dialect', 'klingon']],
	['an unknown setting', ['--dialect', 'color=red']],
	['an invalid value of a setting', ['--dialect', 'lists=sideways']],
	['an example without a recipient', ['--dialect', 'fieldNames={"message":{}}']],
	['an empty rate window', ['--window', '0']],
	['a seed that is not a number', ['--seed', 'x']],
	['an argument that is not a flag', ['stray']],
])('%s is rejected', (_what, args) => expect(() => parseFlags(args)).toThrow());
