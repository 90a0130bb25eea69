import { Router, type Request, type Response } from 'express';
import { invalid, notFound } from '../responses/serviceError';
import { queryNumber, queryText } from '../requests/findRecord';
import { asBase64, mediaOf, sendBase64, sendBytes, type MediaKind } from '../media/media';
import type { World } from '../state/sandboxState';

/** Larger base64 responses are streamed, and therefore not validated. */
const heldWhole = 1024 * 1024;

export function downloadRoutes(world: World): Router {
	const router = Router();
	for (const kind of ['video', 'audio'] as const) {
		router.get(`/${kind}`, (req, res) => download(world, kind, req, res));
	}
	return router;
}

async function download(world: World, kind: MediaKind, req: Request, res: Response): Promise<void> {
	const { downloadParameter, downloads } = world.dialect;
	const id = queryText(req.query, downloadParameter);
	if (id === undefined) throw invalid(`Query parameter ${downloadParameter} is missing`);
	if (!world.data.messages.some((each) => each.id === id && each.type === kind)) throw notFound(`A message with this id that holds ${kind}`);
	const size = req.query['size'] === undefined ? undefined : queryNumber(req.query, 'size', 1);
	const media = mediaOf(kind, id, size);
	const isLarge = (size ?? 0) > heldWhole;
	const prefix = `data:${media.mimetype};base64,`;
	switch (downloads) {
		case 'bytes':
			return sendBytes(res, media);
		case 'base64':
			if (isLarge) return sendBase64(res, media, 'base64', '');
			return void res.json({ base64: asBase64(media), mimetype: media.mimetype, fileName: media.fileName });
		case 'dataUri':
			if (isLarge) return sendBase64(res, media, 'data', prefix);
			return void res.json({ data: prefix + asBase64(media) });
		case 'address':
		case 'otherHost': {
			const host = downloads === 'address' ? world.origin : world.otherOrigin;
			return void res.json({ url: `${host}/media/${kind}/${media.fileName}${size === undefined ? '' : `?size=${size}`}` });
		}
	}
}
