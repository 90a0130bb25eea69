import { operation } from '../common/operation';
import { download } from './getAudio';

/** Reference, section 4.15. */
export const getVideo = operation({
	name: 'Get Video',
	action: 'Download video',
	description: 'Download a video message as a file',
	request: 'GET /downloads/video',
	...download,
});
