import type { NextFunction, Request, Response } from 'express';
import type { LoggedRequest } from '../types/sandbox';
import { keyIn } from './authentication';
import type { World } from '../state/sandboxState';

/** Limits the memory that the log uses. */
const kept = 20_000;

/** Enters each request in a log as received. The body must have been read as raw bytes. */
export function logInto(world: World, log: LoggedRequest[], changed: string) {
	return (req: Request, res: Response, next: NextFunction): void => {
		const url = req.originalUrl;
		const path = url.split('?')[0]!;
		const entry: LoggedRequest = {
			id: (log.at(-1)?.id ?? 0) + 1,
			at: world.now(),
			method: req.method,
			path: path.startsWith('/api/v2/') ? path.slice('/api/v2'.length) : path,
			url,
			query: queryOf(url),
			headers: headersOf(req),
			body: undefined,
			rawBody: Buffer.isBuffer(req.body) ? req.body.toString('utf8') : '',
			key: keyIn(req.headers.authorization),
			status: null,
			valid: true,
			problems: [],
		};
		entry.body = parsedOr(entry.rawBody);
		log.push(entry);
		if (log.length > kept) log.splice(0, log.length - kept);
		res.locals.entry = entry;
		const { writeHead } = res;
		// Set when the response starts, not on `finish` or `end`: a client may have received a whole file, and one in
		// this process may read the log, before that.
		res.writeHead = function (this: Response, status: number, ...args: unknown[]) {
			entry.status = status;
			world.changes.emit('change', changed);
			return (writeHead as (...all: unknown[]) => Response).call(this, status, ...args);
		} as Response['writeHead'];
		world.changes.emit('change', changed);
		next();
	};
}

function queryOf(url: string): Record<string, string | string[]> {
	const query: Record<string, string | string[]> = {};
	for (const [name, value] of new URLSearchParams(url.split('?')[1] ?? '')) {
		const before = query[name];
		query[name] = before === undefined ? value : [before, value].flat();
	}
	return query;
}

function headersOf(req: Request): Record<string, string> {
	return Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

function parsedOr(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
