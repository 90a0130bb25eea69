import express, { type Express } from 'express';
import { readBody } from '../requests/jsonBody';
import { logRequests } from '../requests/requestLog';
import { requireSameMachine } from '../requests/sameMachine';
import { handleError } from '../responses/errorHandler';
import { mediaRoutes } from '../routes/media';
import type { SandboxState } from '../state/sandboxState';

/**
 * A host that is not the service. It serves files, receives redirects, and logs requests, to show whether a key reached
 * it.
 */
export function otherHost(state: SandboxState): Express {
	const app = express().disable('x-powered-by').disable('etag');
	app.use(requireSameMachine, readBody, logRequests(state, state.otherHostLog, 'otherHostLog'));
	app.use('/media', mediaRoutes(state));
	app.use((_req, res) => void res.json({ note: 'This host is not the service' }));
	app.use(handleError);
	return app;
}
