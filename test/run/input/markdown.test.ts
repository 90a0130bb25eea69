import fc from 'fast-check';
import { toChatFormat, toPlainText } from '../../../nodes/MessagingIntegration/input/markdown';
import { expectLines, read } from '../../support/project';
import { documents, faultOf, type Piece } from '../support/markdownDocuments';

test('each Markdown of the list is shown as the list says', () => {
	const lines = read('test/run/input/markdown.jsonl').trim().split('\n');
	const shown = lines.map((line) => {
		const [markdown] = JSON.parse(line) as [string];
		return JSON.stringify([markdown, toChatFormat(markdown)]);
	});
	expectLines('run/input/markdown.jsonl', shown);
});

test('a text of 20,000 characters that opens much and closes nothing is converted quickly enough to test it', () => {
	for (const piece of ['*a ', '[a', '`', '_a', '<https://', '|', '> ', '~~a', '((', '**a* ', '](', '\n> *', '***a* '])
		expect(toChatFormat(piece.repeat(20_000 / piece.length)).length).toBeGreaterThan(0);
});

test.each([
	['chats', toChatFormat],
	['a page', toPlainText],
])(
	'no character of generated Markdown is lost or added in %s, no mark stays, and code and URLs do',
	(_where, convert) => {
		const isFaultless = (markdown: Piece) => expect(faultOf(markdown, convert)).toBeUndefined();
		fc.assert(fc.property(documents, isFaultless), { numRuns: process.env.FULL ? 10_000 : 300, seed: 7 });
	},
);
