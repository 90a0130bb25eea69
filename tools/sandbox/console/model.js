/** Where the parts of the sandbox's data come from. */
const sources = {
	state: '/_sandbox/state',
	instances: '/_sandbox/instances',
	chats: '/_sandbox/chats',
	messages: '/_sandbox/messages',
	webhooks: '/_sandbox/webhooks',
	deliveries: '/_sandbox/deliveries?last=50',
	log: '/_sandbox/log?last=100',
};

/** The parts that have changed along with another one; `reset` changes all. */
const changedWith = { messages: ['messages', 'chats'], groups: ['chats'], reset: Object.keys(sources) };

/**
 * Creates a function that loads the parts of the model that a change concerns, and calls `render` with all parts, or
 * `onError`.
 */
export function createReload(render, onError) {
	const model = {};
	const stale = new Set();
	let isReloading = false;
	return async (change) => {
		for (const name of changedWith[change] ?? [change]) if (name in sources) stale.add(name);
		if (isReloading) return;
		isReloading = true;
		try {
			// Changes come in bursts, so one reload covers several.
			while (stale.size > 0) {
				const names = [...stale];
				stale.clear();
				await Promise.all(names.map(async (name) => (model[name] = await request('GET', sources[name]))));
				render(model);
				await new Promise((resolve) => setTimeout(resolve, 60));
			}
		} catch {
			onError();
		} finally {
			isReloading = false;
		}
	};
}

/** Sends a request to the sandbox. @returns the body of the response @throws what the sandbox says is wrong */
export async function request(method, path, body) {
	const response = await fetch(path, {
		method,
		headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const result = await response.json();
	if (!response.ok) throw new Error(result.error?.message ?? `The sandbox responded with ${response.status}`);
	return result;
}
