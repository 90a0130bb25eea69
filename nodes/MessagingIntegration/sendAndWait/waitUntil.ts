import {
	type IDataObject,
	type IExecuteFunctions,
	NodeOperationError,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/**
 * Reads the option `limitWaitTime`, which has the format of n8n's own nodes.
 *
 * @param now ms
 * @returns until when the execution waits
 * @throws NodeOperationError if the limit is invalid
 */
export function waitUntil(context: IExecuteFunctions, now: number): Date {
	const { limitWaitTime } = context.getNodeParameter('options', 0, {}) as {
		limitWaitTime?: { values?: IDataObject };
	};
	const limit = limitWaitTime?.values;
	if (limit === undefined) return WAIT_INDEFINITELY;
	const until =
		limit.limitType === 'atSpecifiedTime'
			? new Date(String(limit.maxDateAndTime))
			: new Date(
					now +
						Number(limit.resumeAmount ?? 1) * (UNIT_MS[String(limit.resumeUnit ?? 'hours')] ?? NaN),
				);
	if (!Number.isNaN(until.getTime())) return until;
	throw new NodeOperationError(context.getNode(), 'The limit of the wait time is invalid', {
		description: 'Enter an amount and a unit, or a date and time, under Limit Wait Time.',
		itemIndex: 0,
	});
}
