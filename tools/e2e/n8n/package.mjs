// The package in n8n: the names of its types, and its installation.
import { join } from 'node:path';
import { packAndUnpack } from '../../scripts/build.mjs';

export const packageName = 'n8n-nodes-messaging-integration';
export const nodeType = `${packageName}.messagingIntegration`;
export const triggerType = `${packageName}.messagingIntegrationTrigger`;
export const credentialType = 'messagingIntegrationApi';

/** Returns the folder in which n8n looks for this community package. */
export function packageFolder(userFolder) {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
}

/**
 * Installs the packed package, built in the project or in another folder, into n8n's user folder. Throws if packing
 * fails.
 */
export async function installPackage(userFolder, source) {
	await packAndUnpack(packageFolder(userFolder), source);
}
