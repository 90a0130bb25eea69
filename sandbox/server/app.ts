import { join } from 'node:path';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { allowance } from '../requests/rateLimit';
import { authenticate, authorise } from '../requests/authentication';
import { consolePage } from '../control/consolePage';
import { controlRoutes, type Control } from '../control/controlRoutes';
import { invalid } from '../responses/serviceError';
import { answerFailure } from '../responses/errorHandler';
import { strike } from '../faults/applyFaults';
import { logInto } from '../requests/requestLog';
import { chatRoutes } from '../routes/chats';
import { contactRoutes } from '../routes/contacts';
import { downloadRoutes } from '../routes/downloads';
import { groupRoutes } from '../routes/groups';
import { instanceRoutes } from '../routes/instances';
import { mediaRoutes } from '../routes/media';
import { messageRoutes } from '../routes/messages';
import { webhookRoutes } from '../routes/webhooks';
import type { World } from '../state/sandboxState';

export const openApiFile = join(__dirname, '../openapi.yaml');

const api = '/api/v2';

/** The service, its media, the controls and the console page, in routing order. */
export function sandboxApp(world: World, control: Control): Express {
	const app = express().disable('x-powered-by').disable('etag');
	app.use((_req, res, next) => {
		res.setHeader('Date', new Date(world.serviceNow()).toUTCString());
		next();
	});
	app.use('/_sandbox', controlRoutes(world, control));
	app.get('/openapi.yaml', (_req, res) => res.type('application/yaml').sendFile(openApiFile));

	const log = [express.raw({ type: () => true, limit: '50mb' }), logInto(world, world.log, 'log')];
	app.use('/media', ...log, strike(world), mediaRoutes());
	app.use(api, ...log, authenticate, allowance(world), strike(world), authorise, readJson);
	app.use(
		OpenApiValidator.middleware({
			apiSpec: openApiFile,
			ignorePaths: (path: string) => !path.startsWith(`${api}/`),
			validateRequests: { coerceTypes: false, allowUnknownQueryParameters: false },
			validateResponses: true,
			validateSecurity: false,
			validateApiSpec: false,
		}),
	);
	app.use(`${api}/instances`, instanceRoutes(world));
	app.use(`${api}/messages`, messageRoutes(world));
	app.use(`${api}/chats`, chatRoutes(world));
	app.use(`${api}/contacts`, contactRoutes(world));
	app.use(`${api}/groups`, groupRoutes(world));
	app.use(`${api}/webhooks`, webhookRoutes(world));
	app.use(`${api}/downloads`, downloadRoutes(world));
	app.use(consolePage());
	app.use((_req, res) => void res.status(404).type('html').send('<!doctype html><title>Not found</title><h1>Not found</h1>'));
	app.use(answerFailure);
	return app;
}

/** Parses the body, which was read as raw bytes for the log. */
function readJson(req: Request, res: Response, next: NextFunction): void {
	const text: string = res.locals.entry.rawBody;
	if (text === '') {
		req.body = undefined;
		// Some clients send a content type without a body, which is harmless.
		delete req.headers['content-type'];
	} else if (req.is('json') !== false) {
		try {
			req.body = JSON.parse(text);
		} catch {
			throw invalid('The body is not valid JSON');
		}
	}
	next();
}
