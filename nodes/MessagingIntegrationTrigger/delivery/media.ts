import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { receiveFile } from '../../files/receiveFile';
import { textOf } from '../../shared/plainValues';
import { clocks } from '../../transport/clock';
import { canceled } from '../../transport/errors/nodeErrors';
import { RunAccount } from '../../transport/request/account';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { send } from '../../transport/request/send';
import { DEFAULT_SETTINGS } from '../../transport/request/sendSettings';
import { type EventMessage, ownField } from '../events/message';

/** Limits for one file, and for all files of a delivery: a workflow must not wait for hours. */
const IDLE_MS = 60_000;
const LONGEST_PAUSE_MS = 120_000;
const LONGEST_MS = 10 * 60_000;

/** A file to download. */
export type MediaFile = {
	kind: 'audio' | 'video';
	/** Undefined if the event has none. */
	messageId?: string;
	/** Name of the query parameter for the ID: the reference does not show it (sections 4.15, 4.16). */
	parameter: string;
};

/** The reference does not list the types of messages (section 2.9). */
const KINDS = { audio: /audio|voice|ptt/i, video: /video|ptv/i };

/** Returns the files of messages: the service has downloads of audio and video messages only. */
export function mediaOf(messages: EventMessage[], parameter: string): MediaFile[] {
	return messages.flatMap((message) => {
		const type = textOf(ownField(message, 'type')) ?? '';
		const kind = (['audio', 'video'] as const).find((each) => KINDS[each].test(type));
		return kind ? [{ kind, messageId: textOf(ownField(message, 'id')), parameter }] : [];
	});
}

/**
 * Downloads the files of items, one after the other: as the field `data`, further files of an item as `data1`, `data2`
 * and so on. If a file cannot be downloaded, the item says why in `mediaError`.
 *
 * @throws NodeApiError if the execution is canceled
 */
export async function downloadMedia(
	context: IExecuteFunctions,
	items: Array<{ item: INodeExecutionData; files: MediaFile[] }>,
): Promise<INodeExecutionData[]> {
	if (items.every(({ files }) => files.length === 0)) return items.map(({ item }) => item);
	const limit = new AbortController();
	const stopTimer = clocks.current.startTimer(LONGEST_MS, () => limit.abort());
	const canceling = context.getExecutionCancelSignal();
	const signal = AbortSignal.any([limit.signal, ...(canceling ? [canceling] : [])]);
	const settings = { ...DEFAULT_SETTINGS, maxWaitMs: LONGEST_PAUSE_MS, signal };
	const account = new RunAccount();
	const download = async ({ kind, messageId, parameter }: MediaFile) => {
		if (messageId === undefined)
			throw new Error('The event does not contain the ID of the message');
		const request: ServiceRequest = {
			method: 'GET',
			path: `/downloads/${kind}`,
			query: { [parameter]: messageId },
			requestOptions: { timeout: IDLE_MS },
		};
		const sending = async (each: ServiceRequest) =>
			await send(context, each, { ...settings, account });
		const [file] = await receiveFile({ context, request, send: sending }, 'data');
		return file?.binary?.data;
	};
	const complete = async ({ item, files }: (typeof items)[number]) => {
		const output = { ...item };
		for (const [index, file] of files.entries()) {
			try {
				const data = await download(file);
				if (data) output.binary = { ...output.binary, [`data${index || ''}`]: data };
			} catch (error) {
				if (canceling?.aborted) throw canceled(context.getNode());
				// Not the description: it names options that only the other node has.
				const reason = error instanceof Error ? error.message : String(error);
				const mediaError = limit.signal.aborted ? 'The downloads took too long' : reason;
				output.json = { ...output.json, mediaError };
			}
		}
		return output;
	};
	try {
		const outputs: INodeExecutionData[] = [];
		for (const each of items) outputs.push(await complete(each));
		return outputs;
	} finally {
		stopTimer();
	}
}
