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
import { removeAll } from './ownWebhooks';
import {
	adopt,
	messageOf,
	register,
	RegistrationError,
	requestTestEvent,
	requireReachable,
} from './registration';
import {
	isManual,
	isTest,
	kept,
	n8nHash,
	readFormer,
	readOptions,
	readSecret,
	readWanted,
	whereabouts,
} from './settings';
import { isFormer, isSameUrl, type Registration, type Wanted } from './webhookRecord';

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
		try {
			const adopted = await adopt(context, wanted);
			if (adopted === undefined) return false;
			await settle(context, wanted, adopted);
		} catch (error) {
			requireAsBefore(context, wanted.url, error);
		}
		return true;
	});
}

/**
 * Takes what was registered before n8n was started to be there still, if the service is out of reach: an error would have n8n
 * deactivate the workflow. Nothing of it is recorded, so that the next start finds out and repairs what is not as wanted.
 *
 * @throws the error, unless n8n is starting, a registration of this URL is known, and nothing but reach is the matter
 */
function requireAsBefore(context: IHookFunctions, url: string, error: unknown): void {
	const { webhookId, webhookUrl, tokenHash, secretMark } = kept(context);
	const values = [webhookId, webhookUrl, tokenHash, secretMark];
	const isKnown = values.some((value) => value !== undefined) && isSameUrl(webhookUrl ?? url, url);
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (!isKnown || !isStart || !(error instanceof ServiceError)) throw error;
	const { status = 503 } = error.failure;
	if (status !== 429 && status < 500) throw error;
	context.logger.warn(`The webhook at the service is taken to be there as before: ${error.message}`, {
		node: context.getNode().name,
	});
}

/** n8n's create. */
export async function activate(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		const wanted = await readWanted(context);
		await settle(context, wanted, await register(context, wanted));
		return true;
	});
}

/**
 * n8n's delete. It never throws, or n8n would leave the workflow's other triggers in place. What cannot be removed is said in the
 * log and adopted at the next activation.
 */
export async function deactivate(context: IHookFunctions): Promise<boolean> {
	try {
		if (isManual(context)) return true;
		const { url } = await whereabouts(context);
		if ((await removeAll(context, url)) === 'impossible') {
			warnOfLeft(context, 'it has no endpoint to remove webhooks');
			return true;
		}
		const memory = kept(context);
		// Of a former URL the next activation has to know.
		if (!isSameUrl(memory.webhookUrl ?? url, url)) return true;
		for (const name of ['webhookId', 'webhookUrl', 'n8nHash', 'tokenHash', 'secretMark', 'events']) delete memory[name];
		return true;
	} catch (error) {
		warnOfLeft(context, messageOf(error));
		return false;
	}
}

function warnOfLeft(context: IHookFunctions, reason: string): void {
	context.logger.warn(
		`The webhook for ${kept(context).webhookUrl ?? 'this trigger'} is left at the service: ${reason}. The next activation takes it over; to be rid of it, remove it in the dashboard of the service.`,
		{ node: context.getNode().name },
	);
}

/** Records a registration that is there for certain, removes the one of a former URL, and asks for a test event. */
async function settle(context: IHookFunctions, wanted: Wanted, registration: Registration): Promise<void> {
	const memory = kept(context);
	const isSettled = await removeFormer(context, wanted);
	memory.tokenHash = registration.tokenHash;
	memory.secretMark = wanted.secretMark;
	memory.events = wanted.events;
	// While the former one is left, the next start has to know of it.
	if (isSettled) {
		memory.webhookId = registration.id;
		memory.webhookUrl = wanted.url;
		memory.n8nHash = n8nHash(context);
	}
	if (!isTest(context) || !readOptions(context).sendTestEvent || registration.id === undefined) return;
	// Not waited for: n8n stores what is kept only after this function has returned, and its answer comes after the event.
	requestTestEvent(context, registration.id).catch((error: unknown) => {
		context.logger.warn(`The service sent no test event: ${messageOf(error)}`, { node: context.getNode().name });
	});
}

/**
 * Removes what this n8n registered before its webhook URL was changed, or one message would start two runs where both URLs lead
 * here. Only after the new one is there: an activation that fails must leave what works.
 *
 * @returns false when it could not be removed
 */
async function removeFormer(context: IHookFunctions, wanted: Wanted): Promise<boolean> {
	const former = readFormer(context, wanted.url);
	if (former === undefined) return true;
	const removal = await removeAll(context, (record) => isFormer(record, former, wanted.token)).catch(messageOf);
	if (removal === 'gone') return true;
	const reason = removal === 'impossible' ? 'it has no endpoint to remove webhooks' : removal;
	context.logger.warn(
		`The webhook for ${former.url}, n8n's former webhook URL, is left at the service: ${reason}. The next activation tries again; to be rid of it now, remove it in the dashboard of the service.`,
		{ node: context.getNode().name },
	);
	return false;
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
