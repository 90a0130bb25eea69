// The templates of examples/, published as users do it, with webhooks that start them.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/run.mjs';
import { nodeType, triggerType } from '../../n8n/package.mjs';
import { locator, webhookNode } from '../../n8n/workflows.mjs';
import { findInstance, publish } from './workflows.mjs';

/** Reads a template of examples/. `settings` replace values in its node Settings. */
export function readTemplate(file, settings = {}) {
	const template = JSON.parse(readFileSync(join(projectRoot, 'examples', file), 'utf8'));
	const assignments = findNode(template, 'Settings')?.parameters.assignments.assignments;
	for (const [name, value] of Object.entries(settings)) assignments.find((each) => each.name === name).value = value;
	return template;
}

/** Returns a node of a workflow. */
export function findNode({ nodes }, name) {
	return nodes.find((each) => each.name === name);
}

/**
 * Publishes a template. Webhooks replace the manual trigger and the schedule, `replace` replaces the nodes with these
 * names, and `credentials` are chosen by the type of the node. Chooses an instance where the template has none. Returns
 * its `id`, the `starts` by name, its own webhooks as `urls` and its `forms`, and the path of its trigger.
 */
export async function publishTemplate(demo, template, { replace = {}, credentials = {} } = {}) {
	const instanceId = await findInstance(demo);
	const published = { instanceId, starts: {}, urls: {}, forms: {} };
	const nodes = template.nodes.map((original) => {
		const node = { ...original, ...replace[original.name] };
		const { name, type, position } = node;
		if (/manualTrigger|scheduleTrigger/.test(type)) {
			const webhook = { ...webhookNode(name), position };
			published.starts[name] = `${demo.n8n.url}/webhook/${webhook.webhookId}`;
			return webhook;
		}
		if (credentials[type]) node.credentials = credentials[type];
		if (/\.(webhook|formTrigger)$/.test(type)) node.webhookId = randomUUID();
		if (type === 'n8n-nodes-base.webhook') published.urls[name] = `${demo.n8n.url}/webhook/${node.parameters.path}`;
		if (type === 'n8n-nodes-base.formTrigger') published.forms[name] = `${demo.n8n.url}/form/${node.webhookId}`;
		if (![nodeType, triggerType].includes(type)) return node;
		node.credentials = { messagingIntegrationApi: demo.credential };
		if (type === triggerType) node.webhookId = randomUUID();
		else if (node.parameters.instanceId?.value === '') node.parameters.instanceId = locator(instanceId, 'list');
		return node;
	});
	const { id, triggerPaths } = await publish(demo, { ...template, nodes });
	return { ...published, id, triggerPath: triggerPaths[0] };
}
