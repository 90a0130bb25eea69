// Send and Wait for Response: a message with a link, and the page behind it.

import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	tryToParseDateTime,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isObject } from '../../shared/values';
import { clocks } from '../../transport/clock';
import { requireReachable } from '../../transport/credentials/credentials';
import { runItems } from '../run/run';
import type { Task } from '../run/item';
import type { ItemContext } from '../input/field';
import { messageBody } from '../input/body';
import { messageText } from '../input/readers';
import { sendAndWaitOperation } from './operation';
import { readForm } from './form';
import { textsFor } from './texts';

/** Sends a message for the first item, and puts the execution to wait. If nobody responds, the output says so. */
export async function sendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const url = this.getSignedResumeUrl();
	let until = WAIT_INDEFINITELY;
	const question: Task = {
		build: async (context) => {
			until = waitUntil(context, clocks.current.now());
			const fieldOf = sendAndWaitOperation.fieldsOf(context);
			for (const name of pageFields(context)) fieldOf(name).requireEvaluated();
			if (context.getNodeParameter('responseType', 'approval') === 'customForm') readForm(context);
			requireReachable(url, await context.credentials(), 'recipient');
			const text = messageText(fieldOf('message'));
			// The link differs in each execution, and a retry compares the request before it is complete.
			const lateValues = async () => ({ text: `${text}\n\n${link(context, this)}` });
			const { body, message, complete } = await messageBody(fieldOf, 'text', { text }, { lateValues });
			const request = { method: 'POST', path: '/messages' } as const;
			return {
				request: { ...request, body },
				message,
				complete: async () => ({ ...request, body: await complete?.() }),
			};
		},
		returns: async ({ request, send }) => {
			await send(request);
			return [];
		},
	};
	const failed = await runItems(this, question, 1);
	if (failed.length > 0) return [failed];
	markTimedOut(this);
	await this.putExecutionToWait(until);
	const oneMessageHint = 'The message was sent once, for the first item. To ask once per item, use Loop Over Items.';
	if (this.getInputData().length > 1) this.addExecutionHints?.({ message: oneMessageHint, location: 'outputPane' });
	const timeoutHint =
		'If nobody responds in time, the workflow continues with data.timedOut = true. Only data.approved = true is a yes: check it with an If node.';
	if (until !== WAIT_INDEFINITELY) this.addExecutionHints?.({ message: timeoutHint, location: 'outputPane' });
	return [this.getInputData()];
}

/** n8n passes on the input of the node when the time runs out, and does not run the node again. */
function markTimedOut(execution: IExecuteFunctions): void {
	const executeData = execution.getExecuteData();
	const isApproval = execution.getNodeParameter('responseType', 0, 'approval') === 'approval';
	const answer = { ...(isApproval && { approved: false }), timedOut: true };
	const items = execution.getInputData().map((item) => {
		// Expressions of the page may still read the fields of the item.
		const data = isObject(item.json.data) ? { ...item.json.data, ...answer } : answer;
		return { ...item, json: { ...item.json, data } as IDataObject };
	});
	executeData.data = { ...executeData.data, main: [items] };
}

/** The fields with texts of the page. */
function pageFields(context: ItemContext): string[] {
	const form = context.getNodeParameter('defineForm', 'fields') === 'json' ? 'jsonOutput' : 'formFields';
	const byType: Record<string, string> = { approval: 'approvalOptions', customForm: form };
	const field = byType[String(context.getNodeParameter('responseType', 'approval'))];
	return field === undefined ? ['options'] : ['options', field];
}

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Reads the option `limitWaitTime`, which has the format of n8n's own nodes. */
function waitUntil(context: ItemContext, now: number): Date {
	const { limitWaitTime } = context.getNodeParameter('options', {}) as { limitWaitTime?: { values?: IDataObject } };
	if (limitWaitTime?.values === undefined) return WAIT_INDEFINITELY;
	const { limitType, maxDateAndTime, resumeAmount, resumeUnit } = limitWaitTime.values;
	const duration = Number(resumeAmount) * (UNIT_MS[String(resumeUnit)] ?? NaN);
	const until = limitType === 'atSpecifiedTime' ? timeIn(context.getTimezone(), maxDateAndTime) : now + duration;
	if (until > now) return new Date(until);
	throw new UserError(
		'The limit of the wait time is invalid',
		'Enter an amount above 0 and a unit, or a date and time in the future, under Limit Wait Time.',
	);
}

/** Reads a date in ms; one without an offset is in the time zone of the workflow. @returns NaN for anything else */
function timeIn(zone: string, date: unknown): number {
	try {
		return tryToParseDateTime(date, zone).toMillis();
	} catch {
		return NaN;
	}
}

/** Numbers a node's questions in an execution. n8n signs one URL for all: an earlier link would answer a later one. */
function nextQuestion(execution: IExecuteFunctions): string {
	// n8n keeps this object with the execution, also across restarts.
	const context = execution.getContext('node');
	context.question = Number(context.question ?? 0) + 1;
	return String(context.question);
}

/** The link of the message after its label. The message knows no browser, so without a set language it is English. */
function link(context: ItemContext, execution: IExecuteFunctions): string {
	// Before n8n 2.40, links were only verified if a node asked for it.
	(execution as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();
	const url = execution.getSignedResumeUrl({ question: nextQuestion(execution) });
	return `${textsFor(context).respond}: ${url}`;
}
