import {
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { isObject, readList } from '../transport/answer';
import { ServiceError } from '../transport/failure';
import { toNodeError } from '../transport/nodeErrors';
import { send } from '../transport/request';
import {
	adopt,
	register,
	RegistrationError,
	requestTestEvent,
	requireReachable,
	unregister,
} from './registration';
import { isManual, isTest, kept, readOptions, readSecret, readWanted, whereabouts } from './settings';
import type { Registration, Wanted } from './webhookRecord';

/** Names of the events that the account's webhooks are subscribed to; the reference shows none (section 6). */
export async function loadEventNames(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const answer = await send(context, { method: 'GET', path: '/webhooks' }).catch((error: unknown) => {
		throw toNodeError(context.getNode(), error);
	});
	const lists = readList(answer.body).records.map((record) => (isObject(record) ? record.events : []));
	const names = new Set(lists.flat().filter((name): name is string => typeof name === 'string' && name !== ''));
	return [...names].sort().map((name) => ({ name, value: name }));
}

/** n8n's checkExists: adopts a registration that is as wanted; false has n8n call create. */
export async function findRegistration(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		if (isManual(context)) {
			await requireSecret(context);
			return true;
		}
		const { account, url } = await whereabouts(context);
		requireReachable(url, account.baseUrl);
		const wanted = await readWanted(context);
		const adopted = await adopt(context, wanted).catch((error: unknown) => asBefore(context, error));
		if (adopted === undefined) return false;
		remember(context, wanted, adopted);
		return true;
	});
}

/**
 * What was registered before n8n was started, if the service is out of reach: it is there still, and an error would have n8n
 * deactivate the workflow.
 *
 * @throws the error, unless n8n is starting, the registration is known, and nothing but reach is the matter
 */
function asBefore(context: IHookFunctions, error: unknown): Registration {
	const { webhookId, tokenHash, secretMark } = kept(context);
	const isKnown = [webhookId, tokenHash, secretMark].some((value) => value !== undefined);
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (!isKnown || !isStart || !(error instanceof ServiceError)) throw error;
	const { status = 503 } = error.failure;
	if (status !== 429 && status < 500) throw error;
	context.logger.warn(`The webhook at the service is taken to be there as before: ${error.message}`, {
		node: context.getNode().name,
	});
	return { id: webhookId, tokenHash };
}

/** n8n's create. */
export async function activate(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		const wanted = await readWanted(context);
		remember(context, wanted, await register(context, wanted));
		return true;
	});
}

/** n8n's delete. What cannot be removed is said in the log and adopted at the next activation; it never blocks the user. */
export async function deactivate(context: IHookFunctions): Promise<boolean> {
	if (isManual(context)) return true;
	const { url } = await whereabouts(context);
	const memory = kept(context);
	const log = (reason: string) =>
		context.logger.warn(
			`The webhook for ${url} is left at the service: ${reason}. The next activation takes it over; to be rid of it, remove it in the dashboard of the service.`,
			{ node: context.getNode().name },
		);
	const removal = await unregister(context, url, memory.webhookId).catch((error: unknown) => {
		log(error instanceof Error ? error.message : 'the request failed');
		return undefined;
	});
	if (removal === undefined) return false;
	if (removal === 'impossible') {
		log('it has no endpoint to remove webhooks');
		return true;
	}
	delete memory.webhookId;
	// After a 404 it may stand there all the same, if the service has no such endpoint: then the hashes tell that it is ours.
	if (removal === 'wasGone') return true;
	delete memory.tokenHash;
	delete memory.secretMark;
	delete memory.events;
	return true;
}

function remember(context: IHookFunctions, wanted: Wanted, registration: Registration): void {
	const memory = kept(context);
	memory.webhookId = registration.id;
	memory.tokenHash = registration.tokenHash;
	memory.secretMark = wanted.secretMark;
	memory.events = wanted.events;
	if (!isTest(context) || !readOptions(context).sendTestEvent || registration.id === undefined) return;
	// Not waited for: n8n stores what is kept only after this function has returned, and its answer comes after the event.
	requestTestEvent(context, registration.id).catch((error: unknown) => {
		context.logger.warn(
			`The service sent no test event: ${error instanceof Error ? error.message : 'the request failed'}`,
			{ node: context.getNode().name },
		);
	});
}

/** With manual registration only the user can know what deliveries are proved by. */
async function requireSecret(context: IHookFunctions): Promise<void> {
	const verification = context.getNodeParameter('verification', 'headerToken');
	if (verification === 'hmac' && (await readSecret(context)) === '') {
		throw new RegistrationError(
			'The secret for the HMAC signature is missing',
			'Enter it in the field Webhook Secret of the credential, the same as in the dashboard of the service.',
		);
	}
	if (verification !== 'headerToken') return;
	const { account } = await whereabouts(context);
	if (account.webhookSecret.length < 16) {
		throw new RegistrationError(
			'The Webhook Secret of the credential is missing or too short',
			'Enter a random text of at least 16 characters there, and the same in the dashboard of the service as the value of the header X-Messaging-Integration-Token.',
		);
	}
}

async function explained<Result>(context: IHookFunctions, work: () => Promise<Result>): Promise<Result> {
	return await work().catch((error: unknown) => {
		if (error instanceof RegistrationError) {
			throw new NodeOperationError(context.getNode(), error.message, { description: error.description });
		}
		throw toNodeError(context.getNode(), error);
	});
}
