import { assertAllowedDomain, type ServiceCredentials } from '../credentials/credentials';
import { forbiddenPartOf } from '../credentials/fileUrl';
import { ServiceError } from '../errors/failure';
import { header, type ServiceResponse } from '../response/response';

const MAX_REDIRECTS = 5;

/** The URL of a request, which redirects change. A retry goes where the last redirect led. */
export class Redirects {
	private followed = 0;

	/** Stays true once a redirect has left the base URL's origin: a redirect back must not send the API key again. */
	leftOrigin: boolean;

	constructor(
		public url: string,
		private readonly credentials: ServiceCredentials,
	) {
		this.leftOrigin = this.isOtherOrigin(new URL(url));
	}

	/**
	 * @param attempts made so far, for the error
	 * @throws ServiceError if a file must not be fetched from this URL, UserError if the credentials do not allow its host
	 */
	assertAllowed(attempts: number): void {
		assertAllowedDomain(this.credentials, this.url);
		if (!this.leftOrigin) return;
		const forbiddenUrlPart = forbiddenPartOf(new URL(this.url), new URL(this.credentials.baseUrl));
		if (forbiddenUrlPart === undefined) return;
		throw new ServiceError({
			status: 200,
			forbiddenUrlPart: forbiddenUrlPart,
			attempts,
			outcomeUnknown: false,
		});
	}

	/**
	 * @param target from `redirectTarget`
	 * @param isFile files may be on another host
	 * @returns whether the next request goes there
	 */
	follow(target: URL, isFile: boolean): boolean {
		if (this.followed >= MAX_REDIRECTS || (this.isOtherOrigin(target) && !isFile)) return false;
		this.followed += 1;
		this.url = target.href;
		this.leftOrigin ||= this.isOtherOrigin(target);
		return true;
	}

	private isOtherOrigin(url: URL): boolean {
		return url.origin !== new URL(this.credentials.baseUrl).origin;
	}
}

/** @returns where a 3xx response leads, if it names a valid URL */
export function redirectTarget(
	response: ServiceResponse | undefined,
	from: string,
): URL | undefined {
	if (response === undefined || response.status < 300 || response.status >= 400) return undefined;
	const location = header(response.headers, 'location');
	if (location === undefined || !URL.canParse(location, from)) return undefined;
	return new URL(location, from);
}
