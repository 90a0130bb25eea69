import { Router } from 'express';
import QRCode from 'qrcode';
import { changeStatus } from '../events/events';
import { findInstance } from '../requests/findRecord';
import { pageOf } from '../responses/pages';
import { conflict } from '../responses/serviceError';
import { sendFixed, sendList, sendRecord } from '../responses/success';
import { digits, hex, uuid } from '../state/random';
import type { SandboxState } from '../state/sandboxState';
import type { Instance } from '../types/records';

/** Assumption: ttl is in seconds. */
const ttlSeconds = 60;

/** A chosen filter saves most of the time. */
const qrSettings = { margin: 4, scale: 6, rendererOpts: { filterType: 4 } as object };

/** The endpoints under /instances. */
export function instanceRoutes(state: SandboxState): Router {
	const router = Router();

	router.get('/', (req, res) => {
		const { page, limit, status } = req.query as unknown as { page: number; limit: number; status?: string };
		const matching = state.data.instances.filter((each) => status === undefined || each.status === status);
		const { records, pagination } = pageOf(matching, page, limit);
		sendList(state, res, records, { pagination });
	});

	router.post('/', (req, res) => {
		const created: Instance = {
			id: uuid(state.random),
			name: req.body.name,
			status: 'disconnected',
			createdAt: new Date(state.serviceNow()).toISOString(),
		};
		state.data.instances.push(created);
		state.data.history.set(created.id, []);
		state.changes.emit('change', 'instances');
		sendRecord(state, res, created, state.dialect.createdStatus);
	});

	router.post('/:id/connect', async (req, res) => {
		const instance = findInstance(state, req.params.id);
		if (instance.status === 'connected')
			throw conflict('ALREADY_CONNECTED', `Instance ${instance.name} is already connected`);
		const text = `2@${hex(state.random, 40)},${instance.id}`;
		const base64 = await QRCode.toDataURL(text, qrSettings);
		const qrcode = req.body?.pairingCode === true ? { pairingCode: digits(state.random, 8), base64 } : { base64 };
		changeStatus(state, instance, 'connecting');
		sendRecord(state, res, { qrcode, ttl: ttlSeconds });
	});

	router.post('/:id/pair-phone', (req, res) => {
		const instance = findInstance(state, req.params.id);
		if (instance.status === 'connected')
			throw conflict('ALREADY_CONNECTED', `Instance ${instance.name} is already connected`);
		instance.phone = req.body.phone;
		changeStatus(state, instance, 'connecting');
		sendFixed(state, res, { message: 'Pairing was initiated' });
	});

	router.get('/:id/status', (req, res) => {
		const { status, phone, lastConnection } = findInstance(state, req.params.id);
		sendRecord(state, res, { status, phone, lastConnection });
	});

	router.get('/:id/user-info', (req, res) => {
		const instance = findInstance(state, req.params.id);
		if (instance.phone === undefined)
			throw conflict('INSTANCE_NOT_CONNECTED', `Instance ${instance.name} was never connected`);
		sendRecord(state, res, {
			id: `${instance.phone}@s.whatsapp.net`,
			name: instance.name,
			phone: instance.phone,
			profilePicture: instance.profilePicture,
			business: {
				description: 'Open Monday to Saturday',
				category: 'Retail',
				email: 'hello@shop.example',
			},
		});
	});

	router.get('/:id/history', (req, res) => {
		const instance = findInstance(state, req.params.id);
		sendList(state, res, state.data.history.get(instance.id) ?? []);
	});

	router.post('/:id/disconnect', (req, res) => {
		const instance = findInstance(state, req.params.id);
		changeStatus(state, instance, 'disconnected');
		sendFixed(state, res, { message: 'The instance was disconnected' });
	});

	return router;
}
