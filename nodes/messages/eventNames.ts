import { isSpecial, typeOfWord } from './fields/content';
import { type Said, valuesOf } from './fields/fields';
import { plainWord } from './kinds';

/**
 * The names of an event from inside to outside; its `type`, unless that is the type of a message; then those of lists
 * and wrappers.
 */
export function eventNamesOf(places: Said[], path: string[]): string[] {
	const valuesIn = (role: 'event' | 'eventIfNone' | 'name' | 'type' | 'change' | 'subject') =>
		places.flatMap((said) => valuesOf(said, role)).filter(isName);
	const isEvent = (name: string) => isNoType(name) || isSpecial(name);
	const typeWords = valuesIn('type');
	// Other fields may have the name of the event, if none is called so.
	const spare = () => [
		...valuesIn('eventIfNone').filter((name) => isOfMessage(name)),
		...valuesIn('name').filter((name) => EVENT_NAME.test(name)),
	];
	const called = valuesIn('event');
	const events = (called.length > 0 ? called : spare()).filter(isEvent);
	const types = typeWords.filter((name) => isEvent(name) && !/^(group|list)$/i.test(name));
	const actions = [...events, ...types, ...valuesIn('change')];
	return [...events, ...types, ...path, ...changesIn(actions, valuesIn('subject'))];
}

/** The name of an event, where it is called only a name. */
const EVENT_NAME = /^(message|msg|mensage|instance|session|connection)[\w-]*[.:][\w.:-]+$/i;

/** What was changed, and how, may be in fields of their own: `{ resource: 'contact', action: 'deleted' }`. */
function changesIn(actions: string[], subjects: string[]): string[] {
	const changes = actions.filter((name) => CHANGE.test(plainWord(name)));
	const ofMessage = subjects.filter(isOfMessage);
	const changed = [...actions, ...ofMessage].some(isOfMessage) ? ['message'] : subjects;
	return [...ofMessage, ...changed.flatMap((subject) => changes.map((change) => `${subject}.${change}`))];
}

/** A word for a change of what another name says, or of what the event contains. */
const CHANGE =
	/^(created?|insert(ed)?|added?|upsert(ed)?|updated?|modif(y|ied)|changed?|edit(ed)?|deleted?|removed?|alter(ed)?)$/;

const isOfMessage = (name: string): boolean => /message|msg/.test(plainWord(name));

const isName = (value: unknown): value is string => typeof value === 'string' && !/\/(?!vnd)/.test(value);
const isNoType = (name: string) => typeOfWord(name) === undefined;
