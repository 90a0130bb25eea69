const transport = (...names) => names.map((name) => `nodes/transport/${name}.ts`);
const trigger = (...names) => names.map((name) => `nodes/MessagingIntegrationTrigger/${name}.ts`);
const tests = (folder, ...names) => names.map((name) => `test/${folder}/${name}.test.ts`);

/** What mutation testing tries, and the tests that have to notice: those that are quick. */
export const groups = {
	deciding: {
		mutate: [
			...transport('account', 'answer', 'base64Json', 'collected', 'errors', 'pageNumbers', 'pagePlan', 'pages', 'path', 'rateLimit', 'retryPolicy', 'run'),
			...trigger('verification', 'signature', 'delivery', 'identity', 'duplicates'),
		],
		tests: [...tests('system/unit', '*'), ...tests('transport', 'rateLimit', 'retryPolicy', 'turnstile')],
	},
	windows: {
		mutate: transport('others', 'ownHistory', 'pause', 'serverClock', 'windowEnd', 'windowLength'),
		tests: [...tests('transport', 'ownHistory', 'serverClock', 'window*'), ...tests('system/unit', 'others', 'pause')],
	},
	gate: {
		mutate: transport('allowance', 'clock', 'gate', 'gates', 'turnstile', 'underWay'),
		tests: tests('transport', 'allowance*', 'clock', 'turnstile', 'gate*'),
	},
	shell: {
		mutate: transport('exchange', 'failure', 'media', 'nodeErrors', 'perform', 'query', 'receive', 'receiveList', 'request'),
		tests: [
			...tests('system/unit', '*'),
			...tests('engine', 'redirects', 'requests', 'exchange', 'apiRequest', 'options', 'downloads', 'badInput', 'run'),
			...tests('engine', 'lists', 'ownPageSize', 'dialects'),
		],
	},
};
