/** Servers of chat addresses that look like those of e-mail. The reference (section 2.9) does not list them. */
const CHAT_SERVER = /(?:^|\.)whatsapp\.net$|^[cg]\.us$/i;

/** Whether a text is an address with a domain, such as `5511987654321@s.whatsapp.net`, but not of e-mail. */
export function isChatAddress(text: string): boolean {
	const [, user = '', server] = /^([^\s@]+)@([^\s@]+)$/.exec(text) ?? [];
	if (server === undefined) return false;
	const isEmail = /\.\p{L}{2,}$/u.test(server) && /\p{L}/u.test(user);
	return !isEmail || CHAT_SERVER.test(server);
}
