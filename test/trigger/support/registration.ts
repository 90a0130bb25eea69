import type { HookContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { hookContext, triggerType } from './contexts';

const TOKEN = 'X-Messaging-Integration-Token';

const hooks = triggerType.webhookMethods.default;

/** What n8n does when it activates a webhook. */
async function activate(context: HookContext): Promise<void> {
	if (!(await hooks.checkExists.call(context))) await hooks.create.call(context);
}

/** A workflow with the trigger, whose hooks are called as n8n calls them, by n8n-core's own contexts. */
export class Registration {
	staticData: IDataObject = {};

	/** Whether the node has credentials; a user may delete them. */
	hasCredential = true;

	/** n8n's WEBHOOK_URL. */
	origin = '';

	constructor(
		readonly credentials: ICredentialDataDecryptedObject,
		public parameters: INodeParameters = {},
		readonly workflowId = 'workflow',
	) {}

	url(isTest = false): string {
		return `${this.origin}/webhook${isTest ? '-test' : ''}/hook-${this.workflowId}/webhook`;
	}

	registered(sandbox: Sandbox, isTest = false): Sandbox['data']['webhooks'] {
		return sandbox.data.webhooks.filter(({ url }) => url === this.url(isTest));
	}

	token(sandbox: Sandbox): Record<string, string> {
		return { [TOKEN]: this.registered(sandbox)[0]?.headers[TOKEN] ?? '' };
	}

	/** Calls one hook like n8n. */
	async hook(name: 'checkExists' | 'create' | 'delete'): Promise<boolean> {
		return await this.hooks(this.staticData, 'activate', async (context) => {
			return await hooks[name].call(context);
		});
	}

	/** Publishes (`activate`), or starts with a published workflow (`init`). */
	async publish(mode: 'activate' | 'init' | 'leadershipChange' = 'activate'): Promise<void> {
		await this.hooks(this.staticData, mode, activate);
	}

	async unpublish(): Promise<void> {
		await this.hook('delete');
	}

	/** Listens like the editor: static data is empty at first and lost at the end. */
	async listen(): Promise<() => Promise<void>> {
		const staticData: IDataObject = {};
		await this.hooks(staticData, 'manual', activate);
		return async () =>
			void (await this.hooks(staticData, 'manual', async (context) => {
				return await hooks.delete.call(context);
			}));
	}

	private async hooks<Result>(
		staticData: IDataObject,
		activation: 'activate' | 'init' | 'leadershipChange' | 'manual',
		work: (context: HookContext) => Promise<Result>,
	): Promise<Result> {
		const { context, stored } = hookContext(this, staticData, activation);
		try {
			return await work(context);
		} finally {
			// n8n stores the node's static data when the hook has returned; after a failure, when `delete` has returned.
			Object.keys(staticData).forEach((key) => delete staticData[key]);
			Object.assign(staticData, stored());
		}
	}
}
