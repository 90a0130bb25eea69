import express, { type Express } from 'express';
import { answerFailure } from '../responses/errorHandler';
import { logInto } from '../requests/requestLog';
import { mediaRoutes } from '../routes/media';
import type { World } from '../state/sandboxState';

/** A second host: it serves media, receives redirects, and logs requests, to show whether a key reached it. */
export function otherHost(world: World): Express {
	const app = express().disable('x-powered-by').disable('etag');
	app.use(express.raw({ type: () => true, limit: '50mb' }), logInto(world, world.otherHostLog, 'otherHostLog'));
	app.use('/media', mediaRoutes());
	app.use((_req, res) => void res.json({ note: 'You have left the service' }));
	app.use(answerFailure);
	return app;
}
