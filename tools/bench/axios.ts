import { performance } from 'node:perf_hooks';
import axios from 'axios';
import { concurrencyOf, itemsOf, type Case } from './cases';
import type { Figures } from './figures';
import { resetSandbox, type Session } from './n8n/session';

/** Sends the requests of a case with axios in this process. Returns CPU time and time per request in ms. */
export async function measureAxios(
	session: Session,
	{ operation }: Case,
	instanceId: string,
	count: number,
): Promise<Figures> {
	await resetSandbox(session);
	const { baseUrl: baseURL, key } = session.sandbox;
	const client = axios.create({ baseURL, headers: { Authorization: `Bearer ${key}` } });
	const left = itemsOf(instanceId, count);
	const work = async () => {
		for (let item = left.shift(); item; item = left.shift()) {
			const body = { instanceId, remoteJid: item.phone, type: 'text', content: { text: item.text } };
			await (operation === 'status' ? client.get(`/instances/${instanceId}/status`) : client.post('/messages', body));
		}
	};
	const [start, cpu] = [performance.now(), process.cpuUsage()];
	await Promise.all(Array.from({ length: concurrencyOf[operation] }, work));
	const { user, system } = process.cpuUsage(cpu);
	return { cpuMs: (user + system) / 1000 / count, ms: (performance.now() - start) / count };
}
