import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import express, { type NextFunction, type Request, type Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { parse } from 'yaml';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { openApiFile } from '../../../sandbox/server/app';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('unknown paths and methods return an error envelope', async () => {
	const http = clientOf(sandbox);
	expect((await http.get('/nope')).data).toEqual({
		success: false,
		error: { code: 'NOT_FOUND', message: expect.any(String) },
	});
	expect((await http.delete('/instances')).data.error.code).toBe('METHOD_NOT_ALLOWED');
});

test('openapi.yaml is valid OpenAPI 3.1', async () => {
	// The sandbox does not check this when it starts, because it is slow.
	const app = express();
	app.use(
		OpenApiValidator.middleware({
			apiSpec: openApiFile,
			validateApiSpec: true,
			validateSecurity: false,
		}),
	);
	app.use(
		(error: Error, _req: Request, res: Response, _next: NextFunction) =>
			void res.status(418).send(error.message),
	);
	app.use((_req, res) => void res.send('routed'));
	const server = app.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`;
	expect(
		(await axios.get(`${baseUrl}/instances`, { proxy: false, validateStatus: () => true })).data,
	).toBe('routed');
	server.close();
	server.closeAllConnections();
});

test('every operation of openapi.yaml has a route', async () => {
	const description = parse(readFileSync(openApiFile, 'utf8'));
	const http = clientOf(sandbox);
	for (const [path, methods] of Object.entries<Record<string, { operationId?: string }>>(
		description.paths,
	)) {
		for (const [method, operation] of Object.entries(methods)) {
			if (method === 'parameters') continue;
			expect(operation.operationId).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
			const response = await http.request({
				method,
				url: path.replace('{id}', '00000000-0000-4000-8000-000000000000'),
			});
			// Routed and described: neither "no such endpoint" nor a response that violates the description.
			expect([path, method, response.data?.error?.message]).not.toEqual([
				path,
				method,
				'There is no such endpoint',
			]);
			expect(response.status).toBeLessThan(500);
		}
	}
});

test.each(['documented', 'wrapped', 'bare', 'sparse'] as const)(
	'every response of the preset %s matches openapi.yaml',
	async (name) => {
		sandbox.setDialect(name);
		const { connected, disconnected, chat, group, video } = seeded(sandbox);
		const http = clientOf(sandbox);
		const byConnected = { instanceId: connected.id };
		const responses = [
			await http.get('/instances'),
			await http.post('/instances', { name: 'a' }),
			await http.get(`/instances/${connected.id}/status`),
			await http.get(`/instances/${connected.id}/user-info`),
			await http.get(`/instances/${connected.id}/history`),
			await http.post(`/instances/${disconnected.id}/connect`, { pairingCode: true }),
			await http.post(`/instances/${disconnected.id}/pair-phone`, {
				phone: '5511900000000',
				pairingCode: '12345678',
			}),
			await http.post('/messages', { ...byConnected, remoteJid: chat.id, content: {} }),
			await http.get('/chats'),
			await http.get(`/chats/messages?chatId=${chat.id}`),
			await http.post('/chats/archive', {
				instanceId: chat.instanceId,
				chatId: chat.id,
				archive: true,
			}),
			await http.get('/contacts'),
			await http.post('/groups', { ...byConnected, subject: 'a' }),
			await http.patch(`/groups/${group.id}/settings`, { subject: 'a' }),
			await http.post(`/groups/${group.id}/participants`, {
				...byConnected,
				participants: ['5511900000000'],
			}),
			await http.put(`/groups/${group.id}/photo`, {
				...byConnected,
				photoUrl: 'https://a.example/b.png',
			}),
			await http.patch(`/groups/${group.id}/announce`, { ...byConnected, announcement: true }),
			await http.patch(`/groups/${group.id}/ephemeral`, { ...byConnected }),
			await http.get('/webhooks'),
			await http.post('/webhooks', { url: `${sandbox.origin}/_sandbox/sink` }),
			await http.patch(`/webhooks/${sandbox.data.webhooks[0]!.id}`, { isActive: false }),
			await http.post(`/webhooks/${sandbox.data.webhooks[0]!.id}/test`),
			await http.get(`/downloads/video?messageId=${video.id}`),
			await http.post(`/instances/${connected.id}/disconnect`),
		];
		expect(
			responses.filter((each) => each.status >= 300).map((each) => [each.config.url, each.data]),
		).toEqual([]);
		await sandbox.settle();
	},
);

test('a response that violates openapi.yaml becomes a 500 with SANDBOX_BUG', async () => {
	Object.assign(sandbox.data.instances[0]!, { status: 'sleeping' });
	const response = await clientOf(sandbox).get('/instances');
	expect([response.status, response.data.error.code]).toEqual([500, 'SANDBOX_BUG']);
});
