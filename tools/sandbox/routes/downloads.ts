import { extname } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { sendBytes, toBase64 } from '../media/media';
import { findFile } from '../requests/findRecord';
import { notFound } from '../responses/serviceError';
import type { SandboxState } from '../state/sandboxState';

/** The endpoints under /downloads. */
export function downloadRoutes(state: SandboxState): Router {
	const router = Router();
	for (const kind of ['video', 'audio'] as const) {
		router.get(`/${kind}`, (req, res) => download(state, kind, req, res));
	}
	return router;
}

async function download(state: SandboxState, kind: 'video' | 'audio', req: Request, res: Response): Promise<void> {
	const { messageId: id, size } = req.query as unknown as { messageId: string; size?: number };
	if (!state.data.messages.some((message) => message.id === id && message.type === kind))
		throw notFound(`A message with this ID and of type ${kind}`);
	const media = findFile(state, kind, id, size);
	const { mimetype, fileName } = media;
	switch (state.dialect.downloads) {
		case 'bytes':
			return sendBytes(res, media);
		case 'base64':
			// As text, because the check of a response of several MB would take long.
			return void res.type('json').send(JSON.stringify({ mimetype, fileName, base64: toBase64(media) }));
		case 'url': {
			const file = `${id}${extname(fileName)}${size === undefined ? '' : `?size=${size}`}`;
			return void res.json({ url: `${state.otherOrigin}/media/${kind}/${file}` });
		}
	}
}
