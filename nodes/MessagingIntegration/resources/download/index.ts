import type { Resource } from '../../operation';
import { apiRequest } from '../apiRequest';
import { getAudio } from './getAudio';
import { getVideo } from './getVideo';

export const download: Resource = {
	option: { name: 'Download', value: 'download' },
	first: 'getVideo',
	operations: [getVideo, getAudio, apiRequest('/downloads')],
};
