import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';

/** Reads Request Options as n8n's `RoutingNode.runNode` does. @throws UserError if the proxy is not a URL */
export function readRequestOptions({ proxy, timeout, allowUnauthorizedCerts }: IDataObject) {
	return {
		proxy: proxy ? parseProxy(String(proxy)) : undefined,
		timeout: timeout ? Number(timeout) : undefined,
		skipSslCertificateValidation: allowUnauthorizedCerts ? true : undefined,
	};
}

function parseProxy(text: string): IHttpRequestOptions['proxy'] {
	try {
		const { protocol, hostname: host, port, username, password } = new URL(text);
		const [user, secret] = [username, password].map(decodeURIComponent) as [string, string];
		const defaultPort = { 'http:': 80, 'https:': 443 }[protocol];
		const auth = user ? { auth: { username: user, password: secret } } : {};
		if (defaultPort !== undefined)
			return { protocol: protocol.slice(0, -1), host, port: Number(port || defaultPort), ...auth };
	} catch {
		// It is not a URL.
	}
	throw new UserError(
		'The proxy is not valid',
		'In the settings of the node, enter a URL such as http://proxy.example.com:3128 under Request Options → Proxy.',
	);
}
