import type { NodeParameterValueType } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { changedCase } from './cases';
import { runNode, type RunResult, type RunSettings } from '../../support/engine';
import { idsOf } from '../../support/ids';
import { credentialsFor } from '../../support/setUpSandbox';

export type Changes = Record<string, NodeParameterValueType>;

/** Runs the first case of an operation at a sandbox, with some of its parameters changed. */
export async function runCase(
	sandbox: Sandbox,
	name: string,
	changes: Changes = {},
	more: Partial<RunSettings> = {},
): Promise<RunResult> {
	const parameters = changedCase(idsOf(sandbox), name, changes);
	return await runNode({ credentials: credentialsFor(sandbox), parameters, ...more });
}
