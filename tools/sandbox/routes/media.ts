import { Router } from 'express';
import { sendBytes } from '../media/media';
import { findFile } from '../requests/findRecord';
import type { SandboxState } from '../state/sandboxState';

/**
 * The files at the URLs that messages contain, and that /downloads returns in some dialects, here or on the other host.
 * They require no key.
 */
export function mediaRoutes(state: SandboxState): Router {
	const router = Router();

	router.get('/:kind/:fileName', async (req, res) => {
		const { kind, fileName } = req.params;
		const size = Number(req.query['size']) || undefined;
		await sendBytes(res, findFile(state, kind, fileName.split('.')[0]!, size));
	});

	return router;
}
