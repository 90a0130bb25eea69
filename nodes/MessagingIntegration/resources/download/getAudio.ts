import type { Operation } from '../common/operation';
import { requireOutputField } from '../../input/required';
import { fileDownload } from '../../output/receive';
import { downloadQuery } from './downloadQuery';
import { downloadFields } from './fields';

/** Reference, section 4.16. */
export const getAudio: Operation = {
	option: {
		name: 'Get Audio',
		value: 'getAudio',
		action: 'Download audio',
		description: 'Download an audio message as a file',
		routing: {
			request: { method: 'GET', url: '/downloads/audio' },
			send: { preSend: [downloadQuery, requireOutputField] },
			operations: { pagination: fileDownload },
		},
	},
	fields: downloadFields,
};
