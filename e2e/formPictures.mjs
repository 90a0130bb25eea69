import { join } from 'node:path';
import { Editor } from './browser.mjs';
import { createFormsWorkflow, formsOf } from './forms.mjs';
import { nodeType } from './package.mjs';

/** Takes one screenshot per resource: the forms of all its operations side by side, with all collections open. */
export async function takeFormPictures({ browser, demo, folder, step }) {
	const forms = formsOf(await demo.api.nodeType(nodeType));
	const workflow = await createFormsWorkflow({ ...demo, nodeType, forms });
	// High enough that no form scrolls.
	const editor = await Editor.open(browser, demo.n8n, { width: 1440, height: 2400 });
	await editor.openWorkflow(workflow.id);
	for (const resource of new Set(forms.map((form) => form.resource))) {
		step(`The forms of ${resource}`);
		const pictures = [];
		for (const { title } of forms.filter((form) => form.resource === resource)) {
			await editor.openNode(title);
			pictures.push({ title, png: await editor.form().screenshot({ animations: 'disabled' }) });
			await editor.closeNode();
		}
		await editor.pin(pictures, join(folder, `forms-${resource}.png`));
	}
	await editor.close();
}
