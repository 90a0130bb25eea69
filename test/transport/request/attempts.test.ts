import type { RequestListener } from 'node:http';
import type { ServiceError } from '../../../nodes/transport/errors/serviceError';
import type { ServiceRequest } from '../../../nodes/transport/request/requestOnce';
import { DEFAULT_SETTINGS, send, type SendSettings } from '../../../nodes/transport/request/send';
import { editorContext } from '../../support/engine';
import { InstantClock } from '../../support/instantClock';
import { expectAnswers } from '../../support/project';
import { Service, useService } from '../../support/service';

const server = useService(new Service());

/** @param text `reset`, or a status, then headers and a JSON body, e.g. `429 retry-after=60 {"a":1}` */
const responseOf =
	(text: string): RequestListener =>
	(req, res) => {
		if (text === 'reset') return void req.socket.resetAndDestroy();
		const [, status, headers, body = '{}'] = /^(\d+) ?([^{]*)({.*)?$/.exec(text) ?? [];
		for (const [name, value] of new URLSearchParams(headers?.trim())) res.setHeader(name, value);
		res.writeHead(Number(status)).end(body);
	};

/** What a request reports on its way, and how it ends. Times are in s. */
async function courseOf(request: ServiceRequest, settings: Partial<SendSettings>, name: string): Promise<string> {
	const steps: string[] = [];
	const seconds = (ms: number) => Math.round(ms / 100) / 10;
	const reports: Partial<SendSettings> = {
		onPause: (reason, ms) => steps.push(`${reason}, pause of ${seconds(ms)}`),
		onSend: (ms) => steps.push(`sent after ${seconds(ms)}`),
		onRetry: (mayBeDone) => steps.push(mayBeDone ? 'may be done' : 'not done'),
	};
	const sending = send(
		editorContext(server.credentials(`sk_test_of_attempts_${name}`)),
		{ ...request, body: { to: '1', text: 'x'.repeat(101) } },
		{ ...DEFAULT_SETTINGS, ...settings, ...reports },
		new InstantClock(),
	);
	const end = await sending.then(
		({ status }) => `${status}`,
		({ message, description }: ServiceError) => `${message}. ${description}`,
	);
	return [...steps, end].join('; ').replace(new URL(server.origin).host, 'service');
}

test('a request is sent again as its method, its options and the responses allow', async () => {
	let rows = 0;
	await expectAnswers('transport/request/attempts.txt', async (requestText = '', responses = '') => {
		server.responses = responses.split(', ').map(responseOf);
		const [, method, path = '', settings = '{}'] = /^(\w+) (\S+) ?(.*)$/.exec(requestText) ?? [];
		const request = { method, path } as ServiceRequest;
		return await courseOf(request, JSON.parse(settings || '{}') as Partial<SendSettings>, `${(rows += 1)}`);
	});
});
