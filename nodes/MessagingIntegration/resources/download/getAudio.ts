import { operation } from '../common/operation';
import { download } from './download';

/** Reference, section 4.16. */
export const getAudio = operation({
	name: 'Get Audio',
	value: 'getAudio',
	action: 'Download audio',
	description: 'Download an audio message as a file',
	request: 'GET /downloads/audio',
	...download,
});
