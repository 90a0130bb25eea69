// Stand-ins for the services that the templates use besides the sandbox.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Starts a mail server without encryption. Returns the `mails` so far, as received, `close()`, and
 * `credentialsIn(api)`, which saves credentials in n8n and returns them by the type of the node.
 */
export async function startMailServer() {
	const mails = [];
	const server = createServer((socket) => {
		let buffer = '';
		let isData = false;
		const reply = (text) => socket.write(`${text}\r\n`);
		socket.on('error', () => {});
		socket.on('data', (chunk) => {
			buffer += chunk.toString('latin1');
			for (;;) {
				const end = isData ? '\r\n.\r\n' : '\r\n';
				const index = buffer.indexOf(end);
				if (index === -1) return;
				const part = buffer.slice(0, index);
				buffer = buffer.slice(index + end.length);
				if (isData) {
					mails.push(part);
					isData = false;
					reply('250 Accepted');
				} else if (/^DATA$/i.test(part)) {
					isData = true;
					reply('354 Continue');
				} else if (/^QUIT$/i.test(part)) {
					socket.end('221 Bye\r\n');
				} else reply('250 OK');
			}
		});
		reply('220 Stand-in');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const credentialsIn = async (api) => {
		const data = { user: '', password: '', host: '127.0.0.1', port: server.address().port };
		const smtp = await api.saveCredential({
			name: 'Mail',
			type: 'smtp',
			data: { ...data, secure: false, disableStartTls: true },
		});
		return { 'n8n-nodes-base.emailSend': { smtp } };
	};
	return { mails, close: () => server.close(), credentialsIn };
}

/** Returns a node with the events of a calendar, instead of Google Calendar. */
export function calendarWith(events) {
	const jsCode = `return ${JSON.stringify(events)}.map((json) => ({ json }));`;
	return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}
