import type { Request, Response } from 'express';

/**
 * Announces the full length of the response that follows, and breaks the connection half-way. Buffers nothing, so any
 * size works.
 */
export function cutResponse(req: Request, res: Response): void {
	const write = res.write.bind(res) as (chunk: Buffer, done?: () => void) => boolean;
	let left: number | undefined;
	const writeUpToHalf = (chunk: Buffer): boolean => {
		left ??= Math.floor(Number(res.getHeader('content-length') ?? 100_000) / 2);
		if (left <= 0) return false;
		const part = chunk.subarray(0, left);
		left -= part.length;
		// Breaks after the half is sent; otherwise the client sees a reset instead of a cut.
		return left > 0 ? write(part) : write(part, () => req.socket.end(() => req.socket.destroy()));
	};
	res.write = (chunk: unknown) => writeUpToHalf(Buffer.from(chunk as Uint8Array));
	res.end = ((chunk?: unknown) => {
		if (typeof chunk === 'string' || chunk instanceof Uint8Array) writeUpToHalf(Buffer.from(chunk as Uint8Array));
		// The body is too short to cut, so only the connection can break.
		if (left === undefined || left > 0) req.socket.resetAndDestroy();
		return res;
	}) as Response['end'];
}

/** Sends a complete HTTP response with the first half of a body. */
export function sendTruncated(res: Response, body: Buffer): void {
	if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json');
	const half = body.subarray(0, Math.ceil(body.length / 2));
	res.setHeader('Content-Length', half.length);
	res.end(half);
}

/** Collects the body that the route sends, and passes it to `replace` instead. Only for bodies that fit into memory. */
export function interceptResponse(res: Response, replace: (body: Buffer) => void): void {
	const { write, end } = res;
	const chunks: Buffer[] = [];
	const collect = (chunk: unknown, encoding: unknown) => {
		if (typeof chunk === 'string')
			chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
		else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
	};
	res.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
		collect(chunk, encoding);
		const callback = typeof encoding === 'function' ? encoding : done;
		if (typeof callback === 'function') process.nextTick(() => (callback as () => void)());
		return true;
	};
	res.end = ((chunk?: unknown, encoding?: unknown) => {
		collect(chunk, encoding);
		Object.assign(res, { write, end });
		replace(Buffer.concat(chunks));
		return res;
	}) as Response['end'];
}
