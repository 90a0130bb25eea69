import { expectAnswers } from '../support/project';
import { read } from './read';

test('of each event, the parts that are surely there are read', async () => {
	await expectAnswers('messages/parts.txt', (event = '', fieldNames = '') => {
		const { items, hint } = read(JSON.parse(event), JSON.parse(fieldNames || '{}') as object);
		const [{ raw: _raw, chatInput: _text, sessionId: _conversation, ...parts } = {}] = items;
		const [, reason = ''] = /mistake: (.*?)[.:]/.exec(hint ?? '') ?? [];
		return `${items.length} × ${JSON.stringify(parts)} ${reason}`.trim();
	});
});
