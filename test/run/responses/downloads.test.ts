import { bytesOf, runNode } from '../../support/engine';
import { expectAnswers } from '../../support/project';
import { Service, useService } from '../../support/service';

const server = useService(new Service());

test('a download stores the file of a response, or at the URL in it, with a safe name and a MIME type', async () => {
	await expectAnswers('run/responses/downloads.txt', async (...responses) => {
		server.responses = responses.map((text) => {
			const [headers, content] = JSON.parse(text) as [Record<string, string>, unknown];
			const body = typeof content === 'string' ? content : JSON.stringify(content).replace('ORIGIN', server.origin);
			return (_req, res) => void res.writeHead(200, headers).end(body);
		});
		const parameters = { resource: 'download', operation: 'getVideo', messageId: 'm1' };
		const { items, error } = await runNode({ credentials: server.credentials('sk_test_of_files'), parameters });
		if (error) return error.message;
		const { fileName, mimeType } = items[0]!.json;
		expect(items[0]!.binary?.data).toMatchObject({ fileName, mimeType });
		expect(items[0]!.binary?.data).not.toHaveProperty('directory');
		return `${JSON.stringify(fileName)}, ${mimeType}: ${await bytesOf(items[0]!)}`;
	});
});
