/** The pages behind the link of Send and Wait: one to respond, one after it. They work without scripts. */

import type { FormElement } from './form';
import type { Texts } from './texts';

/** Nothing is loaded, and the form can only be sent to n8n. The pages contain it, too: n8n replaces some headers. */
export const CONTENT_SECURITY_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

const STYLE = `
:root { color-scheme: light dark; --page: #f4f5f7; --card: #fff; --text: #1c2024; --line: #d0d4da; --accent: #0b6e4f; --on-accent: #fff; --warning: #b3261e; --on-warning: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --card: #1f2428; --text: #eceef0; --line: #3c444b; --accent: #3ecf8e; --on-accent: #06231a; --warning: #ff9a92; --on-warning: #3a0906; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 1.25rem; }
p { margin: 0 0 20px; white-space: pre-wrap; }
.element { margin: 0 0 20px; padding: 0; border: 0; min-width: 0; }
.label { display: block; margin-bottom: 8px; padding: 0; font-weight: 600; }
input, select, textarea { width: 100%; min-height: 48px; padding: 12px; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px; }
textarea { min-height: 8rem; resize: vertical; }
.option { display: flex; align-items: center; gap: 12px; min-height: 44px; }
.option input { flex: none; margin: 0; width: 20px; min-height: 20px; accent-color: var(--accent); }
button { width: 100%; min-height: 48px; padding: 12px; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; }
button + button { margin-top: 12px; }
.decline { color: var(--on-warning); background: var(--warning); }
main > :last-child { margin-bottom: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
p.error { margin: 0 0 8px; color: var(--warning); font-weight: 600; }
`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the page to approve or, if `canDecline`, to decline. */
export function approvalPage(texts: Texts, canDecline: boolean): string {
	const button = (kind: 'approve' | 'decline') =>
		`<button class="${kind}" name="approved" value="${kind === 'approve'}">${escapeHtml(texts[kind])}</button>`;
	return questionPage(texts, button('approve') + (canDecline ? button('decline') : ''));
}

/** The page to fill in a form, with the problem of each element at the element. */
export function formPage(texts: Texts, form: FormElement[]): string {
	const elements = form.map((element) => elementHtml(texts, element));
	const button = `<button>${escapeHtml(texts.submit)}</button>`;
	return questionPage(texts, [...elements, button].join('\n'));
}

function elementHtml(texts: Texts, element: FormElement) {
	const { name, label, type, options, isMultiple, isRequired, entered, isRefused } = element;
	const caption = escapeHtml(label) + (isRequired ? ' <span aria-hidden="true">*</span>' : '');
	const problem = texts[options.length > 0 ? 'choice' : 'empty'];
	const error = isRefused ? `<p class="error" role="alert" id="${name}-error">${problem}</p>\n` : '';
	const attributes =
		`name="${name}"` +
		// Browsers cannot require one of several checkboxes.
		(isRequired && !isMultiple ? ' required' : '') +
		(isRefused ? ` aria-invalid="true" aria-describedby="${name}-error"` : '');
	if (isMultiple || type === 'radio') {
		const kind = isMultiple ? 'checkbox' : 'radio';
		const inputs = options.map((option) => {
			const input = `<input type="${kind}" ${attributes} ${valueAttributes(option, entered, 'checked')}>`;
			return `<label class="option">${input}${escapeHtml(option)}</label>`;
		});
		return `<fieldset class="element"><legend class="label">${caption}</legend>
${error}${inputs.join('\n')}</fieldset>`;
	}
	return `<div class="element"><label class="label" for="${name}">${caption}</label>
${error}${controlHtml(element, `id="${name}" ${attributes}`)}</div>`;
}

const valueAttributes = (option: string, entered: string[], mark: string): string =>
	`value="${escapeHtml(option)}"${entered.includes(option) ? ` ${mark}` : ''}`;

function controlHtml({ type, options, placeholder, entered }: FormElement, attributes: string): string {
	const value = escapeHtml(entered[0] ?? '');
	if (type === 'dropdown') {
		const choices = options.map(
			(option) => `<option ${valueAttributes(option, entered, 'selected')}>${escapeHtml(option)}</option>`,
		);
		return `<select ${attributes}><option value=""></option>${choices.join('')}</select>`;
	}
	const hint = placeholder && ` placeholder="${escapeHtml(placeholder)}"`;
	// The HTML parser drops a line break right after the tag.
	if (type === 'textarea') return `<textarea ${attributes}${hint}>\n${value}</textarea>`;
	const step = type === 'number' ? ' step="any"' : '';
	return `<input type="${type}" ${attributes}${hint}${step} value="${value}">`;
}

function questionPage(texts: Texts, form: string): string {
	const intro = texts.description && `<p>${escapeHtml(texts.description)}</p>\n`;
	// n8n accepts a custom form in no other format.
	const format = 'method="post" enctype="multipart/form-data"';
	return page(texts, texts.title, `${intro}<form ${format}>${form}</form>`);
}

/** Returns a page without a form: after a response, or if none is possible. @param pageName the key of its texts */
export const textPage = (texts: Texts, pageName: 'recorded' | 'outdated' | 'unavailable'): string =>
	page(texts, texts[`${pageName}Title`], `<p>${escapeHtml(texts[pageName])}</p>`);

function page({ lang }: Texts, title: string, content: string): string {
	return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
