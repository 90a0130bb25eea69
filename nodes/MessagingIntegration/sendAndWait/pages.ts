/** The pages behind the links of Send and Wait: one to respond, one after it. They work without scripts. */

/** Nothing is loaded, and the form can only be sent to n8n. The pages contain it, too: n8n replaces some headers. */
export const CONTENT_SECURITY_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

const STYLE = `
:root { color-scheme: light dark; --page: #f4f5f7; --card: #fff; --text: #1c2024; --line: #d0d4da; --accent: #0b6e4f; --on-accent: #fff; --warning: #b3261e; --on-warning: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --card: #1f2428; --text: #eceef0; --line: #3c444b; --accent: #3ecf8e; --on-accent: #06231a; --warning: #ff9a92; --on-warning: #3a0906; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 1.25rem; }
p { margin: 0 0 20px; white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: block; margin-bottom: 8px; font-weight: 600; }
textarea { width: 100%; min-height: 8rem; margin-bottom: 20px; padding: 12px; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px; resize: vertical; }
button { width: 100%; min-height: 48px; padding: 12px; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; }
.decline { color: var(--on-warning); background: var(--warning); }
main > :last-child { margin-bottom: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
p.error { margin: 0 0 12px; color: var(--warning); font-weight: 600; }
`;

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function approvalPage(message: string, button: string, isApproval: boolean): string {
	const kind = isApproval ? 'approve' : 'decline';
	return questionPage(message, `<button class="${kind}">${escapeHtml(button)}</button>`);
}

/** @param problem why the last response was not accepted */
export function freeTextPage(message: string, problem?: string): string {
	const error = problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : '';
	return questionPage(
		message,
		`${error}<label for="text">Your response</label>
<textarea id="text" name="text" maxlength="10000" required autofocus></textarea>
<button>Send Response</button>`,
	);
}

function questionPage(message: string, form: string): string {
	return page(
		'Your response is requested',
		`<p>${escapeHtml(message)}</p>\n<form method="post">${form}</form>`,
	);
}

export const RECORDED_PAGE = page(
	'Thank you',
	'<p>Your response was recorded. You can close this page.</p>',
);

export const OUTDATED_PAGE = page(
	'No response needed',
	'<p>This question was answered, or its time is over.</p>',
);

/** If n8n cannot read the node's settings. */
export const UNAVAILABLE_PAGE = page(
	'This link does not work at the moment',
	'<p>Your response was not recorded. Please try again later, or answer in another way.</p>',
);

function page(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
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
