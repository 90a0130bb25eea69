import { ICredentialsHelper, type ICredentialDataDecryptedObject, type IHttpRequestOptions } from 'n8n-workflow';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';

/** Fields of the credentials that contain expressions, so that they differ between items. */
export type CredentialsOfItem = (index: number) => ICredentialDataDecryptedObject | undefined;

/** Returns the same credentials for every node, and authenticates with the package's credential type, like n8n. */
export class OneCredential extends ICredentialsHelper {
	private readonly type = new MessagingIntegrationApi();

	constructor(
		private readonly data: ICredentialDataDecryptedObject,
		private readonly ofItem: CredentialsOfItem = () => undefined,
	) {
		super();
	}

	getParentTypes() {
		return [];
	}

	async authenticate(credentials: ICredentialDataDecryptedObject, _type: string, options: IHttpRequestOptions) {
		return await this.type.authenticate(credentials, options);
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('not used');
	}

	async getDecrypted(...args: Parameters<ICredentialsHelper['getDecrypted']>) {
		const [, , , , , , resolveValues] = args;
		return { ...this.data, ...this.ofItem(resolveValues?.itemIndex ?? 0) };
	}

	isCredentialUsableByNode() {
		return true;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	getCredentialsProperties() {
		return this.type.properties;
	}
}
