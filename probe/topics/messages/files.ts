import { type Fields, isObject } from '../../../nodes/shared/values';
import type { Part } from '../../evidence/part';
import { valueAt } from '../../evidence/records';
import type { Kind, Role } from '../../names/roles';
import { shownIn } from '../../question/account';
import type { Finding, Known, Question } from '../../question/question';
import { commonParts, converse, messageLearner, NO_NEED, part } from './conversation';
import { type Found, hasText, type Sent, textsIn } from './found';
import { answerOf, isAtPlace, isShownType, meansKind, missing, split, undo } from './proof';

/** A picture that anybody may load. */
const PICTURE = 'https://www.w3.org/Icons/w3c_home.png';
/** A table whose type nothing but its MIME type tells. */
const TABLE = Buffer.from('a,b\n1,2\n').toString('base64');
const TABLE_TYPE = 'text/csv';
/** The type in a data URI; another one, because a service may take the type from there. */
const URI_TYPE = 'application/octet-stream';

/** Whether a part was found again; one that other messages show, and this one does not, was ignored. */
type Proofs = Partial<Record<Role, 'proved' | 'accepted' | 'ignored'>>;

/** Names of the parts of a message with a file. */
function settleFile(known: Known, { plan, message }: Found, kind: Kind, proofs: Proofs): Finding {
	const type = plan.chosen.type?.as;
	const isType =
		(known.facts.typeIsRead === true || isShownType(known, message, type)) &&
		type !== undefined &&
		meansKind(known, type, kind);
	const entries = Object.entries(plan.paths)
		.map(([role, path]) => ({ role, path, proof: proofs[role as Role] ?? 'ignored' }))
		.filter(({ proof }) => proof !== 'ignored')
		.map(({ role, path, proof }) => [`message.${role}`, [path, proof === 'proved']] as const);
	const [names, likely] = split({
		...Object.fromEntries(entries),
		[`message.types.${kind}`]: [type, isType],
	} as Parameters<typeof split>[0]);
	const ignored = Object.entries(plan.paths).filter(([role]) => proofs[role as Role] === 'ignored');
	const rest =
		ignored.length === 0 ? '' : ` Accepted, but not kept: ${ignored.map(([, path]) => `\`${path}\``).join(', ')}.`;
	const isOpen = 'caption' in proofs && plan.paths.caption === undefined;
	return answerOf(names, likely, rest + (isOpen ? ' The name of the caption is still open.' : ''));
}

export const picture: Question = {
	ids: ['4.19-message-media'],
	title: 'URL and caption of a picture',
	request: 'POST /messages',
	needs: 'send',
	does: `Sends a picture (${PICTURE}) to your own number, until it is found again: usually one, at most three`,
	undo,
	*ask(known) {
		const problem = missing(known);
		if (problem !== undefined) return problem;
		const found = yield* converse(known, {
			id: 'image',
			parts: [
				...commonParts(known, 'image'),
				part(known, 'mediaUrl', PICTURE),
				part(known, 'caption', '', { absentScore: NO_NEED }),
			],
			textRole: 'caption',
			sentence: ({ paths }) => `This tests a picture at "${paths.mediaUrl}" and its caption at "${paths.caption}".`,
			// The service may load the picture, and give it another URL.
			isProved: (message, { mark, plan }) =>
				isAtPlace(known, 'mediaUrl', message, '://') &&
				(plan.paths.caption === undefined || isAtPlace(known, 'caption', message, mark)),
		});
		if (typeof found === 'string') return found;
		known.caption = found.plan.paths.caption;
		// Otherwise, the URL may have become any other part of the message.
		const learner = messageLearner(known);
		const url = found.plan.paths.mediaUrl!;
		const isKnownUrl =
			(shownIn(known).get('mediaUrl') ?? []).length > 0 || learner.expects(url, 'mediaUrl') || learner.isNeeded(url);
		return settleFile(known, found, 'image', {
			mediaUrl: isKnownUrl ? 'proved' : 'accepted',
			caption: 'proved',
		});
	},
};

export const file: Question = {
	ids: ['4.19-message-media'],
	title: 'A file in the body of a message, its name and its MIME type',
	request: 'POST /messages',
	needs: 'send',
	does: 'Sends a small table as a document to your own number, until it is found again: usually one, at most three',
	undo,
	*ask(known) {
		const problem = missing(known);
		if (problem !== undefined) return problem;
		const fileName = `n8n-probe-${known.mark}.dat`;
		const data = [
			{ value: TABLE, as: 'base64' },
			{ value: `data:${URI_TYPE};base64,${TABLE}`, as: 'dataUri', score: -1 },
		];
		const parts: Part[] = [
			...commonParts(known, 'document'),
			part(known, 'mediaData', '', { choices: () => data }),
			part(known, 'fileName', fileName, { absentScore: NO_NEED, most: 10 }),
			part(known, 'mimeType', TABLE_TYPE, { absentScore: NO_NEED, most: 12 }),
			part(known, 'caption', '', { fixed: known.caption ?? '', absentScore: NO_NEED }),
		];
		// Without both, the message was found by its ID.
		const isFound = (message: Fields, { mark, plan }: Sent) =>
			hasText(message, fileName) ||
			hasText(message, mark) ||
			(plan.paths.fileName === undefined && plan.paths.caption === undefined);
		const found = yield* converse(known, {
			id: 'file',
			parts,
			textRole: 'caption',
			sentence: ({ paths }) => `This tests a file at "${paths.mediaData}" and its name at "${paths.fileName}".`,
			isProved: isFound,
		});
		if (typeof found === 'string') return found;
		return settleDocument(known, found, fileName);
	},
};

function settleDocument(known: Known, found: Found, fileName: string): Finding {
	const { message, plan } = found;
	const proofOf = (role: Role, isProved: boolean) =>
		isProved ? 'proved' : (shownIn(known).get(role) ?? []).length > 0 ? 'ignored' : 'accepted';
	const content = Object.values(message).filter(isObject);
	const isKept = [message, ...content].some((each) =>
		textsIn(each).some((one) => /^https?:\/\//.test(one) || one.includes(TABLE)),
	);
	const echoed = plan.paths.mediaData !== undefined && valueAt(message, plan.paths.mediaData);
	const finding = settleFile(known, found, 'document', {
		mediaData: isKept && !echoed ? 'proved' : 'accepted',
		fileName: proofOf('fileName', hasText(message, fileName)),
		mimeType: proofOf('mimeType', textsIn(message).includes(TABLE_TYPE)),
	});
	const format = plan.chosen.mediaData?.as ?? '';
	if (finding.names!['message.mediaData'] !== undefined) finding.names!['message.mediaDataFormat'] = format;
	return finding;
}
