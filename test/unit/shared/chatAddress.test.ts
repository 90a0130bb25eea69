import { isChatAddress } from '../../../nodes/messages/address';

test.each([
	['5511987654321@s.whatsapp.net', true],
	['maria@s.whatsapp.net', true],
	['5511987654321:2@S.WhatsApp.net', true],
	['maria@c.us', true],
	['maria-1612345678@g.us', true],
	['77@lid', true],
	['status@broadcast', true],
	['team@example', true],
	['5511987654321@chat.example.com', true],
	['77@hosted.lid', true],
	['maria@127.0.0.1', true],
	['john@gmail.com', false],
	['joão.5@example.com.br', false],
	['maria@xc.us', false],
	['maria@whatsapp.net.example', false],
	['a b@lid', false],
	['a@b@lid', false],
	['@lid', false],
	['77@', false],
	['5511987654321', false],
])('%s is the address of a chat: %s', (text, expected) => {
	expect(isChatAddress(text)).toBe(expected);
});
