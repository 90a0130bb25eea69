import { type EventFacts, eventBody } from '../../../tools/sandbox/events/eventBody';
import { dialectOf } from '../../../tools/sandbox/settings/dialects';
import { eventShapeOf } from '../../../tools/sandbox/settings/eventShapes';

const facts: EventFacts = { event: 'message', instanceId: 'i', id: 'e', timestamp: 5 };
test('a list can be the body, also of lists', () => {
	const body = (path: string) => eventBody(eventShapeOf({ path }), facts, { id: 1 }, true);
	expect(body('')).toEqual({ id: 1 });
	expect(body('[]')).toEqual([{ id: 1 }]);
	expect(body('[][].event+')).toEqual([[{ event: 'message', id: 1 }]]);
	expect(body('id+type+data[]')).toEqual({ id: 'e', type: 'message', data: [{ id: 1 }] });
});

test('what is not a message is not called one', () => {
	const { path } = eventShapeOf('entry');
	const body = eventBody(eventShapeOf({ path }), facts, { status: 'error' }, false);
	expect(body).toMatchObject({ entry: [{ changes: [{ value: { instance: [{ status: 'error' }] } }] }] });
});

test.each(['.', 'a..b', 'a+[]', '__proto__', 'a.__proto__.b', '[]a', 'a b', 'constructor.'])(
	'the path %j of events is rejected',
	(path) => expect(() => dialectOf({ events: { path } })).toThrow('events.path: Must be names'),
);

test('an unknown shape of events, and an unknown part, are rejected', () => {
	expect(() => dialectOf({ events: 'klingon' as 'raw' })).toThrow('events');
	expect(() => dialectOf({ events: { color: 'red' } as object })).toThrow('color');
});
