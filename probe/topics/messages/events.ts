import { valuesAt } from '../../../nodes/messages/keys';
import { directionOf } from '../../../nodes/messages/parts';
import { put } from '../../evidence/paths';
import { eventNames, type EventParts, eventShape, likelyParts, type OwnParts, ownParts } from '../../evidence/event';
import type { Plan } from '../../evidence/part';
import type { Names } from '../../names/fieldNames';
import type { Answer, Asking, Finding, Known, Question } from '../../question/question';
import { recordOf } from '../../question/shape';
import { MAX_MESSAGES } from './conversation';
import { idsIn, messageId } from '../../question/account';
import { find } from './found';
import { ownWebhook, remove } from '../webhooks';
import { connected } from '../lists';

const PATH = '/webhooks';
/** How often the probe looks for a delivery, once a second. */
const LOOKS = 10;

type OwnEvent = OwnParts & { event: unknown };

/** Waits for a delivery after the first ones. A harmless read passes the time. */
function* wait({ receiver }: Known, count: number): Asking<boolean> {
	for (let n = 0; n < LOOKS && receiver!.deliveries.length <= count; n += 1)
		yield { path: PATH, afterMs: n === 0 ? 0 : 1_000 };
	return receiver!.deliveries.length > count;
}

/** Sends a text with the names that are proved, and returns its event; or why there is none. */
function* sendOwn(known: Known, mark: string): Asking<OwnEvent | string> {
	const { sent, sendTo, receiver, names, sentCount } = known;
	if (sendTo === undefined) return 'no own message was sent, because that needs `--send-to`.';
	if (sent === undefined) return 'no own message was sent, because the body of a text is not known.';
	if (sentCount >= MAX_MESSAGES) return `no own message was sent, because the probe had sent ${MAX_MESSAGES} before.`;
	const plan: Plan = { paths: {}, chosen: {}, body: {} };
	const values = {
		instance: connected(known)?.id,
		recipient: `${sendTo}${sent.suffix}`,
		type: sent.type,
		text: `This tests the event of an own message. ${mark}`,
	};
	const paths = { ...sent.paths, text: names['message.text'] };
	for (const [part, value] of Object.entries(values)) {
		const path = paths[part as keyof typeof paths];
		if (path !== undefined && value !== undefined) put(plan.body, path, value);
	}
	const answer: Answer = yield { method: 'POST', path: '/messages', body: plan.body };
	if (answer.ok || answer.isUnsure) known.sentCount += 1;
	if (!answer.ok) return `the own message failed. ${answer.reason}`;
	const own = { mark, ids: idsIn(answer, known), number: sendTo, instance: text(values.instance), type: values.type };
	let seen = 0;
	while (yield* wait(known, seen)) {
		for (const event of receiver!.deliveries.slice(seen)) {
			const read = ownParts(event, own);
			if (read === undefined) continue;
			if (read.parts.id !== undefined) return { ...read, event };
			// The response may not have the ID by which the service knows its message.
			const found = yield* find(known, [{ plan, mark, answer }], () => true);
			const ids = found === undefined ? [] : [messageId(found.message, known)].filter(isText);
			return { ...ownParts(event, { ...own, ids })!, event };
		}
		seen = receiver!.deliveries.length;
	}
	return 'no event of an own message was received.';
}

/** Asks for a test event and, with a number, for that of an own message. */
function* receive(known: Known, id: string): Asking {
	const { receiver } = known;
	const test: Answer = yield { method: 'POST', path: `${PATH}/${encodeURIComponent(id)}/test` };
	const isReceived = yield* wait(known, 0);
	const events = [...receiver!.deliveries];
	const own = yield* sendOwn(known, `(${known.mark}-event)`);
	if (!isReceived && typeof own === 'string')
		return test.ok
			? 'The service confirmed the test event, but it did not arrive with the headers of the webhook. Check that the URL leads to the probe.'
			: test.reason;
	return findingOf(events, own);
}

const isText = (value: unknown) => typeof value === 'string';
const text = (value: unknown) => (isText(value) ? value : undefined);

function findingOf(events: unknown[], own: OwnEvent | string): Finding {
	const [first] = events;
	const shown = likelyParts(first);
	const list = (parts: EventParts) =>
		Object.entries(parts)
			.map(([part, path]) => `${part} ${path === undefined ? 'not found' : `\`${path}\``}`)
			.join(', ');
	const settled = typeof own === 'string' ? undefined : settleOwn(own, first);
	return {
		answer: [
			`Deliveries after the request for a test event: ${events.length}.`,
			...(events.length > 0 ? [`- Names: ${eventShape(first).join(', ')}`, `- Looks like: ${list(shown)}`] : []),
			typeof own === 'string'
				? `- No name is proved: ${own}`
				: `- The event of an own message: ${list(own.parts)}. ${settled!.said}`,
		].join('\n'),
		names: settled?.names ?? {},
		likely: settled?.likely ?? eventNames(shown, first),
	};
}

/** Which names the event of an own message proves. @param other the event of a test */
function settleOwn({ parts, proved, event }: OwnEvent, other: unknown) {
	const names: Names = {};
	const likely: Names = {};
	const all = eventNames(parts, event);
	const isOpposite =
		parts.fromMe !== undefined && valuesAt(other, parts.fromMe).some((each) => directionOf(each) === false);
	for (const [key, name] of Object.entries(all)) {
		const part = key.replace('event.', '');
		// One true value proves nothing: the test event must have the opposite. The place follows from the others.
		const isProved = part === 'fromMe' ? isOpposite : proved.has(part === 'message' ? 'chat' : part);
		(isProved ? names : likely)[key] = name;
	}
	const byValue = [...proved].filter((part) => part !== 'text');
	const rest = byValue.length > 0 ? `; what is at one place alone: ${byValue.join(', ')}` : '';
	const said = `Proved: the text, which is unique to this run${rest}.`;
	// With names of the others only, a workflow that replies might answer itself.
	const isOwnKnown = parts.fromMe !== undefined && likely['event.fromMe'] === undefined;
	if (isOwnKnown || Object.keys(names).length === 0) return { names, likely, said };
	const why = 'They are not among the Field Names, because nothing shows which messages are own ones.';
	return { names: {}, likely: { ...likely, ...names }, said: `${said} ${why}` };
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
