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
	const shape = state.dialect.records;
	enterWrite(state, res);
	res
		.status(status)
		.json(shape === 'bare' ? record : shape === 'data' ? { data: record } : { success: true, data: record });
}

/**
 * Sends a list of records.
 *
 * @param documented the whole body, if the reference shows its shape
 */
export function sendList(
	state: SandboxState,
	res: Response,
	records: object[],
	pagination: Pagination = {},
	documented?: object,
): void {
	const shape = state.dialect.lists;
	if (shape === 'asDocumented' && documented !== undefined) return void res.json(documented);
	if (shape === 'bare' || (shape === 'asDocumented' && Object.keys(pagination).length === 0))
		return void res.json(records);
	res.json(
		shape === 'successData' ? { success: true, data: records, ...pagination } : { data: records, ...pagination },
	);
}

/** Confirms a change for which the reference shows no body. */
export function sendConfirmation(state: SandboxState, res: Response, message: string): void {
	enterWrite(state, res);
	switch (state.dialect.confirmation) {
		case '204':
			return void res.status(204).end();
		case 'emptyText':
			return void res.status(200).end();
		case 'success':
			return void res.json({ success: true });
		case 'message':
			return void res.json({ message });
	}
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
