import { $, element } from './element.js';

/** Shows the dialect, the shape of events and the Field Names that fit them. */
export function showDialect(state) {
	const { dialect, dialects, dialectNotes, eventShapes, fieldNames } = state;
	const preset = showChoice($('dialect'), dialects, state.dialectName);
	$('dialect-note').textContent = `${preset}: ${dialectNotes[preset] ?? 'settings that are not a preset'}.`;
	$('dialect').title = listOf(dialect);
	const shape = showChoice($('events'), eventShapes, state.eventShapeName);
	$('events').title = listOf(dialect.events);
	const { path, names, record } = dialect.events;
	$('shape').textContent = `${shape}: ${path || 'the message itself'} · ${names} · ${record}`;
	const isDefault = Object.keys(fieldNames).length === 0;
	$('field-names').textContent = JSON.stringify(fieldNames, null, 2);
	$('names').querySelector('.note').textContent = isDefault
		? 'The node needs none for this dialect: its defaults fit.'
		: "Paste this into Field Names of the node's credentials, so that the node fits this dialect.";
}

/** Fills a select with presets, and returns the chosen one. */
function showChoice(select, names, chosen) {
	select.replaceChildren(
		...[...names, 'custom'].map((name) => element('option', { value: name, text: name, disabled: name === 'custom' })),
	);
	select.value = chosen ?? 'custom';
	return select.value;
}

function listOf(settings) {
	return Object.entries(settings)
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
		.join('\n');
}
