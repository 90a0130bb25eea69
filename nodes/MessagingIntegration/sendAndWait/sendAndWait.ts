import {
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { clocks } from '../../transport/clock';
import { requireReachable } from '../../transport/credentials/credentials';
import { preSend } from '../execution/preSend';
import { runItem } from '../execution/runItem';
import { fieldsOf, type ItemContext } from '../input/field';
import { messageBody } from '../input/body';
import { text } from '../input/readers';
import { sendAndWaitOperation } from './operation';
import { readForm } from './form';
import { nextQuestion } from './respond';
import { textsFor } from './texts';

/** Sends a message for the first item, and puts the execution to wait. If nobody responds, the input is the output. */
export async function sendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const url = this.getSignedResumeUrl();
	const options: IHttpRequestOptions = { method: 'POST', url: '/messages' };
	let until = WAIT_INDEFINITELY;
	const buildRequest = preSend(async function () {
		const settings = this.getNodeParameter('requestOptions', {}) as IDataObject;
		Object.assign(options, readRequestOptions(settings));
		until = waitUntil(this, clocks.current.now());
		if (this.getNodeParameter('responseType', 'approval') === 'customForm') readForm(this);
		requireReachable(url, await this.account.read(), 'recipient');
		// Without the link, which differs in each execution: a retry compares the request.
		options.body = await questionBody(this, '');
	});
	const sendMessage = runItem(async ({ context, request, send }) => {
		await send({ ...request, body: await questionBody(context, `\n\n${link(context, this)}`) });
		return [];
	});
	await buildRequest.call(firstItem(this), options);
	const failed = await sendMessage({ options });
	if (failed.length > 0) return [failed];
	await this.putExecutionToWait(until);
	const message = 'The message was sent once, for the first item. To ask once per item, use Loop Over Items.';
	if (this.getInputData().length > 1) this.addExecutionHints?.({ message, location: 'outputPane' });
	return [this.getInputData()];
}

/** The first item's context, like the one that the other operations get. */
function firstItem(execution: IExecuteFunctions): IExecuteSingleFunctions {
	const own = {
		inputData: { main: [execution.getInputData().slice(0, 1)] },
		getItemIndex: () => 0,
		getNodeParameter: (name: string, fallback?: never, options?: never) =>
			execution.getNodeParameter(name, 0, fallback, options) as never,
	};
	return Object.assign(Object.create(execution) as IExecuteSingleFunctions, own);
}

async function questionBody(context: ItemContext, end: string): Promise<IDataObject> {
	const fieldOf = fieldsOf(context, sendAndWaitOperation.fields);
	return await messageBody(fieldOf, 'text', { text: text(fieldOf('message')) + end });
}

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Reads the option `limitWaitTime`, which has the format of n8n's own nodes. */
function waitUntil(context: IExecuteSingleFunctions, now: number): Date {
	const { limitWaitTime } = context.getNodeParameter('options', {}) as {
		limitWaitTime?: { values?: IDataObject };
	};
	const limit = limitWaitTime?.values;
	if (limit === undefined) return WAIT_INDEFINITELY;
	const { limitType, maxDateAndTime, resumeAmount = 1, resumeUnit = 'hours' } = limit;
	const until =
		limitType === 'atSpecifiedTime'
			? new Date(String(maxDateAndTime))
			: new Date(now + Number(resumeAmount) * (UNIT_MS[String(resumeUnit)] ?? NaN));
	if (until.getTime() > now) return until;
	throw new UserError(
		'The limit of the wait time is invalid',
		'Enter an amount above 0 and a unit, or a date and time in the future, under Limit Wait Time.',
	);
}

/** The link of the message after its label. The message knows no browser, so without a set language it is English. */
function link(context: IExecuteSingleFunctions, execution: IExecuteFunctions): string {
	// Before n8n 2.40, links were only verified if a node asked for it.
	(execution as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();
	const url = execution.getSignedResumeUrl({ question: nextQuestion(execution) });
	return `${textsFor(context).respond}: ${url}`;
}

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
