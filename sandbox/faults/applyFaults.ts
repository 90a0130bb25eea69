import type { NextFunction, Request, Response } from 'express';
import type { Fault } from '../types/sandbox';
import { Failure } from '../responses/serviceError';
import { happensAfterWork } from '../state/faultPlan';
import { refuseForRate } from '../requests/rateLimit';
import type { World } from '../state/sandboxState';

/** Applies a planned fault: at once or, after the request is carried out, instead of the real response. */
export function strike(world: World) {
	return (req: Request, res: Response, next: NextFunction): void => {
		const fault = world.faults.take(req.method, res.locals.entry.path);
		if (fault === undefined) return next();
		if (!happensAfterWork(fault)) {
			return perform(world, fault, req, res);
		}
		res.locals.faultArmed = true;
		if (fault.kind === 'cutBody') cutInTheMiddle(req, res);
		else replaceResponse(res, (body) => performAfterWork(world, fault, req, res, body));
		next();
	};
}

function performAfterWork(world: World, fault: Fault, req: Request, res: Response, response: Buffer): void {
	if (fault.kind === 'cutJson') return cutText(res, response);
	for (const name of ['content-type', 'content-length', 'content-disposition']) res.removeHeader(name);
	perform(world, fault, req, res);
}

function perform(world: World, fault: Fault, req: Request, res: Response): void {
	for (const [name, value] of Object.entries(fault.headers ?? {})) res.setHeader(name, value);
	switch (fault.kind) {
		case 'reset':
		case 'resetAfterWork':
			return void req.socket.resetAndDestroy();
		case 'stall':
		case 'stallAfterWork':
			return; // No response; the connection stays open until one side closes it.
		case 'status':
			return sendText(res, fault.status ?? 500, 'application/json', textOf(fault.body ?? internalError));
		case 'html':
			return sendText(res, fault.status ?? 502, 'text/html', textOf(fault.body ?? badGatewayPage));
		case 'empty':
			return sendText(res, fault.status ?? 200, undefined, '');
		case 'raw':
			return sendText(res, fault.status ?? 200, undefined, textOf(fault.body ?? ''));
		case 'redirect':
			res.setHeader('Location', fault.location ?? `${world.otherOrigin}/redirected`);
			return sendText(res, fault.status ?? 302, undefined, '');
		case 'storm429':
			return refuseForRate(world, res, fault.retryAfter ?? null);
		case 'cutBody':
			cutInTheMiddle(req, res);
			return sendText(res, fault.status ?? 200, 'application/json', textOf(fault.body ?? someList));
		case 'cutJson':
			return cutText(res, Buffer.from(textOf(fault.body ?? someList)));
	}
}

/** Starts the response with its full length, and breaks the connection half-way. Buffers nothing, so any size works. */
function cutInTheMiddle(req: Request, res: Response): void {
	const write = res.write.bind(res) as (chunk: Buffer, done?: () => void) => boolean;
	let left: number | undefined;
	const pass = (chunk: Buffer): boolean => {
		left ??= Math.floor(Number(res.getHeader('content-length') ?? 100_000) / 2);
		if (left <= 0) return false;
		const part = chunk.subarray(0, left);
		left -= part.length;
		// Ends after the half is sent; otherwise the client sees a reset instead of a cut.
		return left > 0 ? write(part) : write(part, () => req.socket.end(() => req.socket.destroy()));
	};
	res.write = (chunk: unknown) => pass(Buffer.from(chunk as Uint8Array));
	res.end = ((chunk?: unknown) => {
		if (typeof chunk === 'string' || chunk instanceof Uint8Array) pass(Buffer.from(chunk as Uint8Array));
		// There is no body to cut, so only the connection can break.
		if (left === undefined || left > 0) req.socket.resetAndDestroy();
		return res;
	}) as Response['end'];
}

/** Sends a complete HTTP response with truncated text. */
function cutText(res: Response, response: Buffer): void {
	if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json');
	const half = response.subarray(0, Math.ceil(response.length / 2));
	res.setHeader('Content-Length', half.length);
	res.end(half);
}

/** Collects the handler's response instead of sending it. Only for responses that fit into memory. */
function replaceResponse(res: Response, act: (response: Buffer) => void): void {
	const { write, end } = res;
	const chunks: Buffer[] = [];
	const collect = (chunk: unknown, encoding: unknown) => {
		if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
		else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
	};
	res.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
		collect(chunk, encoding);
		const callback = typeof encoding === 'function' ? encoding : done;
		if (typeof callback === 'function') process.nextTick(() => (callback as () => void)());
		return true;
	};
	res.end = ((chunk?: unknown, encoding?: unknown) => {
		collect(chunk, encoding);
		Object.assign(res, { write, end });
		act(Buffer.concat(chunks));
		return res;
	}) as Response['end'];
}

function sendText(res: Response, status: number, type: string | undefined, text: string): void {
	res.statusCode = status;
	if (type !== undefined && !res.hasHeader('content-type')) res.setHeader('Content-Type', `${type}; charset=utf-8`);
	res.setHeader('Content-Length', Buffer.byteLength(text));
	res.end(text);
}

function textOf(body: unknown): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}

const internalError = new Failure(500, 'INTERNAL_ERROR', 'Something went wrong on our side').envelope();
const someList = { data: [{ id: '00000000-0000-4000-8000-000000000000', name: 'Cut in the middle', status: 'connected' }] };
const badGatewayPage = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
