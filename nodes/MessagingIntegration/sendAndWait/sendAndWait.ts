import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { RunConstants } from '../execution/itemContext';
import { outcomesFor } from '../execution/outcomes';
import { Run } from '../execution/run';
import { readOptions } from '../execution/runOptions';
import { sendItem } from '../execution/sendItem';
import { fieldsOf } from '../input/field';
import { messageBody } from '../input/messageBody';
import { text } from '../input/readers';
import { sendAndWaitOperation } from '../resources/message/sendAndWait';
import { canceled, failedItem, toNodeError } from '../../transport/errors/nodeErrors';
import { clocks } from '../../transport/clock';
import { buttonLabels } from './labels';
import { nextQuestion } from './question';
import { readRequestOptions } from './requestOptions';
import { waitUntil } from './waitUntil';

/**
 * Sends a message with links for the response, and puts the execution to wait, as n8n's own nodes do: one message per
 * execution, for its first item. `respondToLink` resumes it.
 *
 * @returns the input items; they are the output if nobody responds before the limit
 * @throws NodeApiError or NodeOperationError if the message cannot be sent, unless the node continues on errors
 */
export async function sendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		const until = waitUntil(this, clocks.current.now());
		await sendMessage(this);
		await this.putExecutionToWait(until);
	} catch (error) {
		const isCanceled = this.getExecutionCancelSignal()?.aborted;
		const nodeError = isCanceled ? canceled(this.getNode()) : toNodeError(this.getNode(), error, 0);
		if (isCanceled || !this.continueOnFail()) throw nodeError;
		return [[failedItem(nodeError, 0)]];
	}
	if (this.getInputData().length > 1) {
		this.addExecutionHints?.({
			message:
				'The message was sent once, for the first item. To ask once per item, use Loop Over Items.',
			location: 'outputPane',
		});
	}
	return [this.getInputData()];
}

async function sendMessage(execution: IExecuteFunctions): Promise<void> {
	const context = firstItem(execution);
	const run = new Run(new RunConstants(context), outcomesFor(context), 1);
	const requestData: DeclarativeRestApiSettings.ResultOptions = {
		options: {
			...readRequestOptions(context.getNodeParameter('requestOptions', {}) as IDataObject),
			method: 'POST',
			url: '/messages',
		},
		preSend: [],
		postReceive: [],
		requestOperations: {},
	};
	const { settings } = readOptions(context, run, requestData);
	const earlier = await run.outcomes.find(0);
	if (earlier?.state === 'done') return;
	if (earlier?.state === 'unknown' && !settings.retryWrites) throw earlier.failure as Error;
	const fieldOf = fieldsOf(context, sendAndWaitOperation.fields);
	const message = text(fieldOf('message'));
	requestData.options.body = messageBody(fieldOf, `${message}\n\n${links(execution)}`);
	await sendItem(context, requestData, settings, run.outcomes, async ({ request, send }) => {
		await send(request);
		return [];
	});
	run.succeed();
}

/** The first item's context, like the one that the other operations get. */
function firstItem(execution: IExecuteFunctions): IExecuteSingleFunctions {
	const own: Partial<IExecuteSingleFunctions> = {
		getItemIndex: () => 0,
		getNodeParameter: ((name: string, fallback?: never, options?: never) =>
			execution.getNodeParameter(name, 0, fallback, options)) as never,
	};
	return Object.assign(Object.create(execution) as IExecuteSingleFunctions, own);
}

/** The links of the message, each after its label. */
function links(execution: IExecuteFunctions): string {
	// Before n8n 2.40, links were only verified if a node asked for it.
	(execution as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();
	const labels = buttonLabels({
		getNodeParameter: (name, fallback) => execution.getNodeParameter(name, 0, fallback),
	});
	const question = nextQuestion(execution);
	const link = (label: string, approved: boolean) =>
		`${label}: ${execution.getSignedResumeUrl({ approved: String(approved), question })}`;
	if (execution.getNodeParameter('responseType', 0, 'approval') === 'freeText')
		return link(labels.respond, true);
	const { values } = execution.getNodeParameter('approvalOptions', 0, {}) as {
		values?: { approvalType?: string };
	};
	if (values?.approvalType === 'single') return link(labels.approve, true);
	return `${link(labels.approve, true)}\n\n${link(labels.decline, false)}`;
}
