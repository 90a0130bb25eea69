import type { Fields } from '../../nodes/shared/values';
import type { Answer, Asking, Known, Question } from '../question/question';
import { fieldsOf, listOf, recordOf, shapeOf, words, wrapperOf } from '../question/shape';

const PATH = '/webhooks';

/** Finds the webhook that the probe created. */
export function* ownWebhook({ mark }: Known): Asking<Fields | undefined | 'unreadable'> {
	const answer: Answer = yield { path: PATH };
	const list = listOf(answer, PATH);
	return list === undefined ? 'unreadable' : list.records.find((each) => String(each.url).includes(mark));
}

/** Whether responses show what the webhook was created with. */
function visibility(record: Fields): string {
	const shows = (name: string) => (record[name] === undefined ? 'not readable' : 'readable');
	return `headers are ${shows('headers')}, the secret is ${shows('secret')}`;
}

/** Deletes the webhook that the probe created, and notes it if it remains. Returns what the service said. */
export function* remove(known: Known, url: string, id: unknown, kind = 'An inactive'): Asking<string> {
	const remains = `${kind} webhook with the URL ${url}. Delete it in the dashboard.`;
	if (typeof id !== 'string' && typeof id !== 'number') {
		known.remains.push(remains);
		return 'not tried, because its ID is not known';
	}
	const path = `${PATH}/${encodeURIComponent(String(id))}`;
	const answer: Answer = yield { method: 'DELETE', path };
	const after = yield* ownWebhook(known);
	if (after !== undefined) known.remains.push(remains);
	const isGone = after === undefined;
	known.facts.webhookDelete = isGone && answer.ok ? 'works' : answer.status;
	if (answer.ok && isGone) {
		return `works, with status ${answer.status} and body: ${shapeOf(answer.body)}`;
	}
	const seen = after === 'unreadable' ? 'the list could not be read' : 'the webhook is still listed';
	return `does not work (status ${answer.status ?? 'unknown'}; ${isGone ? 'yet the webhook is no longer listed' : seen}). Set Registration of the trigger to Manual, or remove its webhook in the dashboard when you no longer need it`;
}

export const webhookQuestions: Question[] = [
	{
		ids: ['6-names'],
		title: 'Names of events',
		ask({ webhooks = [] }) {
			const events = webhooks.flatMap((each) => each.events);
			if (!events.some((each) => typeof each === 'string')) return 'No webhook of the account subscribes to events.';
			return {
				answer: `The account's webhooks subscribe to ${words(events)}. There may be others. The trigger offers these under Event Names or IDs.`,
			};
		},
	},
	{
		ids: ['2.10-readable'],
		title: 'Whether headers and secret of a webhook are readable',
		ask({ webhooks = [], facts }) {
			if (webhooks.length === 0) return 'There is no webhook; see the question with `--write`.';
			const has = (name: string) => webhooks.some((each) => each[name] !== undefined);
			if (has('headers') || has('secret')) facts.webhookSecretsReadable = true;
			if (!has('headers') && !has('secret'))
				return `No webhook shows either. Fields ${fieldsOf(webhooks)}. They may have none; see the question with \`--write\`.`;
			return {
				answer: `Headers are ${has('headers') ? 'readable' : 'not shown'}, secrets are ${has('secret') ? 'readable' : 'not shown'}. Fields ${fieldsOf(webhooks)}.`,
			};
		},
	},
	{
		ids: ['4.19-webhook-body', '4.19-webhook-response', '4-remove-webhook', '2.10-readable'],
		title: 'Create and delete a webhook',
		needs: 'write',
		does: 'Creates an inactive webhook with the URL of an example, looks for it, and deletes it again',
		undo: 'delete the webhook whose URL begins with https://example.com/n8n-probe- in the dashboard, if the probe says that it remains',
		*ask(known) {
			if (known.webhooks === undefined) return 'The list of webhooks could not be read.';
			const url = `https://example.com/n8n-probe-${known.mark}`;
			const events = known.webhooks.map((each) => each.events).find((each) => Array.isArray(each));
			const headers = { 'X-Probe': known.mark };
			const fields = {
				headers,
				secret: `probe-${known.mark}`,
				retryOnFailure: false,
				isActive: false,
			};
			const body = { url, ...(events ? { events } : {}), ...fields };
			const answer: Answer = yield { method: 'POST', path: PATH, body };
			if (!answer.ok && answer.status !== undefined && !answer.isUnsure && answer.status < 500)
				return `The service rejected the webhook, so it expects other fields. ${answer.reason}`;
			const listed = yield* ownWebhook(known);
			const record = recordOf(answer.body);
			const place = record.id === undefined ? 'absent' : wrapperOf(answer.body) === 'bare' ? 'top' : 'data';
			const isListed = listed !== undefined && listed !== 'unreadable';
			const found = isListed ? listed : {};
			// What was refused and is not there needs no removal.
			if (!answer.ok && listed === undefined) return answer.reason;
			// Never by an ID alone: it might be another webhook's.
			const id = found.id ?? (record.url === url ? record.id : undefined);
			const removed = yield* remove(known, url, id);
			if (!answer.ok) return `${answer.reason} Yet a webhook was created; DELETE ${removed}.`;
			// A service that confirms without creating has not answered the question.
			if (!isListed && place === 'absent') return 'The service confirmed a webhook that it does not list.';
			known.facts.webhookId = place;
			known.facts.createdStatus = answer.status;
			if (isListed) known.facts.webhookSecretsReadable = found.headers !== undefined || found.secret !== undefined;
			const where = { top: 'at the top level', data: 'in `data`', absent: 'only in the list' }[place];
			return {
				answer: [
					`Status ${answer.status}, body: ${shapeOf(answer.body)}. The service accepts the fields of a webhook record.`,
					`- The ID is ${where}. The list ${isListed ? 'shows' : 'does **not** show'} the webhook.`,
					...(isListed
						? [
								`- In the list, ${visibility(found)}; it is ${found.isActive === false ? 'inactive' : 'not shown as inactive'}.`,
							]
						: []),
					`- \`DELETE ${PATH}/{id}\` ${removed}.`,
				].join('\n'),
			};
		},
	},
];
