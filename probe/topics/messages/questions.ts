import type { Names } from '../../names/fieldNames';
import { typesIn } from '../../question/account';
import { kinds } from '../../names/roles';
import type { Question } from '../../question/question';
import { messageLearner, typeChoices } from './conversation';
import { file, picture } from './files';
import { meansKind, named } from './proof';
import { reply, text } from './text';

/** What other types of messages may be called, from the list of the service and the messages of the account. */
const types: Question = {
	ids: ['2.9-type'],
	title: 'Types of messages that the probe did not send',
	request: 'POST /messages',
	needs: 'send',
	does: 'Nothing more: it compares what earlier messages showed',
	undo: 'not necessary',
	ask(known) {
		const path = known.sent?.paths.type;
		if (path === undefined) return 'The type of a text is not known.';
		const accepted = messageLearner(known).acceptedAt(path);
		const [names, likely]: [Names, Names] = [{}, {}];
		for (const kind of ['image', 'video', 'audio', 'document'] as const) {
			const key = `message.types.${kind}`;
			const [best] = typeChoices(known, kind, accepted)
				.filter(({ as }) => meansKind(known, as!, kind))
				.sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
			const shown = typesIn(known).get(kind) ?? [];
			if (best === undefined || key in known.names || (accepted.length < 2 && shown.length === 0)) continue;
			// Messages of this kind have it, the service says it accepts it, and no other one sounds like the kind.
			const others = accepted.filter((each) => each !== best.as && kinds[kind].test(each));
			const isProved = shown.join() === best.as && accepted.includes(best.as) && others.length === 0;
			(isProved ? names : likely)[key] = best.as!;
		}
		if (Object.keys({ ...names, ...likely }).length === 0)
			return 'Nothing shows another type than those that the probe sent.';
		const proved = Object.keys(names).length > 0 ? [`Accepted and in use: ${named(names)}.`] : [];
		const rest = Object.keys(likely).length > 0 ? [`Shown, but not sent by the probe: ${named(likely)}.`] : [];
		return { answer: [...proved, ...rest].join(' '), names, likely };
	},
};

/** The questions about the body of a message, in this order: later ones use what earlier ones found. */
export const messageQuestions: Question[] = [text, picture, reply, file, types];
