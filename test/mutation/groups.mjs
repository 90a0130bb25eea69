const transport = (...names) => names.map((name) => `nodes/transport/${name}.ts`);
const action = (...names) => names.map((name) => `nodes/MessagingIntegration/${name}.ts`);
const trigger = (...names) => names.map((name) => `nodes/MessagingIntegrationTrigger/${name}.ts`);
const tests = (folder, ...names) => names.map((name) => `test/${folder}/${name}.test.ts`);

const transportTests = ['', '/credentials', '/errors', '/lists', '/request', '/response'].flatMap(
	(folder) => tests(`unit/transport${folder}`, '*'),
);

/** Groups of files for mutation testing, and the fast tests that must notice the mutants. */
export const groups = {
	policy: {
		mutate: [
			...transport(
				'credentials/*',
				'errors/*',
				'rateLimit/headers',
				'request/retryPolicy',
				'response/response',
			),
			...action('execution/run', 'resources/common/apiRequest'),
		],
		tests: [
			...transportTests,
			...tests('unit/execution', '*'),
			...tests('unit/input', '*'),
			...tests('unit/output', '*'),
			...tests('unit/rateLimit', 'headers'),
		],
	},
	phones: {
		mutate: ['chatAddress', 'numberingPlan', 'phoneNumber', 'phoneText'].map(
			(name) => `nodes/shared/${name}.ts`,
		),
		tests: tests('unit/shared', 'chatAddress', 'phoneNumber'),
	},
	lists: {
		mutate: transport('lists/*'),
		tests: tests('unit/transport/lists', 'fetchList', 'foundRecords', 'listErrors', 'listPage'),
	},
	window: {
		mutate: transport('rateLimit/otherClients', 'rateLimit/pause', 'rateLimit/windowEnd'),
		tests: [...tests('unit/rateLimit', 'allowance*', 'otherClients', 'pause', 'windowEnd')],
	},
	limiter: {
		mutate: [
			...transport('cancelableQueue', 'clock', 'rateLimit/allowance', 'rateLimit/rateLimiter'),
			...action('execution/turns'),
		],
		tests: [
			...tests('unit/rateLimit', 'allowance*'),
			...tests('unit/rateLimit/limiter', '*'),
			...tests('unit/transport', 'clock'),
			...tests('unit/execution', 'run', 'turns'),
		],
	},
	trigger: {
		mutate: trigger('verification/*', 'events/*', 'delivery/identity', 'delivery/deduplicator'),
		tests: [...tests('unit/trigger', '*'), ...tests('trigger/deliveries', 'signature')],
	},
	requests: {
		mutate: [
			...transport(
				'request/account',
				'request/attempt',
				'request/requestOnce',
				'request/send',
				'request/url',
				'request/body',
				'request/connectionError',
				'request/timeLimits',
			),
			...action(
				'execution/outcomes',
				'execution/itemOptions',
				'execution/runItem',
				'execution/preSend',

				'output/receive',
			),
			'nodes/files/*.ts',
		],
		tests: [...transportTests, ...tests('unit/output', '*'), ...tests('engine/*', '*')],
	},
};
