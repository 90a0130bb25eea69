import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';

/**
 * Reads the field Request Options as n8n's engine does for the declarative operations (`RoutingNode.runNode`).
 *
 * @throws UserError if the proxy is not a URL
 */
export function readRequestOptions({
	proxy,
	timeout,
	allowUnauthorizedCerts,
}: IDataObject): Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'> {
	return {
		...(proxy ? { proxy: parseProxy(String(proxy)) } : {}),
		...(timeout ? { timeout: Number(timeout) } : {}),
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
	};
}

function parseProxy(text: string): IHttpRequestOptions['proxy'] {
	const proxy = proxyOf(text);
	if (proxy !== undefined) return proxy;
	throw new UserError(
		'The proxy is not valid',
		'In the settings of the node, enter a URL such as http://proxy.example.com:3128 under Request Options → Proxy.',
	);
}

/** Returns the parts of a proxy's URL; undefined if it is not an HTTP URL. */
function proxyOf(text: string): IHttpRequestOptions['proxy'] {
	try {
		const { protocol, hostname, port, username, password } = new URL(text);
		if (!/^https?:$/.test(protocol)) return undefined;
		const auth = {
			username: decodeURIComponent(username),
			password: decodeURIComponent(password),
		};
		return {
			protocol: protocol.slice(0, -1),
			host: hostname,
			port: Number(port || (protocol === 'https:' ? 443 : 80)),
			...(username && { auth }),
		};
	} catch {
		return undefined;
	}
}
