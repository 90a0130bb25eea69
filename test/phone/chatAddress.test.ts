import { isChatAddress, readAddress, similarAddress } from '../../nodes/phone/address';
import { expectAnswers } from '../support/project';

test('an address is read as its chat, and an unknown server as the known one that is probably meant', async () => {
	await expectAnswers('phone/addresses.txt', (address = '') => {
		const { kind = 'not a chat', phone, key } = readAddress(address) ?? {};
		const similar = similarAddress(address);
		const [form, meant] = [isChatAddress(address) ? 'address' : 'text', similar ? `, meant as ${similar}` : ''];
		return `${form}, ${kind}, key ${key}, number ${phone ?? '-'}${meant}`;
	});
});

test('no value is no address', () => {
	expect(readAddress(undefined)).toBeUndefined();
});
