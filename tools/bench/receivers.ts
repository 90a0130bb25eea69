import { randomUUID } from 'node:crypto';
import type { Session } from './n8n/session';
import { noOperation, publishChain } from './n8n/workflows';

/** A published workflow that receives deliveries with these headers. */
export interface Receiver {
	url: string;
	headers: Record<string, string>;
}

/** Publishes the trigger of this package, and waits until it has registered its webhook at the sandbox. */
export async function publishTrigger(session: Session): Promise<Receiver> {
	const [{ triggerType, credentialType }, { listWebhooks, waitForRegistration }] = await Promise.all([
		import('../e2e/n8n/package.mjs'),
		import('../e2e/demo/webhooks.mjs'),
	]);
	const webhookId = randomUUID();
	const trigger = {
		type: triggerType,
		typeVersion: 2,
		webhookId,
		// All deliveries are of one chat.
		parameters: { events: ['message'], simplify: false, options: { maxPerChat: 0 } },
		credentials: { [credentialType]: session.credential },
	};
	await publishChain(session.n8n, 'Trigger', [trigger, noOperation]);
	const url = `${session.n8n.url}/webhook/${webhookId}/webhook`;
	await waitForRegistration(session.sandbox, url);
	const [webhook] = await listWebhooks(session.sandbox, url);
	return { url, headers: webhook.headers };
}

/** Publishes n8n's Webhook node, which requires the header. */
export async function publishWebhook({ n8n }: Session, headers: Record<string, string>): Promise<Receiver> {
	const [[name, value] = []] = Object.entries(headers);
	const type = 'httpHeaderAuth';
	const path = randomUUID();
	const webhook = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: {
			httpMethod: 'POST',
			path,
			responseMode: 'onReceived',
			authentication: 'headerAuth',
			// The trigger's responses are empty too.
			options: { noResponseBody: true },
		},
		credentials: { [type]: await n8n.api.saveCredential({ name: 'Token', type, data: { name, value } }) },
	};
	const { url } = await publishChain(n8n, 'Webhook', [webhook, noOperation]);
	return { url, headers };
}
