const transport = (...names) => names.map((name) => `nodes/transport/${name}.ts`);
const trigger = (...names) => names.map((name) => `nodes/MessagingIntegrationTrigger/${name}.ts`);
const tests = (folder, ...names) => names.map((name) => `test/${folder}/${name}.test.ts`);

/** What mutation testing tries, and the tests that have to notice: those that are quick. */
export const groups = {
	deciding: {
		mutate: [
			...transport('account', 'answer', 'base64Json', 'errors', 'pages', 'path', 'rateLimit', 'retryPolicy', 'run'),
			...trigger('verification', 'delivery', 'duplicates'),
		],
		tests: [...tests('system/unit', '*'), ...tests('transport', 'rateLimit', 'retryPolicy', 'turnstile')],
	},
	gate: {
		mutate: transport(
			...['allowance', 'clock', 'gate', 'gates', 'others', 'ownHistory', 'pause', 'serverClock', 'turnstile'],
			...['windowEnd', 'windowLength'],
		),
		tests: [
			...tests('transport', 'clock', 'gate', 'gates', 'rateLimit', 'turnstile', 'allowance', 'clocks', 'history', 'window*'),
			...tests('system/unit', 'others', 'pause'),
		],
	},
	shell: {
		mutate: transport('exchange', 'failure', 'media', 'nodeErrors', 'perform', 'receive', 'request'),
		tests: [
			...tests('system/unit', '*'),
			...tests('engine', 'redirects', 'requests', 'exchange', 'apiRequest', 'options', 'downloads', 'badInput', 'run'),
			...tests('engine', 'lists', 'dialects'),
		],
	},
};
