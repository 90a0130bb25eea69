import type { Operation } from '../common/operation';
import { requireOutputField } from '../../input/required';
import { fileDownload } from '../../output/receive';
import { downloadQuery } from './downloadQuery';
import { downloadFields } from './fields';

/** Reference, section 4.15. */
export const getVideo: Operation = {
	option: {
		name: 'Get Video',
		value: 'getVideo',
		action: 'Download video',
		description: 'Download a video message as a file',
		routing: {
			request: { method: 'GET', url: '/downloads/video' },
			send: { preSend: [downloadQuery, requireOutputField] },
			operations: { pagination: fileDownload },
		},
	},
	fields: downloadFields,
};
