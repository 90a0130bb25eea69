import { isDeepStrictEqual } from 'node:util';
import express, { Router, type NextFunction, type Request, type Response } from 'express';
import { z } from 'zod';
import type { Dialect, DialectName, Fault, Incoming, Sandbox } from '../types/sandbox';
import { dialectOf, dialects } from '../settings/dialects';
import { playMessage } from '../events/events';
import { Failure, invalid } from '../responses/serviceError';
import { answerFailure } from '../responses/errorHandler';
import { findInstance } from '../requests/findRecord';
import { keys } from '../requests/keys';
import { changeStatus } from '../routes/instances';
import type { World } from '../state/sandboxState';

export type Control = Pick<Sandbox, 'setDialect' | 'setRate' | 'reset'>;

const incoming = z.strictObject({
	instanceId: z.string().optional(),
	remoteJid: z.string().min(1).optional(),
	fromMe: z.boolean().optional(),
	type: z.string().min(1).optional(),
	content: z.unknown(),
	text: z.string().optional(),
	event: z.string().min(1).optional(),
});

const fault = z.strictObject({
	method: z.string().optional(),
	path: z.string().optional(),
	skip: z.number().int().min(0).optional(),
	/** JSON has no Infinity; "always" stands for it. */
	times: z.union([z.number().int().min(1), z.literal('always').transform(() => Infinity)]).optional(),
	kind: z.enum(['reset', 'resetAfterWork', 'stall', 'stallAfterWork', 'status', 'html', 'cutBody', 'cutJson', 'redirect', 'storm429', 'empty', 'raw']),
	status: z.number().int().min(200).max(599).optional(),
	body: z.unknown(),
	headers: z.record(z.string(), z.string()).optional(),
	retryAfter: z.number().int().min(0).optional(),
	location: z.string().optional(),
	afterWork: z.boolean().optional(),
});

const rate = z.strictObject({
	tier: z.union([z.enum(['free', 'starter', 'pro', 'none']), z.number().int().min(1)]).optional(),
	windowSeconds: z.number().positive().optional(),
	consume: z.strictObject({ key: z.string(), n: z.number().int().min(1) }).optional(),
});

const dialect = z.union([z.enum(['documented', 'wrapped', 'bare', 'sparse']), z.record(z.string(), z.unknown())]);

/** Controls for tests in other processes and the console page. Not part of the service. */
export function controlRoutes(world: World, control: Control): Router {
	const router = Router();
	router.use(onlyFromHere, express.json({ limit: '5mb' }));

	router.get('/health', (_req, res) => void res.json({ ok: true }));
	router.get('/state', (_req, res) => void res.json(stateOf(world)));
	for (const [path, list] of [['log', world.log], ['other-host-log', world.otherHostLog], ['ledger', world.ledger], ['deliveries', world.deliveries]] as const) {
		router.get(`/${path}`, (req, res) => void res.json(list.slice(-Number(req.query['last'] ?? list.length) || list.length)));
	}
	for (const name of ['instances', 'groups', 'chats', 'messages', 'webhooks'] as const) {
		router.get(`/${name}`, (_req, res) => void res.json(world.data[name]));
	}
	router.get('/faults', (_req, res) => void res.json(world.faults.list()));
	router.get('/events', (req, res) => streamChanges(world, req, res));

	router.post('/incoming', (req, res) => void res.json(playMessage(world, checked(incoming, req.body) as Incoming)));
	router.post('/faults', (req, res) => {
		for (const each of [checked(z.union([fault, z.array(fault)]), req.body)].flat()) addFault(world, each as Fault);
		res.json(world.faults.list());
	});
	router.delete('/faults', (_req, res) => {
		world.faults.clear();
		res.json([]);
	});
	router.post('/reset', (_req, res) => {
		control.reset();
		res.json(stateOf(world));
	});
	router.post('/dialect', (req, res) => {
		const wish = typeof req.body?.name === 'string' ? req.body.name : req.body;
		const next = checked(dialect, wish);
		attempt(() => control.setDialect(next as Partial<Dialect>));
		res.json(world.dialect);
	});
	router.post('/rate', (req, res) => {
		const { consume, ...change } = checked(rate, req.body);
		attempt(() => control.setRate(change));
		if (consume !== undefined) world.limiter.consume(consume.key, world.now(), consume.n);
		res.json(stateOf(world).rate);
	});
	router.post('/instances/:id/scan', (req, res) => {
		const instance = findInstance(world, req.params.id);
		instance.phone ??= '5511900000001';
		changeStatus(world, instance, 'connected');
		res.json(instance);
	});
	// The URL of the seeded webhooks, so that nothing leaves this machine.
	router.post('/sink', (_req, res) => void res.json({ received: true }));
	router.use((_req, res) => void res.status(404).json(new Failure(404, 'NOT_FOUND', 'There is no such control').envelope()));
	router.use(answerFailure);
	return router;
}

function stateOf(world: World) {
	const { instances, groups, chats, messages, webhooks } = world.data;
	return {
		baseUrl: `${world.origin}/api/v2`,
		otherOrigin: world.otherOrigin,
		keys,
		counts: {
			instances: instances.length,
			groups: groups.length,
			chats: chats.length,
			messages: messages.length,
			webhooks: webhooks.length,
			requests: world.log.length,
			writes: world.ledger.length,
			deliveries: world.deliveries.length,
		},
		settings: { seed: 1, instances: 6, clockOffsetSeconds: 0, ...world.settings, dialect: undefined, now: undefined },
		rate: { tier: world.settings.tier ?? 'pro', windowSeconds: world.settings.windowSeconds ?? 60 },
		dialect: world.dialect,
		dialectName: (Object.keys(dialects) as DialectName[]).find((name) => isDeepStrictEqual(dialectOf(name), world.dialect)) ?? null,
		dialects: Object.keys(dialects),
		faults: world.faults.list(),
	};
}

/** Other websites must not control a sandbox on their visitor's machine. */
function onlyFromHere(req: Request, _res: Response, next: NextFunction): void {
	const { host = '', origin } = req.headers;
	const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
	if (!isLocal || (origin !== undefined && origin !== `http://${host}`)) throw new Failure(403, 'FORBIDDEN', 'The controls only respond to this machine');
	next();
}

function streamChanges(world: World, req: Request, res: Response): void {
	res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
	res.write('event: ready\ndata: {}\n\n');
	const tell = (what: string) => void res.write(`event: change\ndata: ${JSON.stringify({ what })}\n\n`);
	world.changes.on('change', tell);
	req.once('close', () => world.changes.off('change', tell));
}

function addFault(world: World, planned: Fault): void {
	attempt(() => world.faults.add(planned));
}

function attempt(act: () => void): void {
	try {
		act();
	} catch (error) {
		throw invalid((error as Error).message);
	}
}

function checked<T extends z.ZodTypeAny>(schema: T, body: unknown): z.infer<T> {
	const result = schema.safeParse(body ?? {});
	if (result.success) return result.data;
	throw invalid(result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '));
}
