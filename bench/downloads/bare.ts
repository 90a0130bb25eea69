import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import axios from 'axios';
import { report } from '../processes/measured';

/** A bare streaming client that downloads into a file. */
const [baseUrl = '', apiKey = '', messageId = '', size = '0'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));

report(
	async (bytes) => {
		const file = join(folder, String(bytes));
		const { data } = await axios.get(`${baseUrl}/downloads/video`, {
			params: { messageId, size: bytes },
			headers: { Authorization: `Bearer ${apiKey}` },
			responseType: 'stream',
		});
		await pipeline(data, createWriteStream(file));
		return statSync(file).size;
	},
	Number(size),
	1 << 20,
	() => rmSync(folder, { recursive: true }),
);
