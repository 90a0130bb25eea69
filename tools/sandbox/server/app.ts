import { join } from 'node:path';
import express, { type Express } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { consolePage } from '../control/consolePage';
import { controlRoutes } from '../control/controlRoutes';
import { applyFaults } from '../faults/applyFaults';
import { authenticate, authorize } from '../requests/authentication';
import { parseJsonBody, readBody } from '../requests/jsonBody';
import { limitRate } from '../requests/rateLimit';
import { logRequests } from '../requests/requestLog';
import { requireSameMachine } from '../requests/sameMachine';
import { handleError } from '../responses/errorHandler';
import { chatRoutes } from '../routes/chats';
import { contactRoutes } from '../routes/contacts';
import { downloadRoutes } from '../routes/downloads';
import { groupRoutes } from '../routes/groups';
import { instanceRoutes } from '../routes/instances';
import { mediaRoutes } from '../routes/media';
import { messageRoutes } from '../routes/messages';
import { webhookRoutes } from '../routes/webhooks';
import type { SandboxState } from '../state/sandboxState';

export const openApiFile = join(__dirname, '../openapi.yaml');

const api = '/api/v2';

let validators: ReturnType<typeof OpenApiValidator.middleware> | undefined;

/** Checks requests and responses against the document, whose schemas all sandboxes of a process compile only once. */
const validation = () =>
	(validators ??= OpenApiValidator.middleware({
		apiSpec: openApiFile,
		ignorePaths: (path: string) => !path.startsWith(`${api}/`),
		validateRequests: { coerceTypes: false, allowUnknownQueryParameters: false },
		validateResponses: true,
		validateSecurity: false,
		validateApiSpec: false,
	}));

/**
 * Puts together what the sandbox serves: the control API, the API with its files, and the console page. The order
 * matters.
 */
export function sandboxApp(state: SandboxState): Express {
	const app = express().disable('x-powered-by').disable('etag');
	app.use((_req, res, next) => {
		res.setHeader('Date', new Date(state.serviceNow()).toUTCString());
		next();
	});
	app.use(requireSameMachine);
	app.use('/_sandbox', controlRoutes(state));
	app.get('/openapi.yaml', (_req, res) => res.type('application/yaml').sendFile(openApiFile));

	const readAndLog = [readBody, logRequests(state, state.log, 'log')];
	app.use('/media', ...readAndLog, applyFaults(state), mediaRoutes(state));
	app.use(api, ...readAndLog, authenticate, limitRate(state), applyFaults(state), authorize, parseJsonBody);
	app.use(validation());
	app.use(`${api}/instances`, instanceRoutes(state));
	app.use(`${api}/messages`, messageRoutes(state));
	app.use(`${api}/chats`, chatRoutes(state));
	app.use(`${api}/contacts`, contactRoutes(state));
	app.use(`${api}/groups`, groupRoutes(state));
	app.use(`${api}/webhooks`, webhookRoutes(state));
	app.use(`${api}/downloads`, downloadRoutes(state));
	app.use(consolePage());
	app.use(
		(_req, res) => void res.status(404).type('html').send('<!doctype html><title>Not found</title><h1>Not found</h1>'),
	);
	app.use(handleError);
	return app;
}
