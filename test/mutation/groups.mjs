import { readdirSync } from 'node:fs';
import { posix } from 'node:path';

/** @param names with spaces between them; `{a,b}` stands for both */
const paths = (prefix, names, suffix = '.ts') =>
	names.split(' ').flatMap((name) => {
		const [, folder = '', list = name] = /^(.*)\{(.*)\}$/.exec(name) ?? [];
		return list.split(',').map((each) => `${prefix}/${folder}${each}${suffix}`);
	});
const transport = (names) => paths('nodes/transport', names);
const action = (names) => paths('nodes/MessagingIntegration', names);
const trigger = (names) => paths('nodes/MessagingIntegrationTrigger', names);

/** Test files by their paths in `test/`; `*` at the end stands for all of a folder. */
const tests = (names) =>
	paths('.', names, '.test.ts').flatMap((path) => {
		const [folder, name] = [posix.dirname(path), posix.basename(path)];
		if (!name.includes('*')) return [posix.normalize(path)];
		const all = readdirSync(new URL(`../${folder}`, import.meta.url)).filter((each) => each.endsWith('.test.ts'));
		return all.filter((each) => each.startsWith(name.split('*')[0])).map((each) => posix.join(folder, each));
	});

// Those that do without n8n's engine, and so are fast.
const transportTests = tests(
	'transport/credentials/{credentials,example,fieldNames} transport/lists/* transport/rateLimit/clock ' +
		'transport/request/{body,connection,requestOnce,retryPolicy,url} ' +
		'transport/responses/{nodeErrors,redact,response,serviceError}',
);
const runTests = tests(
	'run/items/outcomes run/items/summary run/input/requestOptions run/input/markdown run/input/path run/sending/mediaFiles',
);

/** Groups of files for mutation testing, and the fast tests that must notice the mutants. */
export const groups = {
	policy: {
		mutate: [
			...transport('credentials/* errors/* rateLimit/headers request/retryPolicy response'),
			...paths('nodes/shared', 'texts values'),
		],
		tests: [
			...transportTests.filter((path) => !path.endsWith('requestOnce.test.ts')),
			...runTests,
			...tests('transport/rateLimit/headers phone/chatAddress messages/{events,values}'),
		],
	},
	phones: {
		mutate: paths('nodes/phone', 'address chatFilter numberingPlan phoneNumber'),
		tests: tests(
			'phone/{chatAddress,phoneNumber,numbersOfTheWorld} messages/{rules,deliveries,family,userNames,values,filters}',
		),
	},
	lists: {
		mutate: transport('lists/*'),
		tests: tests('transport/lists/{fetchList,listErrors,listPage,generatedLists} transport/responses/response'),
	},
	limiter: {
		mutate: transport('clock rateLimit/allowance rateLimit/rateLimiter'),
		tests: tests(
			'transport/rateLimit/{allowance,queue,rateLimiter,clock} transport/simulation/{disturbance,rateLimiter}',
		),
	},
	trigger: {
		mutate: trigger('delivery/verify delivery/events delivery/duplicates settings/settings registration/plan'),
		// Without processedStore: it loads these files again, so Stryker would run its tests alone for constants.
		tests: [
			...tests('messages/{events,filters,items} trigger/duplicates/{deduplicator,identity}'),
			...tests('trigger/verification/{signature,verification} trigger/registration/plan'),
			...tests('trigger/deliveries/{delivery,hints,safety} trigger/duplicates/duplicates'),
			...tests('trigger/verification/{signedDeliveries,strangers,secrets}'),
		],
	},
	messages: {
		mutate: [
			...paths('nodes/messages', 'addresses content eventName fields message people records simplify'),
			'nodes/shared/looseValues.ts',
		],
		tests: tests(
			'messages/{parts,deliveries,family,hostile,items,responses,rules,userNames,values,events,filters} trigger/duplicates/{deduplicator,identity} trigger/verification/{signature,verification}',
		),
	},
	requests: {
		mutate: [...transport('request/{attempt,body,connection,requestOnce,send,timeLimits,url}')],
		tests: [
			...transportTests,
			...tests('transport/credentials/{ownCredentials,authentication}'),
			...tests(
				'run/input/{options,limitsAndSwitches} run/items/{run,pause} run/responses/dialects run/sending/fieldNames',
			),
			...tests('trigger/deliveries/{media,mediaInEvents}'),
			...tests('transport/request/{attempts,neverSent,redirects} transport/responses/{cutBodies,responses,stalls}'),
		],
	},
	// Without the slowest engine tests and those of other files.
	items: {
		mutate: [
			...action('run/{customOperations,item,options,outcomes,returns,run,summary}'),
			...action('resources/common/apiRequest'),
			'nodes/files/*.ts',
		],
		tests: [
			...runTests,
			...tests('run/items/{aiTool,recipients,run,retry} transport/credentials/ownCredentials'),
			...tests('run/sending/{fieldNames,sendMedia,sendText} run/responses/{downloads,lists,dialects}'),
			...tests('run/input/{apiRequest,badInput,operations,limitsAndSwitches,options}'),
			...tests('transport/responses/{stalls,responses}'),
			...tests('run/items/pause trigger/deliveries/{media,mediaInEvents}'),
		],
	},
};
