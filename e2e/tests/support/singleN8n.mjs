// One n8n of a test that needs several, or that changes its package.
import assert from 'node:assert/strict';
import { listWebhooks, productionUrlOf } from '../../demo/webhooks.mjs';
import { N8nApi } from '../../n8n/api.mjs';
import { credentialType, installPackage, nodeType, packageName } from '../../n8n/package.mjs';
import { runN8nCommand, startN8n } from '../../n8n/server.mjs';
import { waitForRuns } from './trigger.mjs';

/** An n8n with its own user folder and credentials for the sandbox. Its `server` runs after `start()`. */
export class SingleN8n {
	#runs = 0;

	/** `env` are further variables for n8n. */
	constructor({ sandbox, userFolder, env = {} }) {
		Object.assign(this, { sandbox, userFolder, env });
	}

	/** Installs the package, built in the project or in another folder. Throws if packing fails. */
	async install(source) {
		await installPackage(this.userFolder, source);
	}

	/** Starts n8n, after a stop at the same URL, and signs in. Throws if n8n does not become ready. */
	async start() {
		const former = this.server?.url;
		const port = former && Number(new URL(former).port);
		this.server = await startN8n({ userFolder: this.userFolder, env: this.env, port });
		if (former) assert.equal(this.server.url, former, 'the same URL as before');
		this.api = new N8nApi(this.server.url);
		await this.api.signIn();
		const { key: apiKey, baseUrl } = this.sandbox;
		this.credential = await this.api.saveCredential({
			name: 'Sandbox',
			type: credentialType,
			data: { apiKey, environment: 'test', baseUrl },
		});
	}

	/** Runs a command of n8n. Throws if it fails. */
	async command(...args) {
		await runN8nCommand(this, args);
	}

	/** Returns nodes, those of the package with the credentials of this n8n. */
	withCredential(nodes) {
		return nodes.map((node) =>
			node.type.startsWith(packageName)
				? { ...node, credentials: { [credentialType]: this.credential } }
				: node,
		);
	}

	/** Returns whether the action node has an operation. */
	async hasOperation(operation) {
		return JSON.stringify(await this.api.findNodeType(nodeType)).includes(`"${operation}"`);
	}

	/** Returns the webhooks at the sandbox with the production URL of a workflow in this n8n. */
	async listWebhooks(workflow) {
		return await listWebhooks(this.sandbox, productionUrlOf(this.server, workflow));
	}

	/** Waits until a workflow has run once more since the last call, and checks that all its runs succeeded. */
	async waitForRun(workflow) {
		this.#runs += 1;
		await waitForRuns(this.api, workflow, this.#runs);
	}
}
