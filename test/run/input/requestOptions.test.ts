import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { readOptions } from '../../../nodes/MessagingIntegration/run/options';
import { useInstantClock } from '../../support/instantClock';
import { expectAnswers } from '../../support/project';

useInstantClock();

test('the options of the node and the Request Options of n8n say how a request is sent, or why they are invalid', async () => {
	await expectAnswers('run/input/requestOptions.txt', (method = '', options = '', requestOptions = '') => {
		const parameters: IDataObject = { options: JSON.parse(options), requestOptions: JSON.parse(requestOptions) };
		const context = {
			getNodeParameter: (name: string) => parameters[name],
			getExecutionCancelSignal: () => undefined,
		} as unknown as IExecuteSingleFunctions;
		try {
			return JSON.stringify(readOptions(context, method));
		} catch (error) {
			return `${(error as Error).message}. ${(error as { description?: string }).description}`;
		}
	});
});
