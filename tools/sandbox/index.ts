import { waitForDeliveries } from './events/deliveries';
import { sendEvent } from './events/events';
import { playMessage } from './events/incomingMessage';
import { keys } from './requests/keys';
import { sandboxApp } from './server/app';
import { startServer } from './server/listen';
import { otherHost } from './server/otherHost';
import { createState, resetState, setDialect, setRate } from './state/sandboxState';
import type { Sandbox, SandboxSettings } from './types/sandbox';

export type * from './types/dialect';
export type * from './types/fault';
export type * from './types/incoming';
export type * from './types/logs';
export type * from './types/records';
export type * from './types/sandbox';

/**
 * Starts a stand-in for the service on this machine's loopback address, and a second host beside it.
 *
 * @throws if there is no such dialect or tier, or the port is in use or not permitted (`code` is EADDRINUSE or EACCES)
 */
export async function startSandbox(settings: SandboxSettings = {}): Promise<Sandbox> {
	const state = createState(settings);
	const main = await startServer(sandboxApp(state), settings.port ?? 0);
	const other = await startServer(otherHost(state), 0).catch(async (error) => {
		await main.close();
		throw error;
	});
	state.origin = main.origin;
	state.otherOrigin = other.origin;
	resetState(state);
	return {
		origin: state.origin,
		baseUrl: `${state.origin}/api/v2`,
		otherOrigin: state.otherOrigin,
		keys,
		log: state.log,
		ledger: state.ledger,
		deliveries: state.deliveries,
		otherHostLog: state.otherHostLog,
		data: state.data,
		addFault: (fault) => state.faults.add(fault),
		clearFaults: () => state.faults.clear(),
		setDialect: (dialect) => setDialect(state, dialect),
		setRate: (rate) => setRate(state, rate),
		playIncoming: async (message) => playMessage(state, message),
		playEvent: (body) => void sendEvent(state, body),
		marksOf: (messageId) => state.marks.get(messageId) ?? [],
		settle: async () => await waitForDeliveries(state),
		reset: () => resetState(state),
		close: async () => {
			state.deliveriesAbort.abort();
			await Promise.all([main.close(), other.close()]);
			await waitForDeliveries(state);
		},
	};
}
