// Sends the requests of a run with axios alone, twice, and prints CPU time and time per request of the second time, in
// ms.
import axios from 'axios';

const [operation, baseUrl, apiKey, instanceId, count, concurrency] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${apiKey}` };

async function send(n) {
	if (operation === 'status') return await axios.get(`${baseUrl}/instances/${instanceId}/status`, { headers });
	const body = {
		instanceId,
		remoteJid: String(5511980000000 + (n % 100)),
		type: 'text',
		content: { text: `Hello, this is message ${n}` },
	};
	return await axios.post(`${baseUrl}/messages`, body, { headers });
}

async function sendAll() {
	let next = 0;
	const work = async () => {
		while (next < Number(count)) {
			next += 1;
			await send(next - 1);
		}
	};
	await Promise.all(Array.from({ length: Number(concurrency) }, work));
}

await sendAll();
const [start, cpu] = [performance.now(), process.cpuUsage()];
await sendAll();
const { user, system } = process.cpuUsage(cpu);
const ms = performance.now() - start;
console.log(JSON.stringify({ cpuMs: (user + system) / 1000 / count, ms: ms / count }));
