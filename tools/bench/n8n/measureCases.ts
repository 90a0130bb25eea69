import { measureInTurns, ROUNDS, type Figures } from '../report/figures';
import { measureAxios } from './axios';
import { cases, httpRequestNode, itemsOf, ourNode, type Case } from './cases';
import { measureRun, ownFigures, waitUntilReady } from './runs';
import { startSession, type Engine, type Session } from './session';
import { noOperation, publishRun } from './workflows';

/** The figures of a case: per item, of the nodes alone. */
export interface Measured {
	case: Case;
	engine: Engine;
	size: number;
	ours: Figures[];
	http: Figures[];
	/** The same requests without n8n, only with the default engine and 1,000 items. */
	axios?: Figures[];
	/** The workflow with the node that does nothing. */
	nothing: Figures[];
}

/** The size at which everything is measured. */
export const USUAL_SIZE = 1000;

/** What to measure; everything by default. */
interface Selection {
	cases?: string[];
	sizes?: number[];
	engines?: string[];
	rounds?: number;
}

/** `CASES=send,status SIZES=100 ENGINES=vm ROUNDS=1 npm run bench -- items` measures only a part. */
const fromEnvironment: Selection = {
	cases: process.env.CASES?.split(','),
	sizes: process.env.SIZES?.split(',').map(Number),
	engines: process.env.ENGINES?.split(','),
};

/** Measures all cases with both engines, each in an n8n of its own. */
export async function measureCases(asked = fromEnvironment): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const engine of ['vm', 'legacy'] as const) {
		if (asked.engines?.includes(engine) === false) continue;
		const session = await startSession(engine);
		try {
			for (const each of cases) {
				if (asked.cases?.includes(each.id) === false) continue;
				// Without expressions, their engine makes no difference.
				if (engine === 'legacy' && !each.hasExpressions) continue;
				for (const size of asked.sizes ?? sizesOf(each, engine))
					measured.push(await measureCase(session, each, engine, size, asked.rounds));
			}
		} finally {
			await session.stop();
		}
	}
	return measured;
}

/** Other item counts only for the cases that take the least time. */
function sizesOf({ id }: Case, engine: Engine): number[] {
	if (engine === 'vm' && id === 'send') return [100, USUAL_SIZE];
	return engine === 'vm' && id === 'send-constant' ? [USUAL_SIZE, 10_000] : [USUAL_SIZE];
}

async function measureCase(
	session: Session,
	each: Case,
	engine: Engine,
	size: number,
	asked = ROUNDS,
): Promise<Measured> {
	await waitUntilReady(session);
	const { nodeType, credentialType } = await import('../../e2e/n8n/package.mjs');
	const { data } = await session.sandbox.request('GET', '/instances?status=connected');
	const instanceId: string = data[0].id;
	const items = itemsOf(instanceId, size);
	const [first] = itemsOf(instanceId, 1);
	const credentials = { [credentialType]: session.credential };
	const { baseUrl } = session.sandbox;
	const nodes = {
		nothing: noOperation,
		ours: { ...ourNode(each, nodeType, first!), credentials },
		http: { ...httpRequestNode(each, baseUrl, first!), credentials },
	};
	const subjects: Record<string, () => Promise<Figures>> = {};
	for (const [name, node] of Object.entries(nodes)) {
		const title = `${each.id} ${size}: ${name}`;
		const { url, id } = await publishRun(session.n8n, title, node);
		let isWarm = false;
		subjects[name] = async () => {
			// To warm up with 10,000 items would take minutes.
			const run = isWarm ? items : items.slice(0, USUAL_SIZE);
			isWarm = true;
			return await measureRun(session, url, run, name === 'nothing' ? 0 : run.length).catch(async (error: unknown) => {
				const [last] = await session.api.listExecutions(id);
				const reason: unknown = last && (await session.api.findError(last.id));
				throw new Error(`${title}: ${String(error)} ${JSON.stringify(reason)}`);
			});
		};
	}
	const withAxios = engine === 'vm' && size === USUAL_SIZE;
	if (withAxios) subjects.axios = async () => await measureAxios(session, each, instanceId, size);
	const rounds = size > USUAL_SIZE ? Math.min(asked, 3) : asked;
	const figures = await measureInTurns(subjects, rounds);
	const nothing = figures.nothing ?? [];
	return {
		...{ case: each, engine, size, nothing, axios: figures.axios },
		ours: ownFigures(figures.ours ?? [], nothing),
		http: ownFigures(figures.http ?? [], nothing),
	};
}
