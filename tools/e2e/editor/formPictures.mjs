// Screenshots of all forms of the node.
import { join } from 'node:path';
import { nodeType } from '../n8n/package.mjs';
import { Editor } from './editor.mjs';
import { createFormsWorkflow, listForms } from './forms.mjs';

/**
 * Takes one screenshot per resource of a running demo: the forms of all its operations side by side, with all
 * collections open. Throws if a form does not open.
 */
export async function takeFormPictures({ browser, demo, folder, step }) {
	const forms = listForms(await demo.api.findNodeType(nodeType));
	const workflow = await createFormsWorkflow(demo, forms);
	// High enough that no form scrolls.
	const editor = await Editor.open(browser, demo.n8n, { width: 1440, height: 3200 });
	await editor.openWorkflow(workflow.id);
	for (const resource of new Set(forms.map((form) => form.resource))) {
		step(`The forms of ${resource}`);
		const pictures = [];
		for (const { title } of forms.filter((form) => form.resource === resource)) {
			await editor.openNode(title);
			pictures.push({
				title,
				png: await editor.locateForm().screenshot({ animations: 'disabled' }),
			});
			await editor.closeNode();
		}
		await editor.combine(pictures, join(folder, `forms-${resource}.png`));
	}
	await editor.close();
}
