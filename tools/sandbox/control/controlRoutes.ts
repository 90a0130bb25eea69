import express, { Router, type Request, type Response } from 'express';
import { changeMessageStatus, changeStatus, sendContacts } from '../events/events';
import { playMessage } from '../events/incomingMessage';
import { findInstance, findMessage } from '../requests/findRecord';
import { handleError } from '../responses/errorHandler';
import { invalid, ServiceError } from '../responses/serviceError';
import { detailsOf } from '../state/messages';
import { resetState, setDialect, setRate, type SandboxState } from '../state/sandboxState';
import type { DialectSettings } from '../types/dialect';
import { incomingSchema } from '../types/incoming';
import { sendMessageFile } from './messageFile';
import { contactsBody, dialectBody, faultsBody, parseBody, rateBody, resetBody, statusBody } from './requestBodies';
import { reportRate, reportState } from './stateReport';

/** The control API, which the console page and tests in other processes use. It is not part of the service. */
export function controlRoutes(state: SandboxState): Router {
	const router = Router();
	router.use(express.json({ limit: '5mb' }));
	addReads(router, state);

	router.post('/incoming', (req, res) => void res.json(playMessage(state, parseBody(incomingSchema, req.body))));
	router.post('/messages/:id/status', (req, res) => {
		const message = findMessage(state, req.params.id);
		changeMessageStatus(state, message, parseBody(statusBody, req.body).status);
		res.json(message);
	});
	router.post('/contacts', (req, res) => {
		const { instanceId } = parseBody(contactsBody, req.body);
		res.json(sendContacts(state, findInstance(state, instanceId)));
	});
	router.post('/faults', (req, res) => {
		for (const fault of [parseBody(faultsBody, req.body)].flat()) orInvalid(() => state.faults.add(fault));
		res.json(state.faults.list());
	});
	router.delete('/faults', (_req, res) => {
		state.faults.clear();
		res.json([]);
	});
	router.post('/reset', (req, res) => {
		resetState(state, parseBody(resetBody, req.body).keepWebhooks);
		res.json(reportState(state));
	});
	router.post('/dialect', (req, res) => {
		const dialect = parseBody(dialectBody, req.body);
		orInvalid(() => setDialect(state, dialect as DialectSettings));
		res.json(state.dialect);
	});
	router.post('/rate', (req, res) => {
		const { consume, ...rate } = parseBody(rateBody, req.body);
		orInvalid(() => setRate(state, rate));
		if (consume !== undefined) state.limiter.consume(consume.key, state.now(), consume.n);
		res.json(reportRate(state));
	});
	router.post('/instances/:id/scan', (req, res) => {
		const instance = findInstance(state, req.params.id);
		instance.phone ??= '5511900000001';
		changeStatus(state, instance, 'connected');
		res.json(instance);
	});
	// The URL of the seeded webhooks, so that nothing leaves this machine.
	router.post('/sink', (_req, res) => void res.json({ received: true }));
	router.use(
		(_req, res) =>
			void res.status(404).json(new ServiceError(404, 'NOT_FOUND', 'The control API has no such endpoint').envelope()),
	);
	router.use(handleError);
	return router;
}

function addReads(router: Router, state: SandboxState): void {
	router.get('/health', (_req, res) => void res.json({ ok: true }));
	router.get('/state', (_req, res) => void res.json(reportState(state)));
	const logs = {
		log: state.log,
		'other-host-log': state.otherHostLog,
		ledger: state.ledger,
		deliveries: state.deliveries,
	};
	for (const [path, log] of Object.entries(logs)) {
		router.get(
			`/${path}`,
			(req, res) => void res.json(log.slice(-Number(req.query['last'] ?? log.length) || log.length)),
		);
	}
	for (const name of ['instances', 'groups', 'chats', 'webhooks'] as const) {
		router.get(`/${name}`, (_req, res) => void res.json(state.data[name]));
	}
	router.get(
		'/messages',
		(_req, res) => void res.json(state.data.messages.map((each) => ({ ...each, ...detailsOf(state, each.id) }))),
	);
	router.get('/messages/:id/file', (req, res) => sendMessageFile(state, findMessage(state, req.params.id), res));
	router.get('/faults', (_req, res) => void res.json(state.faults.list()));
	router.get('/events', (req, res) => streamChanges(state, req, res));
}

function streamChanges(state: SandboxState, req: Request, res: Response): void {
	res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
	res.write('event: ready\ndata: {}\n\n');
	const send = (what: string) => void res.write(`event: change\ndata: ${JSON.stringify({ what })}\n\n`);
	state.changes.on('change', send);
	req.once('close', () => state.changes.off('change', send));
}

/** Turns an error of the settings into a 400. */
function orInvalid(change: () => void): void {
	try {
		change();
	} catch (error) {
		throw invalid((error as Error).message);
	}
}
