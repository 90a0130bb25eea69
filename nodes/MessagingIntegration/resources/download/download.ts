import { binaryPropertyName } from '../../fields/output';
import type { FieldOf } from '../../input/field';
import { queryPairs, text, textOrDefault } from '../../input/readers';
import { fileDownload } from '../../output/receive';

/** What both downloads share. The reference documents neither parameters nor responses (4.15, 4.16). */
export const download = {
	query: (fieldOf: FieldOf) => ({
		[textOrDefault(fieldOf('options').inner('messageIdParameter'))]: text(fieldOf('messageId')),
		...queryPairs(fieldOf('options').inner('queryParameters')),
	}),
	fields: [
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'string' as const,
			required: true,
			default: '',
			placeholder: 'e.g. 3EB0C767D097B7C7C033',
			description:
				'ID of the message that contains the file, e.g. from Get Messages or the trigger',
		},
		binaryPropertyName,
	],
	returns: fileDownload,
};
