import { join } from 'node:path';
import express, { Router } from 'express';

/** Serves the console page of `tools/sandbox/console/`: static files that load nothing from other hosts. */
export function consolePage(): Router {
	const router = Router();
	router.use((_req, res, next) => {
		res.setHeader('Content-Security-Policy', "default-src 'self'; img-src 'self'; frame-ancestors 'none'");
		res.setHeader('X-Content-Type-Options', 'nosniff');
		next();
	});
	router.use(express.static(join(__dirname, '../console'), { cacheControl: false, etag: false }));
	return router;
}
