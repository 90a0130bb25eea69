import type { IHookFunctions, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import type { Body } from './body';
import type { ServiceResponse } from '../response/response';

/** The part of n8n's context that all callers have (node, list search, trigger hooks). */
export type ServiceContext = Pick<IHookFunctions, 'getNode' | 'getCredentials' | 'logger'> & {
	helpers: Pick<IHookFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
};

export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Under the base URL, encoded, with a leading slash. */
	path: string;
	query?: IHttpRequestOptions['qs'];
	body?: IHttpRequestOptions['body'];
	/** Replaces the path: a URL from a response. The API key is only sent if it has the base URL's origin. */
	url?: string;
	/** Reads the body of a 2xx response within the attempt; by default, as JSON or text. @throws UnusableResponseError */
	receive?: (response: ServiceResponse, body: Body) => Promise<unknown>;
	/** n8n's Request Options; timeout in ms. */
	requestOptions?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;
}
