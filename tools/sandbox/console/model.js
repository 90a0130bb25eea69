/** The sandbox's data, and what is selected. */
export const model = {
	state: null,
	instances: [],
	chats: [],
	messages: [],
	webhooks: [],
	deliveries: [],
	log: [],
};
export const selected = { instance: null, chat: null };

/** Where the parts of the model come from. */
const sources = {
	state: '/_sandbox/state',
	instances: '/_sandbox/instances',
	chats: '/_sandbox/chats',
	messages: '/_sandbox/messages',
	webhooks: '/_sandbox/webhooks',
	deliveries: '/_sandbox/deliveries?last=50',
	log: '/_sandbox/log?last=100',
};
export const allParts = Object.keys(sources);

/** Which parts a change concerns; any other change concerns all. */
const changedParts = {
	log: ['log'],
	ledger: [],
	otherHostLog: [],
	deliveries: ['deliveries'],
	messages: ['messages', 'chats'],
	chats: ['chats'],
	groups: ['chats'],
	instances: ['instances'],
	webhooks: ['webhooks'],
	dialect: ['state'],
	rate: ['state'],
};

/** Returns the names of the parts to reload after a change. */
export const partsAfter = (change) => changedParts[change] ?? allParts;

/** Creates a function that loads parts of the model and passes their names to `render`, or calls `onError`. */
export function createReload(render, onError) {
	const stale = new Set();
	let isReloading = false;
	return async (names) => {
		for (const name of names) stale.add(name);
		if (isReloading) return;
		isReloading = true;
		try {
			// Changes come in bursts, so one reload covers several.
			while (stale.size > 0) {
				const batch = [...stale];
				stale.clear();
				await Promise.all(batch.map(async (name) => (model[name] = await request('GET', sources[name]))));
				render(new Set(batch));
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
