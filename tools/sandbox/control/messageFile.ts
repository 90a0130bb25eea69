import { pipeline } from 'node:stream/promises';
import axios from 'axios';
import type { Response } from 'express';
import { sendBytes } from '../media/media';
import { findFile } from '../requests/findRecord';
import { ServiceError } from '../responses/serviceError';
import type { SandboxState } from '../state/sandboxState';
import type { Message } from '../types/records';

/**
 * Sends the file of a message to the console page. The page loads nothing from other hosts, so the sandbox fetches a
 * file at a URL, as the service would.
 *
 * @throws 404 if the message has no file, and 502 if its URL does not return a picture, a sound or a video
 */
export async function sendMessageFile(
	state: SandboxState,
	{ id, type, content }: Message,
	res: Response,
): Promise<void> {
	const { url } = content as { url?: unknown };
	if (typeof url !== 'string' || url.startsWith(`${state.origin}/media/`))
		return await sendBytes(res, findFile(state, type, id));
	const file = await axios.get(url, { responseType: 'stream', timeout: 10_000, proxy: false }).catch(() => undefined);
	const mimetype = String(file?.headers['content-type']);
	if (file === undefined || !/^(image|audio|video)\/[\w.+-]+/.test(mimetype)) {
		file?.data.destroy();
		throw new ServiceError(502, 'NO_MEDIA', 'The URL does not return a picture, a sound or a video');
	}
	res.attachment().setHeader('Content-Type', mimetype);
	res.setHeader('X-Content-Type-Options', 'nosniff');
	// The browser may stop loading, and the other host may stop sending.
	await pipeline(file.data, res).catch(() => res.destroy());
}
