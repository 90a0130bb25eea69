import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import type { ItemRequest } from '../../run/item';
import { binaryPropertyName, instanceId } from '../../fields/fields';
import { boolean } from '../../input/readers';
import { singleResponse } from '../../run/returns';
import { storeFile } from '../../../files/storeFile';
import { isObject } from '../../../shared/values';

/** Adds the QR code (reference, section 2.3) as an image, which n8n shows. */
async function qrCodeAsImage(request: ItemRequest) {
	const { context } = request;
	const property = context.getNodeParameter('binaryPropertyName', 'data') as string;
	const items = await singleResponse(request);
	return await Promise.all(
		items.map(async (item) => {
			const { qrcode } = item.json;
			const text = isObject(qrcode) ? qrcode.base64 : undefined;
			if (typeof text !== 'string' || text === '') return item;
			const image = Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');
			if (image.length === 0) return item;
			const [, type = 'png'] = /^data:image\/([\w.+-]+)/.exec(text) ?? [];
			const { binary } = await storeFile(context, image, property, { mimeType: `image/${type}`, fallback: 'qrcode' });
			return { ...item, binary };
		}),
	);
}

/** Reference, section 4.2. */
export const connect = operation({
	name: 'Connect',
	action: 'Connect instance',
	description: 'Start connecting an instance and get the QR code or pairing code for the phone',
	request: 'POST /instances/{instanceId}/connect',
	body: { pairingCode: boolean },
	fields: [
		instanceId,
		property('boolean', 'Use Pairing Code', 'pairingCode', {
			hint: 'If on, add Pair Phone next, drag qrcode.pairingCode into it, and run it before the code expires (see ttl)',
			description: 'Whether to get a pairing code of 8 letters or digits, which is entered on the phone',
		}),
		binaryPropertyName,
	],
	returns: qrCodeAsImage,
});
