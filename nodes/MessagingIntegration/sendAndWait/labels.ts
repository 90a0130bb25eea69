import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../shared/plainValues';

/** What n8n's contexts of a node and of a webhook have in common here. */
interface Parameters {
	getNodeParameter(name: string, fallback: IDataObject): unknown;
}

export const DEFAULT_LABELS = {
	approve: '✓ Approve',
	decline: '✗ Decline',
	respond: 'Respond',
	submit: 'Send Response',
};

/** @returns the labels of the links and of the buttons on their pages */
export function buttonLabels(context: Parameters): typeof DEFAULT_LABELS {
	const { values = {} } = context.getNodeParameter('approvalOptions', {}) as {
		values?: IDataObject;
	};
	return {
		approve: textOf(values.approveLabel) ?? DEFAULT_LABELS.approve,
		decline: textOf(values.disapproveLabel) ?? DEFAULT_LABELS.decline,
		respond: DEFAULT_LABELS.respond,
		submit: DEFAULT_LABELS.submit,
	};
}
