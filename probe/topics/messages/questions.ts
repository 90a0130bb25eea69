import type { Names } from '../../names/fieldNames';
import { typesIn } from '../../question/account';
import type { Question } from '../../question/question';
import { messageLearner, typeChoices } from './conversation';
import { file, picture } from './files';
import { meansKind, named } from './proof';
import { reply, text } from './text';

/** What other types of messages may be called, from the list of the service and the messages of the account. */
const types: Question = {
	ids: ['2.9-type'],
	title: 'Types of videos and of audio messages',
	needs: 'send',
	does: 'Nothing more: it compares what earlier messages showed',
	undo: 'not necessary',
	ask(known) {
		const path = known.sent?.paths.type;
		if (path === undefined) return 'The type of a text is not known.';
		const accepted = messageLearner(known).acceptedAt(path);
		const likely: Names = {};
		for (const kind of ['video', 'audio'] as const) {
			const [best] = typeChoices(known, kind, accepted)
				.filter(({ as }) => meansKind(known, as!, kind))
				.sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
			const isSeen = accepted.length > 1 || typesIn(known).has(kind);
			if (best !== undefined && isSeen && best.as !== kind)
				likely[`message.types.${kind}`] = best.as!;
		}
		if (Object.keys(likely).length === 0)
			return 'Nothing shows another type than the defaults, and the probe sends no video and no audio.';
		return { answer: `Shown, but not sent by the probe: ${named(likely)}.`, likely };
	},
};

/** The questions about the body of a message, in this order: later ones use what earlier ones found. */
export const messageQuestions: Question[] = [text, picture, reply, file, types];
