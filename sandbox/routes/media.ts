import { Router } from 'express';
import { mediaOf, sendBytes } from '../media/media';
import { queryNumber } from '../requests/queryParameters';
import { notFound } from '../responses/serviceError';

/** The files at the URLs that /downloads returns in some dialects, here or on the other host. They require no key. */
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
