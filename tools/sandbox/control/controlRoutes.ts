import express, { Router, type Request, type Response } from 'express';
import { z } from 'zod';
import { changeMessageStatus, changeStatus, sendEvent } from '../events/events';
import { playMessage } from '../events/incomingMessage';
import { findInstance, findMessage } from '../requests/findRecord';
import { handleError } from '../responses/errorHandler';
import { invalid, ServiceError } from '../responses/serviceError';
import { resetState, setDialect, setRate, type SandboxState } from '../state/sandboxState';
import type { DialectName } from '../types/dialect';
import { faultSchema } from '../types/fault';
import { incomingSchema } from '../types/incoming';
import { reportState } from './stateReport';

const statusBody = z.strictObject({ status: z.string().min(1) });
const faultsBody = z.union([faultSchema, z.array(faultSchema)]);
const rateBody = z.strictObject({
	tier: z.union([z.enum(['free', 'starter', 'pro', 'none']), z.number().int().min(1)]),
});
const resetBody = z.strictObject({ keepWebhooks: z.boolean().optional() });
const dialectBody = z.strictObject({ name: z.string() });

/** The control API, which the console page and tests in other processes use. It is not part of the service. */
export function controlRoutes(state: SandboxState): Router {
	const router = Router();
	router.use(express.json({ limit: '5mb', strict: false }));
	addReads(router, state);
	router.get('/state', (_req, res) => void res.json(reportState(state)));

	router.post('/incoming', (req, res) => void res.json(playMessage(state, parseBody(incomingSchema, req.body))));
	router.post('/event', (req, res) => {
		if (req.body === undefined) throw invalid('The event must be JSON, sent as application/json');
		res.json({ webhooks: sendEvent(state, req.body) });
	});
	router.post('/messages/:id/status', (req, res) => {
		const message = findMessage(state, req.params.id);
		changeMessageStatus(state, message, parseBody(statusBody, req.body).status);
		res.json(message);
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
		const { name } = parseBody(dialectBody, req.body);
		orInvalid(() => setDialect(state, name as DialectName));
		res.json(state.dialect);
	});
	router.post('/rate', (req, res) => {
		setRate(state, parseBody(rateBody, req.body));
		res.json(reportState(state));
	});
	router.post('/instances/:id/scan', (req, res) => {
		const instance = findInstance(state, req.params.id);
		instance.phone ??= '5511900000001';
		changeStatus(state, instance, 'connected');
		res.json(instance);
	});
	// The URL of the seeded webhooks, so that nothing leaves this machine.
	router.post('/sink', (_req, res) => void res.json({ received: true }));
	router.use(() => {
		throw new ServiceError(404, 'NOT_FOUND', 'The control API has no such endpoint');
	});
	router.use(handleError);
	return router;
}

function addReads(router: Router, { log, otherHostLog, ledger, deliveries, ...state }: SandboxState): void {
	const { data, marks, faults, changes } = state;
	const logs = { log, 'other-host-log': otherHostLog, ledger, deliveries };
	for (const [path, entries] of Object.entries(logs)) {
		router.get(`/${path}`, (req, res) => void res.json(entries.slice(-Number(req.query['last'] ?? 0))));
	}
	for (const name of ['instances', 'groups', 'chats', 'webhooks'] as const) {
		router.get(`/${name}`, (_req, res) => void res.json(data[name]));
	}
	router.get('/messages', (_req, res) => {
		res.json(data.messages.map((message) => ({ ...message, marks: marks.get(message.id) ?? [] })));
	});
	router.get('/faults', (_req, res) => void res.json(faults.list()));
	router.get('/events', (req, res) => streamChanges(changes, req, res));
}

/** Sends the name of what changes, as server-sent events. */
function streamChanges(changes: SandboxState['changes'], req: Request, res: Response): void {
	res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
	res.write('event: ready\ndata: {}\n\n');
	const send = (what: string) => void res.write(`event: change\ndata: ${JSON.stringify({ what })}\n\n`);
	changes.on('change', send);
	req.once('close', () => changes.off('change', send));
}

/** Returns a body that matches the schema. Throws 400 with all problems otherwise. */
function parseBody<T extends z.ZodTypeAny>(schema: T, body: unknown): z.infer<T> {
	const result = schema.safeParse(body ?? {});
	if (result.success) return result.data;
	throw invalid(result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '));
}

/** Turns an error of the settings into a 400. */
function orInvalid(change: () => void): void {
	try {
		change();
	} catch (error) {
		throw invalid((error as Error).message);
	}
}
