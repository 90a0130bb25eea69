import type { Fields } from '../messages/fieldPath';
import type { EventShape } from '../types/dialect';

/** What an event has besides its record. */
export interface EventFacts {
	event: string;
	instanceId: string;
	/** Of the delivery. */
	id: string;
	/** In seconds. */
	timestamp: number;
}

/**
 * Returns the body of a delivery.
 *
 * @param record of a message, or of an instance if `isMessage` is false
 */
export function eventBody({ path, names }: EventShape, facts: EventFacts, record: Fields, isMessage: boolean): unknown {
	// An instance is not called a message.
	const way = isMessage ? path : path.replace(/\bmessages?\b/gi, 'instance');
	return rename(wrap(way === '' ? [] : way.split('.'), record, facts), names);
}

function wrap([segment, ...rest]: string[], record: Fields, facts: EventFacts): unknown {
	if (segment === undefined) return record;
	const beside = segment.split('+');
	const [name = '', ...lists] = beside.pop()!.split('[]');
	const inner = lists.reduce<unknown>((value) => [value], wrap(rest, record, facts));
	const fields = Object.fromEntries(beside.map((each) => [each, factOf(each, facts)]));
	if (name !== '') return { ...fields, [name]: inner };
	return beside.length === 0 ? inner : { ...fields, ...(inner as Fields) };
}

/** Returns the value of a field beside the record, by its name. */
function factOf(name: string, { event, instanceId, id, timestamp }: EventFacts): unknown {
	if (['event', 'type', 'action', 'what'].includes(name)) return event;
	if (['success', 'ok'].includes(name)) return true;
	if (['instanceId', 'instance', 'session'].includes(name)) return instanceId;
	if (['id', 'eventId'].includes(name)) return id;
	if (['timestamp', 'time'].includes(name)) return timestamp;
	return 'message content';
}

/** Rewrites the names of all fields, at any depth. */
function rename(value: unknown, names: EventShape['names']): unknown {
	if (names === 'camelCase' || typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((each) => rename(each, names));
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [styles[names](name), rename(each, names)]));
}

const styles: Record<EventShape['names'], (name: string) => string> = {
	camelCase: (name) => name,
	snake_case: (name) => separated(name, '_'),
	'kebab-case': (name) => separated(name, '-'),
	PascalCase: (name) => name.charAt(0).toUpperCase() + name.slice(1),
};

function separated(name: string, separator: string): string {
	return name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => separator + letter.toLowerCase());
}
