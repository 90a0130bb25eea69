import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { SandboxState } from '../state/sandboxState';
import type { LoggedRequest } from '../types/logs';
import { bearerKey } from './authentication';

/** Limits the memory that a log uses. */
const maxEntries = 20_000;
/** In characters: also limits the memory, because a message may contain a file. */
const maxText = 32_768;

/**
 * Adds each request to a log as it was received. The body must have been read as raw bytes.
 *
 * @param name the name of the log for the console page
 */
export function logRequests(state: SandboxState, log: LoggedRequest[], name: 'log' | 'otherHostLog'): RequestHandler {
	return (req: Request, res: Response, next: NextFunction): void => {
		const entry = logEntry(req, (log.at(-1)?.id ?? 0) + 1, state.now());
		log.push(entry);
		if (log.length > maxEntries) log.splice(0, log.length - maxEntries);
		res.locals.entry = entry;
		const { writeHead } = res;
		// Set when the response starts, not on `finish` or `end`: before that, a client may have received a whole file,
		// and one in this process may have read the log.
		res.writeHead = function (this: Response, status: number, ...args: unknown[]) {
			entry.status = status;
			state.changes.emit('change', name);
			return (writeHead as (...all: unknown[]) => Response).call(this, status, ...args);
		} as Response['writeHead'];
		state.changes.emit('change', name);
		next();
	};
}

function logEntry(req: Request, id: number, at: number): LoggedRequest {
	const url = req.originalUrl;
	const path = url.split('?')[0]!;
	const text = Buffer.isBuffer(req.body) ? req.body.toString('utf8') : '';
	return {
		id,
		at,
		method: req.method,
		path: path.startsWith('/api/v2/') ? path.slice('/api/v2'.length) : path,
		url,
		query: queryOf(url),
		headers: headersOf(req),
		body: parseBody(text),
		rawBody: shorten(text),
		key: bearerKey(req.headers.authorization),
		status: null,
		valid: true,
		problems: [],
	};
}

function queryOf(url: string): Record<string, string | string[]> {
	const query: Record<string, string | string[]> = {};
	for (const [name, value] of new URLSearchParams(url.split('?')[1] ?? '')) {
		const earlier = query[name];
		query[name] = earlier === undefined ? value : [earlier, value].flat();
	}
	return query;
}

function headersOf(req: Request): Record<string, string> {
	return Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

function parseBody(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text, (_key, value) => (typeof value === 'string' ? shorten(value) : value));
	} catch {
		return shorten(text);
	}
}

function shorten(text: string): string {
	return text.length <= maxText ? text : `${text.slice(0, 100)}… (${text.length} characters)`;
}
