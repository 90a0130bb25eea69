// Screenshots of the templates on the canvas.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/run.mjs';
import { packageName } from '../n8n/package.mjs';
import { Editor } from './editor.mjs';

/** Credentials for the nodes of other services, which would otherwise show that they have none. */
const credentialTypes = {
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.formTrigger': 'httpBasicAuth',
	'n8n-nodes-base.googleCalendar': 'googleCalendarOAuth2Api',
	'n8n-nodes-base.googleCalendarTool': 'googleCalendarOAuth2Api',
	'n8n-nodes-base.googleSheets': 'googleSheetsOAuth2Api',
	'n8n-nodes-base.webhook': 'httpHeaderAuth',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'@n8n/n8n-nodes-langchain.openAi': 'openAiApi',
};

const folderOfTemplates = join(projectRoot, 'examples');

/** Takes one screenshot per template of examples/ in a running demo. Throws if a canvas does not open. */
export async function takeTemplatePictures({ browser, demo, folder: parent, step }) {
	const folder = join(parent, 'templates');
	await mkdir(folder, { recursive: true });
	for (const file of (await readdir(folderOfTemplates)).filter((name) => name.endsWith('.json'))) {
		step(`The template ${file}`);
		const template = JSON.parse(await readFile(join(folderOfTemplates, file), 'utf8'));
		const nodes = await Promise.all(template.nodes.map(async (node) => await complete(demo, node)));
		const { id } = await demo.api.createWorkflow({ ...template, nodes });
		const editor = await Editor.open(browser, demo.n8n, sizeOf(nodes));
		await editor.openWorkflow(id);
		await editor.page.keyboard.press('1');
		await editor.settle();
		await editor.screenshotCanvas(join(folder, file.replace('.json', '.png')));
		await editor.close();
	}
}

/** Returns a node with credentials, and with a value for what is chosen from a list. */
async function complete({ api, credential, workflow }, node) {
	const parameters = Object.fromEntries(
		Object.entries(node.parameters).map(([name, value]) => [
			name,
			value?.__rl && value.value === '' ? { ...value, value: 'example', cachedResultName: 'Example' } : value,
		]),
	);
	if (node.type.startsWith(packageName))
		return { ...node, parameters, credentials: { messagingIntegrationApi: credential } };
	if (node.type === 'n8n-nodes-base.executeWorkflow') {
		// n8n marks a workflow that does not exist.
		const workflowId = { ...parameters.workflowId, value: workflow.id };
		return { ...node, parameters: { ...parameters, workflowId } };
	}
	const type = credentialTypes[node.type];
	if (type === undefined) return node;
	const saved = await api.saveCredential({ name: 'Example', type, data: {} });
	return { ...node, parameters, credentials: { [type]: saved } };
}

/** Returns the size of a window that shows all nodes without scaling them down, with n8n's panels around. */
function sizeOf(nodes) {
	const extent = (axis, size) => {
		const from = nodes.map(({ position }) => position[axis]);
		const to = nodes.map(({ position, parameters }) => position[axis] + (parameters[size] ?? 200));
		return Math.max(...to) - Math.min(...from);
	};
	return { width: extent(0, 'width') + 400, height: extent(1, 'height') + 300 };
}
