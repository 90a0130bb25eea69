import { parseUrl } from '../../shared/texts';
import { isLocalHost, type ServiceCredentials } from '../credentials/credentials';
import { ServiceError } from '../errors/serviceError';
import { header, type ServiceResponse } from '../response';

/**
 * Appends a query to a URL. Lists repeat the name (`id=1&id=2`); dates become ISO 8601, other objects JSON. An empty
 * name says that the service has no such parameter.
 */
export function withQuery(url: string, query: object = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		for (const entry of [value].flat() as unknown[])
			if (name !== '' && entry !== undefined && entry !== null) parameters.append(name, asText(entry));
	const text = parameters.toString();
	return text === '' ? url : `${url}?${text}`;
}

function asText(value: unknown): string {
	if (typeof value !== 'object') return String(value);
	const json = JSON.stringify(value);
	const plain = JSON.parse(json) as unknown;
	return typeof plain === 'string' ? plain : json;
}

const MAX_REDIRECTS = 5;

/** The URL of a request, which redirects change. A retry goes where the last redirect led. */
export class Redirects {
	private followed = 0;
	/** Whether no more are followed. */
	get isEndless(): boolean {
		return this.followed >= MAX_REDIRECTS;
	}

	/** Stays true once a redirect has left the base URL's origin: a redirect back must not send the API key again. */
	leftOrigin: boolean;

	constructor(
		public url: string,
		private readonly credentials: ServiceCredentials,
	) {
		this.leftOrigin = this.isOtherOrigin(new URL(url));
	}

	/** @throws ServiceError if a file must not be fetched from there */
	assertAllowed(attempts: number): void {
		if (!this.leftOrigin) return;
		const urlPart = forbiddenPartOf(new URL(this.url), this.credentials);
		if (urlPart === undefined) return;
		const problem = { kind: 'forbidden', urlPart } as const;
		throw new ServiceError({ status: 200, problem, attempts, outcomeUnknown: false });
	}

	/** @returns where a 3xx response leads, if it names a valid URL */
	targetOf(response: ServiceResponse | undefined): URL | undefined {
		if (response === undefined || response.status < 300 || response.status >= 400) return undefined;
		const location = header(response.headers, 'location');
		return location === undefined ? undefined : parseUrl(location, this.url);
	}

	/** Goes where a redirect leads. @param isFile files may be on another host @returns whether there is one to follow */
	follow(response: ServiceResponse | undefined, isFile: boolean): boolean {
		const target = this.targetOf(response);
		if (target === undefined || this.isEndless) return false;
		if (this.isOtherOrigin(target) && !isFile) return false;
		this.followed += 1;
		this.url = target.href;
		this.leftOrigin ||= this.isOtherOrigin(target);
		return true;
	}

	private isOtherOrigin(url: URL): boolean {
		return url.origin !== new URL(this.credentials.baseUrl).origin;
	}
}

/**
 * Returns the scheme or host of a file's URL that is not allowed: the service must not make n8n send requests into its
 * own network (SSRF). A public name of a private IP address is not detected: nodes have no access to DNS.
 */
export function forbiddenPartOf(
	url: URL,
	{ baseUrl, isLocal }: Pick<ServiceCredentials, 'baseUrl' | 'isLocal'>,
): string | undefined {
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && baseUrl.startsWith('http:'))) return url.protocol;
	// `URL` normalizes every form of an IPv4 address to four numbers, and puts IPv6 in brackets.
	const isAddress = /^\[|^[\d.]+$/.test(url.hostname);
	const isRefused = isAddress || isLocalHost(url.hostname);
	return isRefused && !isLocal ? url.host : undefined;
}
