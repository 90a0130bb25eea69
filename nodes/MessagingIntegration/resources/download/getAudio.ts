import { property } from '../../../shared/property';
import type { FieldNames } from '../../../transport/credentials/fieldNames';
import { operation } from '../common/operation';
import { binaryPropertyName } from '../../fields/fields';
import { queryPairs } from '../../input/body';
import type { FieldOf } from '../../input/field';
import { text } from '../../input/readers';
import { fileDownload } from '../../run/returns';

/** What both downloads share. The reference documents neither parameters nor responses (4.15, 4.16). */
export const download = {
	query: (fieldOf: FieldOf, { query }: FieldNames) => ({
		[query.messageId]: text(fieldOf('messageId')),
		...queryPairs(fieldOf('options').inner('queryParameters')),
	}),
	fields: [
		property('string', 'Message ID', 'messageId', {
			required: true,
			placeholder: 'e.g. 3EB0C767D097B7C7C033',
			description: 'ID of the message that contains the file, e.g. from Get Messages or the trigger',
		}),
		binaryPropertyName,
	],
	returns: fileDownload,
};

/** Reference, section 4.16. */
export const getAudio = operation({
	name: 'Get Audio',
	action: 'Download audio',
	description: 'Download an audio message as a file',
	request: 'GET /downloads/audio',
	...download,
});
