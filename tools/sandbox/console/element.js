/** Returns the element with an ID. */
export const $ = (id) => document.getElementById(id);

/** Creates an element. Text is never parsed as HTML, so that messages cannot inject markup. */
export function element(tag, { text, on = {}, ...attributes } = {}, ...children) {
	const created = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== false) created.setAttribute(name, value === true ? '' : value);
	}
	for (const [event, listener] of Object.entries(on)) created.addEventListener(event, listener);
	if (text !== undefined) created.textContent = text;
	created.append(...children);
	return created;
}

/** Replaces the items of a list, and keeps the scroll position, the focus and the open details. */
export function fill(list, items, emptyText) {
	const { scrollTop } = list;
	const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
	const open = new Set([...list.querySelectorAll('details[open]')].map((each) => each.dataset.id));
	const empty = element(
		list.tagName === 'TBODY' ? 'tr' : 'li',
		{},
		element(list.tagName === 'TBODY' ? 'td' : 'p', {
			class: 'empty',
			text: emptyText,
			colspan: list.tagName === 'TBODY' ? '6' : undefined,
		}),
	);
	replaceChanged(list, items.length > 0 ? items : [empty]);
	for (const details of list.querySelectorAll('details')) details.open = open.has(details.dataset.id);
	if (focused !== undefined) list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
	list.scrollTop = scrollTop;
}

/** Leaves elements that stay where they are, so that a sound goes on playing. */
function replaceChanged(list, items) {
	const kept = new Set(items);
	for (const child of [...list.children]) if (!kept.has(child)) child.remove();
	items.forEach((item, index) => {
		if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
	});
}

/** E.g. 14:05:09 */
export function clock(milliseconds) {
	return new Date(milliseconds).toLocaleTimeString('en-GB', {
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
		hour12: false,
	});
}

/** E.g. 5 Jan, 14:05 */
export function dayAndClock(milliseconds) {
	return new Date(milliseconds).toLocaleString('en-GB', {
		day: 'numeric',
		month: 'short',
		hour: '2-digit',
		minute: '2-digit',
		hour12: false,
	});
}
