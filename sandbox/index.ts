import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sandboxApp } from './server/app';
import type { Sandbox, SandboxSettings } from './types/sandbox';
import { settleAll } from './events/deliveries';
import { dialectOf } from './settings/dialects';
import { playMessage } from './events/events';
import { keys } from './requests/keys';
import { otherHost } from './server/otherHost';
import { limitOfTier } from './settings/tiers';
import { createWorld, resetWorld, windowMs } from './state/sandboxState';

export type * from './types/sandbox';
export type * from './types/records';

/** Starts a stand-in for the service on this machine's loopback address, with a second host beside it. */
export async function startSandbox(settings: SandboxSettings = {}): Promise<Sandbox> {
	const world = createWorld(settings);
	const control: Pick<Sandbox, 'setDialect' | 'setRate' | 'reset'> = {
		setDialect: (dialect) => {
			world.dialect = dialectOf(dialect);
			world.changes.emit('change', 'dialect');
		},
		setRate: ({ tier, windowSeconds }) => {
			const next = { tier: tier ?? world.settings.tier ?? 'pro', windowSeconds: windowSeconds ?? world.settings.windowSeconds };
			world.limiter.change(limitOfTier(next.tier), windowMs(next.windowSeconds));
			world.settings = { ...world.settings, ...next };
			world.changes.emit('change', 'rate');
		},
		reset: () => resetWorld(world),
	};
	const main = createServer(sandboxApp(world, control));
	const other = createServer(otherHost(world));
	world.origin = await listen(main, settings.port ?? 0);
	world.otherOrigin = await listen(other, 0).catch(async (error) => {
		await close(main);
		throw error;
	});
	resetWorld(world);
	return {
		...control,
		origin: world.origin,
		baseUrl: `${world.origin}/api/v2`,
		otherOrigin: world.otherOrigin,
		keys,
		log: world.log,
		ledger: world.ledger,
		deliveries: world.deliveries,
		otherHostLog: world.otherHostLog,
		data: world.data,
		addFault: (fault) => world.faults.add(fault),
		clearFaults: () => world.faults.clear(),
		consume: (key, n) => world.limiter.consume(key, world.now(), n),
		playIncoming: async (message) => playMessage(world, message),
		settle: () => settleAll(world),
		close: async () => {
			world.running.abort();
			await Promise.all([close(main), close(other)]);
			await settleAll(world);
		},
	};
}

async function listen(server: Server, port: number): Promise<string> {
	// Longer than clients keep idle connections, so that none is closed while a client reuses it.
	server.keepAliveTimeout = 65_000;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeAllConnections();
	await closed;
}
