// n8n's internal REST API, as its editor uses it.

/** The owner of every n8n that is started here. */
export const owner = { email: 'demo@example.com', password: 'Sandbox-Demo-1' };

/** A client of the REST API. Its methods throw for a response with a status of 400 or more. */
export class N8nApi {
	#cookie = '';

	constructor(url) {
		this.url = url;
	}

	/** Creates the owner of a new n8n, or signs in to an existing one. */
	async signIn() {
		const settings = await this.request('GET', '/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/owner/setup', { ...owner, firstName: 'Demo', lastName: 'User' });
		}
		await this.request('POST', '/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	}

	/** Sends a request to /rest and returns the `data` of the response. */
	async request(method, path, body) {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				// n8n ties a session to its browser.
				'browser-id': 'end-to-end',
				...(this.#cookie ? { cookie: this.#cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.#cookie = session.split(';')[0];

		const text = await response.text();
		if (!response.ok) throw new Error(`n8n: ${method} ${path} → ${response.status} ${text.slice(0, 500)}`);
		const parsed = text === '' ? {} : JSON.parse(text);
		return parsed.data ?? parsed;
	}

	/** Returns the descriptions of all 'nodes' or all 'credentials', as n8n loaded them. */
	async listTypes(kind) {
		const headers = { 'browser-id': 'end-to-end', cookie: this.#cookie };
		return await (await fetch(`${this.url}/types/${kind}.json`, { headers })).json();
	}

	/** Returns the credential with this name and type, or undefined. */
	async findCredential(name, type) {
		return (await this.request('GET', '/credentials')).find(
			(credential) => credential.name === name && credential.type === type,
		);
	}

	/** Creates the credential, or updates the one with this name. Returns { id, name }. */
	async saveCredential({ name, type, data }) {
		const existing = await this.findCredential(name, type);
		const saved = existing
			? await this.request('PATCH', `/credentials/${existing.id}`, { name, type, data })
			: await this.request('POST', '/credentials', { name, type, data });
		return { id: saved.id, name };
	}

	/** Tests credentials like their form's Test button. Returns { status: 'OK' | 'Error', message }. */
	async testCredential(credential) {
		return await this.request('POST', '/credentials/test', { credentials: credential });
	}

	/** Returns the workflow with this name, or undefined. */
	async findWorkflow(name) {
		const found = await this.request('GET', `/workflows?filter=${encodeURIComponent(JSON.stringify({ name }))}`);
		return found.find((workflow) => workflow.name === name);
	}

	/** Creates a workflow and returns it. */
	async createWorkflow({ name, nodes, connections, settings = {}, pinData = {} }) {
		// Without a value for pinned data, n8n cannot execute a single step of the workflow.
		return await this.request('POST', '/workflows', {
			name,
			nodes,
			connections,
			settings,
			pinData,
			// n8n 2.0 and earlier have no default for it.
			active: false,
		});
	}

	/** Publishes the newest version of a workflow, which activates its triggers. */
	async publish(workflowId) {
		const { versionId } = await this.request('GET', `/workflows/${workflowId}`);
		return await this.request('POST', `/workflows/${workflowId}/activate`, { versionId });
	}

	/** Unpublishes a workflow, which deactivates its triggers. */
	async unpublish(workflowId) {
		return await this.request('POST', `/workflows/${workflowId}/deactivate`, {});
	}

	/** Listens like a trigger's button: the test URL is active until a delivery arrives, or for two minutes. */
	async listen(workflowId, triggerName) {
		return await this.request('POST', `/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: triggerName },
		});
	}

	async stopListening(workflowId) {
		return await this.request('DELETE', `/test-webhook/${workflowId}`);
	}

	/** Returns the newest 20 executions of a workflow, newest first. */
	async listExecutions(workflowId) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return (await this.request('GET', `/executions?filter=${filter}&limit=20`)).results;
	}

	/** Returns all executions of a workflow, newest first. */
	async listAllExecutions(workflowId) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const all = [];
		for (let cursor = ''; cursor !== undefined;) {
			const path = `/executions?filter=${filter}&limit=100${cursor}`;
			const { results, nextCursor } = await this.request('GET', path);
			all.push(...results);
			cursor = nextCursor ? `&cursor=${encodeURIComponent(nextCursor)}` : undefined;
		}
		return all;
	}

	/** Returns how many executions of a workflow have a status, up to 100. */
	async countExecutions(workflowId, status) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: [status] }));
		return (await this.request('GET', `/executions?filter=${filter}&limit=100`)).results.length;
	}

	/** Returns the error that ended an execution ({ message, description, httpCode, … }), or undefined. */
	async findError(executionId) {
		return (await this.#readData(executionId)).resultData?.error;
	}

	/** Returns the items of the last run of a node in an execution, from its first main output. */
	async readOutput(executionId, nodeName) {
		const { resultData } = await this.#readData(executionId);
		return resultData.runData[nodeName]?.at(-1).data?.main?.[0]?.map(({ json }) => json);
	}

	async #readData(executionId) {
		const { data } = await this.request('GET', `/executions/${executionId}`);
		// n8n stores executions as a flat list, in which strings are indexes of entries.
		const entries = JSON.parse(data);
		const read = new Map();
		const follow = (value) => (typeof value === 'string' ? entryAt(Number(value)) : value);
		const entryAt = (index) => {
			const entry = entries[index];
			if (entry === null || typeof entry !== 'object') return entry;
			if (!read.has(index)) {
				const copy = Array.isArray(entry) ? [] : {};
				read.set(index, copy);
				for (const [name, value] of Object.entries(entry)) copy[name] = follow(value);
			}
			return read.get(index);
		};
		return entryAt(0);
	}
}
