import type { IHookFunctions } from 'n8n-workflow';

/** Writes a warning of a node to n8n's log. */
export function warn(context: Pick<IHookFunctions, 'logger' | 'getNode'>, message: string): void {
	context.logger.warn(message, { node: context.getNode().name });
}
