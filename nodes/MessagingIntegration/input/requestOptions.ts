import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { countOf } from '../../shared/values';
import { UserError } from '../../shared/userError';
import type { ServiceRequest } from '../../transport/request/requestOnce';

/** Reads Request Options as n8n's `RoutingNode.runNode` does. @throws UserError if the proxy is not a URL */
export function readRequestOptions(context: IExecuteSingleFunctions): ServiceRequest['requestOptions'] {
	const options = context.getNodeParameter('requestOptions', {}) as IDataObject;
	const { proxy, timeout, allowUnauthorizedCerts } = options;
	return {
		proxy: proxy ? parseProxy(String(proxy)) : undefined,
		timeout: countOf(timeout),
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
