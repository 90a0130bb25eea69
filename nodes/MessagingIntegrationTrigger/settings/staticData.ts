import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What was registered under a webhook URL that n8n had before. */
export interface Former {
	id?: string;
	url: string;
	tokenHash?: string;
	/** Hash of the ID of the n8n that registered it. */
	n8nHash?: string;
}

/** What the trigger keeps between activations. Holds no token and no secret, only what they can be told by. */
export interface Kept {
	webhookId?: string;
	/** The URL that the webhook with this ID delivers to: the ID alone may be another webhook's at another account. */
	webhookUrl?: string;
	/** Hash of n8n's own ID: an exported workflow takes what is kept to another n8n. */
	n8nHash?: string;
	tokenHash?: string;
	secretMark?: string;
	events?: string[];
	/** What is left under former URLs. */
	former?: Former[];
}

/** n8n's static data of this node; empty in test mode. */
export function kept(context: IHookFunctions | IWebhookFunctions): Kept & IDataObject {
	return context.getWorkflowStaticData('node');
}
