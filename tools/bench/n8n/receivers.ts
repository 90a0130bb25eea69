import { randomUUID } from 'node:crypto';
import type { Session } from './session';
import { noOperation, publishChain, type NodeOf } from './workflows';

/** A published workflow that receives deliveries. */
export interface Receiver {
	url: string;
	/** The headers of its deliveries. */
	headers: Record<string, string>;
}

/**
 * Publishes the trigger node of this package, and waits until it has registered its webhook at the sandbox.
 *
 * @param inStore whether it also remembers deliveries in n8n's database, as it does by default
 */
export async function publishTrigger(session: Session, inStore: boolean): Promise<Receiver> {
	const [{ triggerType, credentialType }, { listWebhooks, waitForRegistration }] = await Promise.all([
		import('../../e2e/n8n/package.mjs'),
		import('../../e2e/demo/webhooks.mjs'),
	]);
	const webhookId = randomUUID();
	const trigger: NodeOf = {
		...{ type: triggerType, typeVersion: 2, webhookId },
		parameters: { events: ['message'], simplify: false, options: { deduplicateInStore: inStore } },
		credentials: { [credentialType]: session.credential },
	};
	await publishChain(session, `Trigger, ${inStore ? 'database' : 'memory'}`, [trigger, noOperation]);
	const url = `${session.n8n.url}/webhook/${webhookId}/webhook`;
	await waitForRegistration(session.sandbox, url);
	const [webhook] = await listWebhooks(session.sandbox, url);
	return { url, headers: webhook.headers };
}

/** Publishes n8n's Webhook node, which requires the headers or, without headers, no authentication. */
export async function publishWebhook(session: Session, headers?: Record<string, string>): Promise<Receiver> {
	const { waitForWebhook } = await import('../../e2e/n8n/runNode.mjs');
	const path = randomUUID();
	const webhook: NodeOf = {
		...{ type: 'n8n-nodes-base.webhook', typeVersion: 2.1, webhookId: path },
		parameters: {
			...{ httpMethod: 'POST', path, responseMode: 'onReceived' },
			authentication: headers ? 'headerAuth' : 'none',
			// The trigger's responses are empty too.
			options: { noResponseBody: true },
		},
		...(headers ? { credentials: await headerCredentials(session, headers) } : {}),
	};
	await publishChain(session, `Webhook${headers ? ', Header Auth' : ''}`, [webhook, noOperation]);
	const url = `${session.n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	return { url, headers: headers ?? {} };
}

async function headerCredentials({ api }: Session, headers: Record<string, string>) {
	const [[name, value] = []] = Object.entries(headers);
	const type = 'httpHeaderAuth';
	return { [type]: await api.saveCredential({ name: 'Token', type, data: { name, value } }) };
}
