import { Router } from 'express';
import { notFound } from '../responses/serviceError';
import { queryNumber } from '../requests/findRecord';
import { mediaOf, sendBytes } from '../media/media';

/** The files at the URLs in responses of /downloads, here or on the other host. Requires no key. */
export function mediaRoutes(): Router {
	const router = Router();

	router.get('/:kind/:fileName', async (req, res) => {
		const { kind, fileName } = req.params;
		if (kind !== 'video' && kind !== 'audio') throw notFound('File');
		const size = req.query['size'] === undefined ? undefined : queryNumber(req.query, 'size', 1);
		await sendBytes(res, mediaOf(kind, fileName.split('.')[0]!, size));
	});

	return router;
}
