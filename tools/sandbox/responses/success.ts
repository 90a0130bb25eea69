import type { Response } from 'express';
import type { SandboxState } from '../state/sandboxState';

/**
 * This folder has what the routes respond with. Here: success, in the shape that the dialect selects; writes are
 * entered in the ledger.
 */

export interface Pagination {
	pagination?: { page: number; limit: number; total: number; totalPages: number };
	nextCursor?: string;
}

/** Sends a single record. */
export function sendRecord(state: SandboxState, res: Response, record: object, status = 200): void {
	enterWrite(state, res);
	res.status(status).json(state.dialect.wrapper === 'none' ? record : wrapped(state, { data: record }));
}

/**
 * Sends a list of records.
 *
 * @param documented the whole body, if the reference shows another shape than the records beside their pagination
 */
export function sendList(
	state: SandboxState,
	res: Response,
	records: object[],
	pagination?: Pagination,
	documented: object = pagination === undefined ? records : { data: records, ...pagination },
): void {
	res.json(state.dialect.wrapper === 'none' ? documented : wrapped(state, { data: records, ...pagination }));
}

function wrapped({ dialect }: SandboxState, body: object): object {
	return dialect.wrapper === 'successData' ? { success: true, ...body } : body;
}

/** Confirms a change for which the reference shows no body. */
export function sendConfirmation(state: SandboxState, res: Response, message: string): void {
	const { confirmation } = state.dialect;
	enterWrite(state, res);
	if (confirmation === '204') return void res.status(204).end();
	res.json(confirmation === 'success' ? { success: true } : { message });
}

/** Sends a body that is the same in every dialect. */
export function sendFixed(state: SandboxState, res: Response, body: object): void {
	enterWrite(state, res);
	res.json(body);
}

function enterWrite(state: SandboxState, res: Response): void {
	const { entry, key, isFaultPlanned } = res.locals;
	if (entry.method === 'GET') return;
	const write = {
		at: state.now(),
		method: entry.method,
		path: entry.path,
		body: entry.body,
		key,
		responseSent: isFaultPlanned !== true,
	};
	state.ledger.push(write);
	res.once('close', () => {
		if (!res.writableFinished) write.responseSent = false;
	});
	state.changes.emit('change', 'ledger');
}
