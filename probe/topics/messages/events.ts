import { put } from '../../evidence/paths';
import { eventNames, type EventParts, eventShape, likelyParts, ownParts } from '../../evidence/event';
import type { Names } from '../../names/fieldNames';
import type { Answer, Asking, Finding, Known, Question } from '../../question/question';
import { recordOf } from '../../question/shape';
import { MAX_MESSAGES } from './conversation';
import { messageId } from '../../question/account';
import { ownWebhook, remove } from '../webhooks';
import { connected } from '../lists';

const PATH = '/webhooks';
/** How often the probe looks for a delivery, once a second. */
const LOOKS = 10;

/** Waits for a delivery after the first ones. A harmless read passes the time. */
function* wait({ receiver }: Known, count: number): Asking<boolean> {
	for (let n = 0; n < LOOKS && receiver!.deliveries.length <= count; n += 1)
		yield { path: PATH, afterMs: n === 0 ? 0 : 1_000 };
	return receiver!.deliveries.length > count;
}

/** Sends a text with the names that are proved, and returns its event if it arrives. */
function* sendOwn(known: Known, mark: string): Asking<EventParts | undefined> {
	const { sent, sendTo, receiver, names, sentCount } = known;
	if (sent === undefined || sendTo === undefined || sentCount >= MAX_MESSAGES) return undefined;
	const body = {};
	const values = {
		instance: connected(known)?.id,
		recipient: `${sendTo}${sent.suffix}`,
		type: sent.type,
		text: `This tests the event of an own message. ${mark}`,
	};
	const paths = { ...sent.paths, text: names['message.text'] };
	for (const [part, value] of Object.entries(values)) {
		const path = paths[part as keyof typeof paths];
		if (path !== undefined && value !== undefined) put(body, path, value);
	}
	const answer: Answer = yield { method: 'POST', path: '/messages', body };
	if (answer.ok || answer.isUnsure) known.sentCount += 1;
	const id = String(messageId(recordOf(answer.body), known) ?? '');
	let seen = 0;
	while (answer.ok && (yield* wait(known, seen))) {
		for (const event of receiver!.deliveries.slice(seen)) {
			const { instance, type } = values;
			const own = { mark, id, number: sendTo, instance: text(instance), type };
			const parts = ownParts(event, own);
			if (parts !== undefined) return parts;
		}
		seen = receiver!.deliveries.length;
	}
	return undefined;
}

/** Asks for a test event and, with a number, for that of an own message. */
function* receive(known: Known, id: string): Asking {
	const { receiver } = known;
	const test: Answer = yield { method: 'POST', path: `${PATH}/${encodeURIComponent(id)}/test` };
	const isReceived = yield* wait(known, 0);
	const events = [...receiver!.deliveries];
	const own = yield* sendOwn(known, `(${known.mark}-event)`);
	if (!isReceived && own === undefined)
		return test.ok
			? 'The service confirmed the test event, but it did not arrive with the headers of the webhook. Check that the URL leads to the probe.'
			: test.reason;
	return findingOf(events, own);
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function findingOf(events: unknown[], own: EventParts | undefined): Finding {
	const [first] = events;
	const shown = likelyParts(first);
	const list = (parts: EventParts) =>
		Object.entries(parts)
			.map(([part, path]) => `${part} ${path === undefined ? 'not found' : `\`${path}\``}`)
			.join(', ');
	const names: Names = own === undefined ? {} : eventNames(own);
	const likely = own === undefined ? eventNames(shown) : {};
	// One true value proves nothing: the test event must have the opposite.
	const { 'event.fromMe': fromMe, 'event.type': type, ...proved } = names;
	// Another field may have the same word.
	if (type !== undefined) likely['event.type'] = type;
	if (fromMe !== undefined && shown.fromMe !== own?.fromMe) likely['event.fromMe'] = fromMe;
	else if (fromMe !== undefined) proved['event.fromMe'] = fromMe;
	// With names of the others only, a workflow that replies might answer itself.
	if (proved['event.fromMe'] === undefined) {
		Object.assign(likely, proved);
		for (const name of Object.keys(proved)) delete (proved as Names)[name];
	}
	return {
		answer: [
			`Deliveries after the request for a test event: ${events.length}.`,
			...(events.length > 0 ? [`- Names: ${eventShape(first).join(', ')}`, `- Looks like: ${list(shown)}`] : []),
			own === undefined
				? '- No event of an own message was received, so no name is proved.'
				: `- The event of an own message: ${list(own)}`,
		].join('\n'),
		names: proved,
		likely,
	};
}

export const eventQuestion: Question = {
	ids: ['6-payload'],
	title: 'Names in a delivered event',
	needs: 'delivery',
	does: 'Creates an active webhook with your URL, asks for a test event, with --send-to also sends one text to your own number, and deletes the webhook again',
	undo: 'delete the webhook in the dashboard, if the probe says that it remains',
	*ask(known) {
		const { receiver, webhooks, mark } = known;
		if (webhooks === undefined) return 'The list of webhooks could not be read.';
		const url = new URL(receiver!.url);
		url.searchParams.set('probe', `${mark}-event`);
		// All events that the account uses: the probe does not know which one a sent message has.
		const events = [...new Set(webhooks.flatMap((each) => each.events ?? []))];
		const body = {
			url: url.href,
			...(events.length > 0 ? { events } : {}),
			headers: receiver!.headers,
			retryOnFailure: false,
			isActive: true,
		};
		const answer: Answer = yield { method: 'POST', path: PATH, body };
		const listed = yield* ownWebhook({ ...known, mark: `${mark}-event` });
		if (!answer.ok && listed === undefined) return answer.reason;
		const record = recordOf(answer.body);
		const found = listed !== undefined && listed !== 'unreadable' ? listed : {};
		// Never by an ID alone: it might be another webhook's.
		const id = found.id ?? (record.url === url.href ? record.id : undefined);
		const isKnown = typeof id === 'string' || typeof id === 'number';
		let finding: Finding | string = 'The ID of the webhook is not known.';
		try {
			if (isKnown) finding = yield* receive(known, String(id));
		} catch {
			finding = 'The event has a form that the probe cannot read.';
		}
		yield* remove({ ...known, mark: `${mark}-event` }, url.href, id, 'An active');
		return finding;
	},
};
