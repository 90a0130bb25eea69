import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Data that the trigger stores between activations: no token and no secret, only hashes that identify them. */
export interface TriggerStaticData {
	webhookId?: string;
	/** URL of this webhook. The ID alone is not enough: another account may use it for another webhook. */
	webhookUrl?: string;
	/** Hash of n8n's own ID, because an exported workflow carries its static data to other n8n instances. */
	n8nHash?: string;
	tokenHash?: string;
	secretFingerprint?: string;
	events?: string[];
	/** The response to the last creation was lost, so the webhook may exist. */
	isUnconfirmed?: boolean;
	/** The service did not show the webhook after creating it, so its absence does not mean that it is gone. */
	isUnlisted?: true;
}

/** Returns n8n's static data of this node; empty in test mode. */
export function staticData(
	context: IHookFunctions | IWebhookFunctions,
): TriggerStaticData & IDataObject {
	return context.getWorkflowStaticData('node');
}
