import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figures } from './figures';
import { concurrencyOf, type Case } from './cases';
import { resetSandbox, type Session } from './n8n/session';

/**
 * Sends the requests of a case with axios in a process with n8n's Node. Returns CPU time and time per request in ms.
 */
export async function measureAxios(
	session: Session,
	{ operation }: Case,
	instanceId: string,
	count: number,
): Promise<Figures> {
	const { nodeForN8n } = await import('../e2e/n8n/install.mjs');
	await resetSandbox(session);
	const { baseUrl, key } = session.sandbox;
	const args = [operation, baseUrl, key, instanceId, count, concurrencyOf[operation]].map(String);
	const script = join(__dirname, 'axiosRequests.mjs');
	const { stdout } = await promisify(execFile)(nodeForN8n().binary, [script, ...args]);
	return JSON.parse(stdout) as Figures;
}
