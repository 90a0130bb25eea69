import type { IDataObject } from 'n8n-workflow';
import { runNode, type RunResult, type RunSettings } from '../../support/engine';

export interface Recipient {
	baseUrl: string;
	apiKey: string;
	instance: string;
	chat: string;
}

/** Sends `count` messages in one execution of the node; the text of each is `<name> <number>`, counting from 0. */
export async function sendMany(
	{ baseUrl, apiKey, instance, chat }: Recipient,
	name: string,
	count: number,
	options: IDataObject = {},
	more: Partial<RunSettings> = {},
): Promise<RunResult> {
	return await runNode({
		credentials: { apiKey, environment: 'test', baseUrl },
		parameters: {
			resource: 'message',
			operation: 'send',
			instanceId: { __rl: true, mode: 'id', value: instance },
			recipient: { __rl: true, mode: 'id', value: chat },
			content: `={{ JSON.stringify({ text: "${name} " + $json.n }) }}`,
			options: options as never,
		},
		items: Array.from({ length: count }, (_, n) => ({ n })),
		...more,
	});
}
