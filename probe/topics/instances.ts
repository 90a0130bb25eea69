import { isObject } from '../../nodes/shared/values';
import type { Answer, Question } from '../question/question';
import { recordOf, shapeOf } from '../question/shape';

export const instanceQuestions: Question[] = [
	{
		ids: ['2.3-base64', '3-connect', '3-disconnect'],
		title: 'Form of the QR code, and statuses after Connect and Disconnect',
		needs: 'write',
		does: 'Requests a QR code for an instance that is disconnected, and disconnects it again',
		undo: 'disconnect the instance in the dashboard, if the probe says that it remains',
		*ask(known) {
			const instance = known.instances.find(({ id, status }) => status === 'disconnected' && typeof id === 'string');
			if (instance === undefined) return 'No instance has the status `disconnected`.';
			const path = `/instances/${encodeURIComponent(String(instance.id))}`;
			const body = { pairingCode: false };
			const answer: Answer = yield { method: 'POST', path: `${path}/connect`, body };
			if (!answer.ok && answer.status !== undefined && answer.status < 500 && !answer.isUnsure) return answer.reason;
			const during: Answer = yield { path: `${path}/status` };
			const undone: Answer = yield { method: 'POST', path: `${path}/disconnect` };
			const after: Answer = yield { path: `${path}/status` };
			const statusOf = ({ body: read }: Answer) => {
				const { status } = recordOf(read);
				const values = ['connected', 'disconnected', 'connecting', 'error'];
				return values.find((each) => each === status) ?? 'unknown';
			};
			if (statusOf(after) !== 'disconnected')
				known.remains.push(
					'An instance that was disconnected before may be connecting. Disconnect it in the dashboard.',
				);
			const { qrcode, ttl } = recordOf(answer.body);
			const base64 = isObject(qrcode) ? qrcode.base64 : undefined;
			if (typeof base64 !== 'string' || base64 === '')
				return answer.reason || `The response has no QR code: ${shapeOf(answer.body)}.`;
			known.facts.qrcode = base64.startsWith('data:') ? 'dataUri' : 'base64';
			return {
				answer: `The field \`base64\` is ${known.facts.qrcode === 'dataUri' ? 'a data URI' : 'base64 without a prefix'}; \`ttl\` is ${typeof ttl === 'number' && ttl < 1e6 ? ttl : 'no plausible number'}. Status after Connect: ${statusOf(during)}. After Disconnect (${undone.ok ? undone.status : 'rejected'}): ${statusOf(after)}.`,
			};
		},
	},
];
