import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';
import { getAudio } from './getAudio';
import { getVideo } from './getVideo';

export const download: Resource = {
	option: { name: 'Download', value: 'download' },
	defaultOperation: 'getVideo',
	operations: [getAudio, getVideo, apiRequest('download')],
};
