import type { Response } from 'express';
import type { World } from '../state/sandboxState';

/** Sends regular responses in the shape of the dialect, and enters writes in the ledger. */

export interface Paging {
	pagination?: { page: number; limit: number; total: number; totalPages: number };
	nextCursor?: string;
}

/** One record. */
export function sendRecord(world: World, res: Response, record: object, status = 200): void {
	const shape = world.dialect.records;
	noteDone(world, res);
	res.status(status).json(shape === 'bare' ? record : shape === 'data' ? { data: record } : { success: true, data: record });
}

/** A list of records; `documented` is its shape in the reference, if shown. */
export function sendList(world: World, res: Response, records: object[], paging: Paging = {}, documented?: object): void {
	const shape = world.dialect.lists;
	if (shape === 'asDocumented' && documented !== undefined) return void res.json(documented);
	if (shape === 'bare' || (shape === 'asDocumented' && Object.keys(paging).length === 0)) return void res.json(records);
	res.json(shape === 'successData' ? { success: true, data: records, ...paging } : { data: records, ...paging });
}

/** A response with an undocumented body. */
export function sendEmpty(world: World, res: Response, message: string): void {
	noteDone(world, res);
	switch (world.dialect.empty) {
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

/** A documented response, which no dialect changes. */
export function sendAsShown(world: World, res: Response, body: object): void {
	noteDone(world, res);
	res.json(body);
}

function noteDone(world: World, res: Response): void {
	const { entry, key, faultArmed } = res.locals;
	if (entry.method === 'GET') return;
	const line = { at: world.now(), method: entry.method, path: entry.path, body: entry.body, key, answered: faultArmed !== true };
	world.ledger.push(line);
	res.once('close', () => {
		if (!res.writableFinished) line.answered = false;
	});
	world.changes.emit('change', 'ledger');
}
