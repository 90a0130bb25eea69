/** n8n's internal REST API, as its editor uses it: sign in, credentials, workflows, executions. */
export class N8nApi {
	#cookie = '';

	constructor(url) {
		this.url = url;
	}

	/** Creates the owner of a new n8n, or signs in to an existing one. */
	async signIn({ email, password, firstName = 'Demo', lastName = 'User' }) {
		const settings = await this.request('GET', '/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/owner/setup', { email, password, firstName, lastName });
		}
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Sends a request to /rest and returns the `data` of the response; throws for a status of 400 or more. */
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
		const answer = text === '' ? {} : JSON.parse(text);
		return answer.data ?? answer;
	}

	/** A file that the editor loads, such as the list of node types or an icon. */
	async file(path) {
		const response = await fetch(`${this.url}/${path}`, {
			headers: { 'browser-id': 'end-to-end', cookie: this.#cookie },
		});
		if (!response.ok) throw new Error(`n8n: ${path} → ${response.status}`);
		return response;
	}

	/** The description of a node type, as n8n loaded it. */
	async nodeType(type) {
		return (await (await this.file('types/nodes.json')).json()).find(({ name }) => name === type);
	}

	/** Creates the credential, or updates the one with this name. Returns { id, name }. */
	async saveCredential({ name, type, data }) {
		const existing = (await this.request('GET', '/credentials')).find(
			(credential) => credential.name === name && credential.type === type,
		);
		const saved = existing
			? await this.request('PATCH', `/credentials/${existing.id}`, { name, type, data })
			: await this.request('POST', '/credentials', { name, type, data });
		return { id: saved.id, name };
	}

	/** The result of the "Test" button of the credential form: { status: 'OK' | 'Error', message }. */
	async testCredential(credential) {
		return await this.request('POST', '/credentials/test', { credentials: credential });
	}

	async findWorkflow(name) {
		const found = await this.request('GET', `/workflows?filter=${encodeURIComponent(JSON.stringify({ name }))}`);
		return found.find((workflow) => workflow.name === name);
	}

	async createWorkflow({ name, nodes, connections, settings = {} }) {
		return await this.request('POST', '/workflows', { name, nodes, connections, settings });
	}

	/** Publishes the newest version of a workflow, which activates its triggers. */
	async publish(workflowId) {
		const { versionId } = await this.request('GET', `/workflows/${workflowId}`);
		return await this.request('POST', `/workflows/${workflowId}/activate`, { versionId });
	}

	async unpublish(workflowId) {
		return await this.request('POST', `/workflows/${workflowId}/deactivate`, {});
	}

	/** Like a trigger's listen button: the test URL is active until a delivery arrives, or for two minutes. */
	async listen(workflowId, triggerName) {
		return await this.request('POST', `/workflows/${workflowId}/run`, { triggerToStartFrom: { name: triggerName } });
	}

	async stopListening(workflowId) {
		return await this.request('DELETE', `/test-webhook/${workflowId}`);
	}

	/** The newest executions of a workflow, newest first. */
	async executions(workflowId) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return (await this.request('GET', `/executions?filter=${filter}&limit=20`)).results;
	}

	/** The error that ended an execution: { message, description, … }, or undefined. */
	async errorOf(executionId) {
		const { data } = await this.request('GET', `/executions/${executionId}`);
		// n8n stores executions as a flat list, in which numeric strings are indexes of entries.
		const entries = JSON.parse(data);
		const follow = (value, depth = 0) => {
			if (depth > 6 || value === null || typeof value !== 'object') return value;
			return Object.fromEntries(
				Object.entries(value).map(([name, place]) => [
					name,
					typeof place === 'string' ? follow(entries[Number(place)], depth + 1) : place,
				]),
			);
		};
		return follow(entries[0]).resultData?.error;
	}
}
