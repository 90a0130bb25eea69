import { measureAxios } from './axios';
import { cases, httpRequestNode, itemsOf, ourNode, type Case } from './cases';
import { format, measureInTurns, ratioFor, ROUNDS, spreadFor, type Figures, type Table } from './figures';
import { measureRun, ownFigures } from './n8n/runs';
import { startSession, type Session } from './n8n/session';
import { noOperation, publishRun } from './n8n/workflows';

const SIZE = 500;

/**
 * The most CPU time per item that this node may need in relation to n8n's HTTP Request node: above the measured ratios,
 * because those of a busy machine reach 1.5 times those of an idle one. Tests count evaluations and reads of
 * credentials exactly.
 */
const LIMITS: Record<Case['operation'], number> = {
	send: 1.3,
	status: 1.1,
};

/** How many n8n measure a case at most. Further rounds outvote noise, and confirm a slower node. */
const MEASUREMENTS = 3;

/** The figures of a case: per item, of the nodes alone. */
interface Measured {
	case: Case;
	ours: Figures[];
	http: Figures[];
	/** The same requests without n8n. */
	axios?: Figures[];
}

/** What an item costs in a real n8n, compared with n8n's HTTP Request node and with axios. */
export async function items(): Promise<Table> {
	const measured = await inSession(cases, ROUNDS, true);
	return measured.map(({ case: { title }, ours, http, axios = [] }) => ({
		case: `${title}, ${SIZE} items`,
		'CPU, ms': format(spreadFor(ours, 'cpuMs')),
		'CPU of HTTP Request, ms': format(spreadFor(http, 'cpuMs')),
		'ratio of CPU': format(ratioFor(ours, http, 'cpuMs')),
		'ratio of time': format(ratioFor(ours, http, 'ms')),
		'CPU, this node / axios': format(ratioFor(ours, axios, 'cpuMs'), 1),
	}));
}

/**
 * Compares ratios with their limits. A case that exceeds its limit is measured again in another n8n, and the median of
 * all its rounds decides.
 *
 * @throws if a ratio still exceeds its limit
 */
export async function guard(): Promise<Table> {
	const table: Table = [];
	const measured: Measured[] = [];
	let exceeding = cases;
	for (let count = 1; count <= MEASUREMENTS && exceeding.length > 0; count += 1) {
		measured.push(...(await inSession(exceeding, 3)));
		exceeding = exceeding.filter(({ operation }) => {
			const rounds = measured.filter((each) => each.case.operation === operation);
			const [ours, http] = [rounds.flatMap((each) => each.ours), rounds.flatMap((each) => each.http)];
			const ratio = ratioFor(ours, http, 'cpuMs');
			table.push({ case: operation, rounds: ours.length, 'ratio of CPU': format(ratio), limit: LIMITS[operation] });
			return !(ratio.median <= LIMITS[operation]);
		});
	}
	if (exceeding.length === 0) return table;
	console.table(table);
	throw new Error(`Too slow: ${exceeding.map(({ operation }) => operation).join(', ')}`);
}

async function inSession(asked: Case[], rounds: number, withAxios = false): Promise<Measured[]> {
	const session = await startSession();
	try {
		const measured: Measured[] = [];
		for (const each of asked) measured.push(await measureCase(session, each, rounds, withAxios));
		return measured;
	} finally {
		await session.stop();
	}
}

async function measureCase(session: Session, each: Case, rounds: number, withAxios: boolean): Promise<Measured> {
	const { nodeType, credentialType } = await import('../e2e/n8n/package.mjs');
	const { data } = await session.sandbox.request('GET', '/instances?status=connected');
	const instanceId: string = data[0].id;
	const all = itemsOf(instanceId, SIZE);
	const credentials = { [credentialType]: session.credential };
	const nodes = {
		nothing: noOperation,
		ours: { ...ourNode(each, nodeType), credentials },
		http: { ...httpRequestNode(each, session.sandbox.baseUrl), credentials },
	};
	const subjects: Record<string, () => Promise<Figures>> = {};
	for (const [name, node] of Object.entries(nodes)) {
		const { url } = await publishRun(session.n8n, `${each.operation}: ${name}`, node);
		subjects[name] = async () => await measureRun(session, url, all, name === 'nothing' ? 0 : SIZE);
	}
	if (withAxios) subjects.axios = async () => await measureAxios(session, each, instanceId, SIZE);
	const { nothing = [], ours = [], http = [], axios } = await measureInTurns(subjects, rounds);
	return { case: each, ours: ownFigures(ours, nothing), http: ownFigures(http, nothing), axios };
}
