import { isChatAddress, readAddress, similarAddress } from '../../nodes/phone/address';

test.each([
	['5511987654321@s.whatsapp.net', true],
	['maria@s.whatsapp.net', true],
	['5511987654321:2@S.WhatsApp.net', true],
	['77@lid', true],
	['status@broadcast', true],
	['john@gmail.com', false],
	['maria@xc.us', false],
	['a b@lid', false],
])('%s is the address of a chat: %s', (text, expected) => {
	expect(isChatAddress(text)).toBe(expected);
});

test.each([
	['5511987654321@s.whatsapp.net', '5511987654321'],
	['+55 11 98765-4321', '5511987654321'],
	['5511987654321:12@c.us', '5511987654321'],
	['+1234567', '1234567'],
	['4791234567', '4791234567'],
	['whatsapp:+5511987654321', '5511987654321'],
	['123456789012345', undefined],
	['+1234567890123456', undefined],
	['2101234567', undefined],
	['5511987654321@lid', undefined],
	['5511987654321a@s.whatsapp.net', undefined],
	['55119876543:2(1)', undefined],
])('the phone number of the address %s is %s', (address, phone) => {
	expect(readAddress(address)?.phone).toBe(phone);
});

test.each([
	['5511987654321', { key: '551187654321', kind: 'direct', phone: '5511987654321' }],
	['7700011:12@lid', { key: '7700011@lid', kind: 'direct' }],
	['120363025246125486@g.us', { key: '120363025246125486', kind: 'group' }],
	['120363025246125486-group', { key: '120363025246125486', kind: 'group' }],
	['@lid', { key: '@lid', kind: 'direct' }],
	[undefined, undefined],
])('the address %s is read as %j', (address, read) => {
	expect(readAddress(address)).toEqual(read);
});

test.each([
	['5511987654321@whatsapp.net', '5511987654321@s.whatsapp.net'],
	['120363025246125486@gus', '120363025246125486@g.us'],
	['120363025246125486@g.su', '120363025246125486@g.us'],
	['77@lid', undefined],
	['maria@example.com', undefined],
])('the address %s is probably meant to be %s', (address, similar) => {
	expect(similarAddress(address)).toBe(similar);
});
