/** Returns the element with an ID. */
export const $ = (id) => document.getElementById(id);

/** Creates an element. Text is never parsed as HTML, so that messages cannot inject markup. */
export function element(tag, { text, click, ...attributes } = {}, ...children) {
	const created = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== false) created.setAttribute(name, value);
	}
	if (click !== undefined) created.addEventListener('click', click);
	if (text !== undefined) created.textContent = text;
	created.append(...children);
	return created;
}

/**
 * Shows records as the items of a list, and keeps the scroll position, the focus and the open details. The item of an
 * unchanged record stays, so that a sound goes on playing.
 */
export function fill(list, records, create, emptyText) {
	const { scrollTop } = list;
	const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
	const open = new Set([...list.querySelectorAll('details[open]')].map(({ dataset }) => dataset.id));
	const present = new Map([...list.children].map((item) => [item.dataset.key, item]));
	const items = records.map((record) => {
		const key = JSON.stringify(record);
		const item = present.get(key) ?? create(record);
		item.dataset.key = key;
		return item;
	});
	const tag = list.tagName === 'TBODY' ? ['tr', 'td'] : ['li', 'p'];
	const empty = element(tag[0], {}, element(tag[1], { class: 'empty', text: emptyText, colspan: 5 }));
	list.replaceChildren(...(items.length > 0 ? items : [empty]));
	for (const details of list.querySelectorAll('details')) details.open = open.has(details.dataset.id);
	if (focused !== undefined) list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
	list.scrollTop = scrollTop;
}

/** E.g. 14:05:09 */
export const clock = (milliseconds) => new Date(milliseconds).toLocaleTimeString('en-GB');
