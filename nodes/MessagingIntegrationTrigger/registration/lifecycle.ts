import {
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { IncompleteList } from '../../transport/lists/collected';
import { ServiceError } from '../../transport/errors/failure';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { UserError } from '../../shared/userError';
import { listWebhooks, messageOf, removeAll } from './ownWebhooks';
import {
	adopt,
	register,
	requestTestEvent,
	requireReachable,
} from './registration';
import {
	isManual,
	isTest,
	readOptions,
	readSecret,
	credentialsAndWebhookUrl,
} from '../settings/settings';
import { type Former, kept } from '../settings/staticData';
import { n8nHash, readFormer, readDesiredWebhook } from './readWanted';
import { isFormer, isSameUrl, type Registration, type DesiredWebhook, type WebhookRecord } from './webhookRecord';

/** Names of the events that the account's webhooks are subscribed to; the reference shows none (section 6). */
export async function loadEventNames(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const webhooks = await listWebhooks(context).catch((error: unknown) => {
		throw toNodeError(context.getNode(), error);
	});
	const names = new Set(webhooks.flatMap(({ events }) => events).filter((name): name is string => typeof name === 'string' && name !== ''));
	return [...names].sort().map((name) => ({ name, value: name }));
}

/** n8n's checkExists: adopts a registration that is as wanted; false has n8n call create. */
export async function findRegistration(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		if (isManual(context)) {
			await requireSecret(context);
			return true;
		}
		const { account, url } = await credentialsAndWebhookUrl(context);
		requireReachable(url, account.baseUrl);
		const wanted = await readDesiredWebhook(context);
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
	context.logger.warn(`Could not check the webhook, assuming that it still exists: ${error.message}`, {
		node: context.getNode().name,
	});
}

/** n8n's create. */
export async function activate(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const wanted = await readDesiredWebhook(context);
		await settle(context, wanted, await register(context, wanted));
		return true;
	});
}

/**
 * n8n's delete. It never throws, or n8n would leave the workflow's other triggers in place. What cannot be removed is said in the
 * log, and dealt with at the next activation.
 */
export async function deactivate(context: IHookFunctions): Promise<boolean> {
	try {
		if (isManual(context)) return true;
		const { url } = await credentialsAndWebhookUrl(context);
		const isGone = await remove(context, readFormer(context, url), (record) => isSameUrl(record.url, url));
		if (!isGone) return true;
		const memory = kept(context);
		for (const name of ['webhookId', 'webhookUrl', 'n8nHash', 'tokenHash', 'secretMark', 'events']) delete memory[name];
		return true;
	} catch (error) {
		const { webhookUrl, former = [] } = kept(context);
		const urls = [...former.map((each) => each.url), webhookUrl ?? 'this trigger'];
		warnOfLeft(context, urls, messageOf(error));
		return false;
	}
}

/**
 * Removes webhooks under former URLs, and those that are picked beside them. What is left is said in the log; what of it is under
 * former URLs is kept, so that the next activation tries again.
 *
 * @returns whether none is left of those that are picked
 * @throws as `listWebhooks`
 */
async function remove(
	context: IHookFunctions,
	former: Former[],
	isPicked: (record: WebhookRecord) => boolean = () => false,
): Promise<boolean> {
	const left = await removeAll(context, (record) => isPicked(record) || former.some((each) => isFormer(record, each)));
	for (const { record, reason } of left) warnOfLeft(context, [String(record.url)], reason);
	keepFormer(context, former.filter((each) => left.some(({ record }) => isFormer(record, each))));
	return !left.some(({ record }) => isPicked(record));
}

function keepFormer(context: IHookFunctions, former: Former[]): void {
	const memory = kept(context);
	if (former.length > 0) memory.former = former;
	else delete memory.former;
}

function warnOfLeft(context: IHookFunctions, urls: string[], reason: string): void {
	context.logger.warn(
		`Could not delete the webhook for ${urls.join(', ')}: ${reason}. The next activation reuses or deletes it. To delete it now, use the dashboard of the service.`,
		{ node: context.getNode().name },
	);
}

/**
 * Records a registration that is there for certain, then removes what this n8n registered before its webhook URL was changed, or
 * one message would start two runs where both URLs lead here. In test mode it asks for a test event.
 */
async function settle(context: IHookFunctions, wanted: DesiredWebhook, registration: Registration): Promise<void> {
	const memory = kept(context);
	const former = readFormer(context, wanted.url);
	memory.webhookId = registration.id;
	memory.webhookUrl = wanted.url;
	memory.n8nHash = n8nHash(context);
	memory.tokenHash = registration.tokenHash;
	memory.secretMark = wanted.secretMark;
	memory.events = wanted.events;
	keepFormer(context, former);
	if (former.length > 0) {
		await remove(context, former).catch((error: unknown) => {
			warnOfLeft(context, former.map((each) => each.url), messageOf(error));
		});
	}
	if (!isTest(context) || !readOptions(context).sendTestEvent || registration.id === undefined) return;
	// Not waited for: n8n stores what is kept only after this function has returned, and its response comes after the event.
	requestTestEvent(context, registration.id).catch((error: unknown) => {
		context.logger.warn(`Could not request a test event: ${messageOf(error)}`, { node: context.getNode().name });
	});
}

/** With manual registration only the user can know what deliveries are proved by. */
async function requireSecret(context: IHookFunctions): Promise<void> {
	const verification = context.getNodeParameter('verification', 'headerToken');
	if (verification === 'hmac' && (await readSecret(context)) === '') {
		throw new UserError(
			'The secret for the HMAC signature is missing',
			'Enter the same secret in the Webhook Secret field of the credentials and in the dashboard of the service.',
		);
	}
	if (verification !== 'headerToken') return;
	const { account } = await credentialsAndWebhookUrl(context);
	if (account.webhookSecret.length < 16) {
		throw new UserError(
			'The Webhook Secret in the credentials is missing or too short',
			'Enter a random text of at least 16 characters there. In the dashboard of the service, enter the same text as the value of the header X-Messaging-Integration-Token.',
		);
	}
}

async function withNodeErrors<Result>(context: IHookFunctions, work: () => Promise<Result>): Promise<Result> {
	return await work().catch((error: unknown) => {
		if (!(error instanceof IncompleteList)) throw toNodeError(context.getNode(), error);
		throw new NodeOperationError(context.getNode(), `Could not search for the webhook of this trigger: ${error.message}`, {
			description: 'Set Registration to Manual and create the webhook in the dashboard of the service.',
		});
	});
}
