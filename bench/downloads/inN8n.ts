import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';
import { idsOf } from '../../test/engine/support/cases';
import { peakOf, resetPeak } from '../processes/memory';
import { runNodeIn } from '../n8n/runNode';
import type { NodeOf } from '../n8n/workflows';
import type { N8n } from '../processes/n8n';
import type { Figures } from '../report/figures';

/**
 * Downloads a file by a node in a real n8n, and measures the node's time and how far the peak of n8n's memory is above its value before.
 *
 * @param storage folder in which n8n stores files
 * @throws if n8n has not stored a file of `size` bytes
 */
export async function downloadIn(
	n8n: N8n,
	storage: string,
	node: NodeOf,
	size: number,
): Promise<Figures> {
	const before = resetPeak(n8n.pid);
	const { status, seconds, workflowId } = await runNodeIn(n8n, node, [{}]);
	if (status !== 'success') throw new Error(`The download with ${node.type} ended with ${status}.`);
	const extraMiB = peakOf(n8n.pid) - before;
	const folder = join(storage, 'workflows', workflowId);
	const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
	if (Math.max(...sizes) !== size)
		throw new Error(`n8n stored files of ${sizes.join(', ')} bytes.`);
	rmSync(folder, { recursive: true });
	return { seconds, extraMiB };
}

/** Our node, with credentials for the sandbox. */
export async function ourNode(n8n: N8n, sandbox: Sandbox, size: number): Promise<NodeOf> {
	const { nodeType, credentialType } = await import('../../e2e/n8n/package.mjs');
	const { baseUrl, keys } = sandbox;
	return {
		type: nodeType,
		typeVersion: 1,
		parameters: {
			resource: 'download',
			operation: 'getVideo',
			messageId: idsOf(sandbox).video,
			options: { queryParameters: { parameters: [{ name: 'size', value: String(size) }] } },
		},
		credentials: {
			[credentialType]: await n8n.api.saveCredential({
				name: 'Sandbox',
				type: credentialType,
				data: { apiKey: keys.test, environment: 'test', baseUrl },
			}),
		},
	};
}

/** n8n's HTTP Request, with the response format File. */
export function httpRequest(sandbox: Sandbox, size: number): NodeOf {
	const { baseUrl, keys } = sandbox;
	const { video } = idsOf(sandbox);
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			url: `${baseUrl}/downloads/video?messageId=${video}&size=${size}`,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${keys.test}` }] },
			options: {
				response: { response: { responseFormat: 'file', outputPropertyName: 'data' } },
			},
		},
	};
}
