import { Router } from 'express';
import QRCode from 'qrcode';
import { sendAsShown, sendList, sendRecord } from '../responses/success';
import { announceStatus } from '../events/events';
import { conflict } from '../responses/serviceError';
import { findInstance } from '../requests/findRecord';
import { pageOf } from '../responses/pages';
import type { Instance } from '../types/records';
import { digits, hex, uuid } from '../state/random';
import type { World } from '../state/sandboxState';

/** Assumption: ttl is in seconds. */
const qrSeconds = 60;

export function instanceRoutes(world: World): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const { page = 1, limit = 20, status } = req.query as { page?: number; limit?: number; status?: string };
		const wanted = world.data.instances.filter((each) => status === undefined || each.status === status);
		const { part, pagination } = pageOf(wanted, Number(page), Number(limit));
		sendList(world, res, part, { pagination });
	});

	router.post('/', (req, res) => {
		const created: Instance = {
			id: uuid(world.random),
			name: req.body.name,
			status: 'disconnected',
			createdAt: new Date(world.serviceNow()).toISOString(),
		};
		world.data.instances.push(created);
		world.data.history.set(created.id, []);
		world.changes.emit('change', 'instances');
		sendRecord(world, res, created, world.dialect.createdStatus);
	});

	router.post('/:id/connect', async (req, res) => {
		const instance = findInstance(world, req.params.id);
		if (instance.status === 'connected') throw conflict('ALREADY_CONNECTED', `Instance ${instance.name} is already connected`);
		const text = `2@${hex(world.random, 40)},${instance.id}`;
		const qrcode: Record<string, string> = { base64: await drawQr(world, text) };
		if (req.body?.pairingCode === true) qrcode['pairingCode'] = digits(world.random, 8);
		changeStatus(world, instance, 'connecting');
		sendRecord(world, res, { qrcode, ttl: qrSeconds });
	});

	router.post('/:id/pair-phone', (req, res) => {
		const instance = findInstance(world, req.params.id);
		if (instance.status === 'connected') throw conflict('ALREADY_CONNECTED', `Instance ${instance.name} is already connected`);
		instance.phone = req.body.phone;
		changeStatus(world, instance, 'connecting');
		sendAsShown(world, res, { message: 'Pairing was initiated' });
	});

	router.get('/:id/status', (req, res) => {
		const { status, phone, lastConnection } = findInstance(world, req.params.id);
		sendRecord(world, res, { status, phone, lastConnection });
	});

	router.get('/:id/user-info', (req, res) => {
		const instance = findInstance(world, req.params.id);
		if (instance.phone === undefined) throw conflict('INSTANCE_NOT_CONNECTED', `Nobody has connected instance ${instance.name} yet`);
		sendRecord(world, res, {
			id: `${instance.phone}@s.whatsapp.net`,
			name: instance.name,
			phone: instance.phone,
			profilePicture: instance.profilePicture,
			business: { description: 'Open Monday to Saturday', category: 'Retail', email: 'hello@shop.example' },
		});
	});

	router.get('/:id/history', (req, res) => {
		const instance = findInstance(world, req.params.id);
		sendList(world, res, world.data.history.get(instance.id) ?? []);
	});

	router.post('/:id/disconnect', (req, res) => {
		const instance = findInstance(world, req.params.id);
		changeStatus(world, instance, 'disconnected');
		sendAsShown(world, res, { message: 'The instance was disconnected' });
	});

	return router;
}

/** Adds a change of status to the history and sends an event. */
export function changeStatus(world: World, instance: Instance, status: Instance['status']): void {
	const at = new Date(world.serviceNow()).toISOString();
	instance.status = status;
	if (status === 'connected') instance.lastConnection = at;
	world.data.history.get(instance.id)?.unshift({ timestamp: at, details: { event: status } });
	world.changes.emit('change', 'instances');
	announceStatus(world, instance);
}

async function drawQr(world: World, text: string): Promise<string> {
	const dataUri = await QRCode.toDataURL(text, { margin: 4, scale: 6 });
	return world.dialect.qrcode === 'dataUri' ? dataUri : dataUri.slice(dataUri.indexOf(',') + 1);
}
