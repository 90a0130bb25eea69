const transport = (...names) => names.map((name) => `nodes/transport/${name}.ts`);
const trigger = (...names) => names.map((name) => `nodes/MessagingIntegrationTrigger/${name}.ts`);
const tests = (folder, ...names) => names.map((name) => `test/${folder}/${name}.test.ts`);

/** What mutation testing tries, and the tests that have to notice: those that are quick. */
export const groups = {
	deciding: {
		mutate: [
			...transport('account', 'answer', 'base64Json', 'collected', 'errors', 'pageNumbers', 'pagePlan', 'pages', 'path', 'rateLimit/headers', 'retryPolicy', 'run'),
			...trigger('verification', 'signature', 'delivery', 'identity', 'duplicates'),
		],
		tests: [...tests('system/unit', '*'), ...tests('unit/rateLimit', 'headers'), ...tests('transport', 'retryPolicy', 'turnstile')],
	},
	window: {
		mutate: transport('rateLimit/otherClients', 'rateLimit/pause', 'rateLimit/window/*'),
		tests: [...tests('unit/rateLimit/window', '*'), ...tests('unit/rateLimit', 'otherClients', 'pause')],
	},
	limiter: {
		mutate: transport('clock', 'rateLimit/allowance', 'rateLimit/inFlightRequests', 'rateLimit/rateLimiter', 'rateLimit/rateLimiters', 'turnstile'),
		tests: [...tests('unit/rateLimit', 'allowance*'), ...tests('unit/rateLimit/limiter', '*'), ...tests('transport', 'clock', 'turnstile')],
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
