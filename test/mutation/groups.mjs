const paths = (prefix, names, suffix = '.ts') => names.split(' ').map((name) => `${prefix}/${name}${suffix}`);
const transport = (names) => paths('nodes/transport', names);
const action = (names) => paths('nodes/MessagingIntegration', names);
const trigger = (names) => paths('nodes/MessagingIntegrationTrigger', names);
const tests = (names) => paths('test', names, '.test.ts');
const unit = (names) => paths('test/unit', names, '.test.ts');

const transportTests = unit(
	'transport/* transport/credentials/* transport/errors/* transport/lists/* transport/request/* transport/response/*',
);

/** Groups of files for mutation testing, and the fast tests that must notice the mutants. */
export const groups = {
	policy: {
		mutate: [
			...transport('credentials/* errors/* rateLimit/headers'),
			...transport('request/retryPolicy response/response'),
		],
		tests: [...transportTests, ...unit('run/* input/* output/* rateLimit/headers'), ...tests('engine/credentials/*')],
	},
	phones: {
		mutate: paths('nodes/phone', 'address numberingPlan phoneNumber'),
		tests: unit('shared/chatAddress phone/phoneNumber phone/numbersOfTheWorld'),
	},
	lists: {
		mutate: transport('lists/*'),
		tests: unit(
			'transport/lists/fetchList transport/lists/records transport/lists/listErrors transport/lists/listPage transport/lists/generatedLists',
		),
	},
	window: {
		mutate: transport('rateLimit/pause'),
		tests: [...unit('rateLimit/allowance* rateLimit/pause'), ...tests('simulation/*')],
	},
	limiter: {
		mutate: transport('clock rateLimit/allowance rateLimit/rateLimiter'),
		tests: [...unit('rateLimit/allowance* rateLimit/limiter/* transport/clock'), ...tests('simulation/*')],
	},
	trigger: {
		mutate: trigger('verification/* delivery/events delivery/duplicates'),
		// Without processedStore: it loads these files again, so Stryker would run its tests alone for constants.
		tests: [
			...unit('trigger/*'),
			...paths('test/trigger/deliveries', 'delivery duplicates hints safety signature strangers', '.test.ts'),
			...tests('trigger/registration/chatIds trigger/registration/secrets'),
		],
	},
	messages: {
		mutate: [
			...paths('nodes/messages', 'content fields kinds message people records simplify'),
			...paths('nodes/shared', 'looseValues'),
		],
		tests: unit('messages/* trigger/*'),
	},
	requests: {
		mutate: [
			...transport('request/account request/attempt request/requestOnce request/send'),
			...transport('request/url request/body request/connection'),
		],
		tests: [
			...transportTests,
			...tests('engine/credentials/ownCredentials engine/credentials/credentials engine/credentials/allowedDomains'),
			...tests('engine/input/options engine/input/requests engine/execution/run engine/responses/*'),
		],
	},
	// Without the slowest engine tests and those of other files.
	items: {
		mutate: [
			...action('run/customOperations run/item run/itemOptions run/outcomes run/returns run/run run/summary'),
			...action('resources/common/apiRequest'),
			'nodes/files/*.ts',
		],
		tests: [
			...unit('run/* input/* output/*'),
			...tests('engine/execution/aiTool engine/execution/evaluations engine/execution/nodeSettings'),
			...tests(
				'engine/execution/recipients engine/execution/run engine/credentials/ownCredentials engine/execution/retry',
			),
			...tests('engine/credentials/fieldNames engine/output/* engine/responses/stalls'),
			...tests('system/pause trigger/deliveries/mediaInEvents'),
			...tests('engine/input/apiRequest engine/input/badInput engine/input/operations'),
			...tests('engine/input/sendMedia engine/input/sendText engine/lists/lists'),
			...tests('engine/input/limitsAndSwitches engine/input/options engine/lists/dialects engine/lists/longLists'),
			...tests('engine/responses/downloads engine/responses/responses engine/responses/undocumentedResponses'),
		],
	},
};
