import type { Request, RequestHandler, Response } from 'express';
import { rejectForRateLimit } from '../requests/rateLimit';
import { ServiceError } from '../responses/serviceError';
import type { SandboxState } from '../state/sandboxState';
import type { Fault } from '../types/fault';
import { cutResponse, interceptResponse, sendTruncated } from './alterResponse';

/** This folder makes requests fail as planned. */

const internalError = new ServiceError(500, 'INTERNAL_ERROR', 'Something went wrong on our side').envelope();
const sampleList = {
	data: [{ id: '00000000-0000-4000-8000-000000000000', name: 'Cut in the middle', status: 'connected' }],
};
const badGatewayPage =
	'<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Responds with the planned fault for a request, if any: at once, or after the request is carried out. */
export function applyFaults(state: SandboxState): RequestHandler {
	return (req, res, next): void => {
		const fault = state.faults.take(req.method, res.locals.entry.path);
		if (fault === undefined) return next();
		if (!isCarriedOut(fault)) return respondWithFault(state, fault, req, res);
		res.locals.isFaultPlanned = true;
		if (fault.kind === 'cutBody') cutResponse(req, res);
		else interceptResponse(res, (response) => replaceResponse(state, fault, req, res, response));
		next();
	};
}

/** Whether the request is carried out before the fault. */
function isCarriedOut(fault: Fault): boolean {
	if (fault.kind === 'resetAfterWork' || fault.kind === 'stallAfterWork') return true;
	// These cut the real response, so there has to be one.
	return fault.afterWork ?? (fault.kind === 'cutBody' || fault.kind === 'cutJson');
}

function replaceResponse(state: SandboxState, fault: Fault, req: Request, res: Response, response: Buffer): void {
	if (fault.kind === 'cutJson') return sendTruncated(res, response);
	for (const name of ['content-type', 'content-length', 'content-disposition']) res.removeHeader(name);
	respondWithFault(state, fault, req, res);
}

function respondWithFault(state: SandboxState, fault: Fault, req: Request, res: Response): void {
	for (const [name, value] of Object.entries(fault.headers ?? {})) res.setHeader(name, value);
	switch (fault.kind) {
		case 'reset':
		case 'resetAfterWork':
			return void req.socket.resetAndDestroy();
		case 'stall':
		case 'stallAfterWork':
			return; // No response; the connection stays open until one side closes it.
		case 'status':
			return sendText(res, fault.status ?? 500, 'application/json', toText(fault.body ?? internalError));
		case 'html':
			return sendText(res, fault.status ?? 502, 'text/html', toText(fault.body ?? badGatewayPage));
		case 'empty':
			return sendText(res, fault.status ?? 200, undefined, '');
		case 'raw':
			return sendText(res, fault.status ?? 200, undefined, toText(fault.body ?? ''));
		case 'redirect':
			res.setHeader('Location', fault.location ?? `${state.otherOrigin}/redirected`);
			return sendText(res, fault.status ?? 302, undefined, '');
		case 'rateLimited':
			return rejectForRateLimit(state, res, fault.retryAfter ?? null);
		case 'cutBody':
			cutResponse(req, res);
			return sendText(res, fault.status ?? 200, 'application/json', toText(fault.body ?? sampleList));
		case 'cutJson':
			return sendTruncated(res, Buffer.from(toText(fault.body ?? sampleList)));
	}
}

function sendText(res: Response, status: number, type: string | undefined, text: string): void {
	res.statusCode = status;
	if (type !== undefined && !res.hasHeader('content-type')) res.setHeader('Content-Type', `${type}; charset=utf-8`);
	res.setHeader('Content-Length', Buffer.byteLength(text));
	res.end(text);
}

function toText(body: unknown): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}
