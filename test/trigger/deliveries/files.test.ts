import { mediaOf } from '../../../nodes/MessagingIntegrationTrigger/delivery/media';
import { messagesIn } from '../../../nodes/messages/message';
import { DEFAULT_FIELD_NAMES } from '../../../nodes/transport/credentials/fieldNames';
import { expectAnswers } from '../../support/project';

test('the files of a message are its own, not those of links, quotes, people and other kinds', async () => {
	const { query } = DEFAULT_FIELD_NAMES;
	await expectAnswers('trigger/deliveries/lists/files.txt', (_what, event = '') => {
		const messages = messagesIn(JSON.parse(event), DEFAULT_FIELD_NAMES);
		const files = mediaOf(messages, DEFAULT_FIELD_NAMES, 1).map(({ maxBytes: _, ...file }) => JSON.stringify(file));
		// The name of the ID in the query may be empty, and then nothing can be downloaded by it.
		const withoutIds = mediaOf(messages, { ...DEFAULT_FIELD_NAMES, query: { ...query, messageId: '' } }, 1);
		expect(withoutIds.filter((file) => file.query !== undefined)).toEqual([]);
		return files.join(' ') || 'no file';
	});
});
