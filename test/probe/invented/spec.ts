import { Random } from './random';

/** The parts of a message's body, of a query and of an event whose names are invented. */
export const bodyParts = [
	...(['instance', 'recipient', 'type', 'text', 'caption'] as const),
	...(['mediaUrl', 'mediaData', 'fileName', 'mimeType', 'quotedMessageId'] as const),
];
export const queryParts = ['chat', 'instance', 'pageSize', 'cursor', 'messageId'] as const;
export const typeNames = ['text', 'image', 'video', 'audio', 'document'] as const;

type BodyPart = (typeof bodyParts)[number];

/** How a service words what it rejects; `complaints.test.ts` has the errors of libraries. */
export const errorStyles = ['plain', 'varied'] as const;

/** Where the fields of a message are in usual events. */
const usualEvent = {
	...{ chat: 'remote_jid', fromMe: 'from_me', text: 'content.text' },
	...{ id: 'id', instance: 'instance_id', type: 'type' },
};

/** A service that nobody has seen before: what it calls everything. */
export interface Spec {
	seed: number;
	isStrict: boolean;
	errors: (typeof errorStyles)[number];
	/** Whether it names the first problem alone. */
	onlyFirst: boolean;
	/** Whether it lists its names beside an unknown one. */
	listsNames: boolean;
	/** Whether it says of a field of another type that this type must not have it, not that it is unknown. */
	saysMisplaced: boolean;
	/** Whether it takes the type of a file from its data URI alone, and ignores its name. */
	ignoresFile: boolean;
	/** What the response to a message has: its record; its ID, deep inside under the name of events; or neither. */
	confirms: 'record' | 'id' | 'nothing';
	/** Whether only texts can be found again. */
	losesOthers: boolean;
	/** Whether records have the names of the body, or those of the reference around an invented content. */
	recordsLikeBody: boolean;
	/** Whether chats and pages show the names of the query, which it does not list. */
	showsQuery: boolean;
	/** Whether Get Messages requires the instance. */
	needsInstance: boolean;
	body: Record<BodyPart, string>;
	query: Record<(typeof queryParts)[number], string>;
	types: Record<(typeof typeNames)[number], string>;
	/** What follows the numbers of its chats, and whether a recipient needs it, too. */
	suffix: string;
	needsSuffix: boolean;
	/** Names in events: wrappers from outside, and the fields of a message. */
	event: { wrappers: string[]; isList: boolean } & typeof usualEvent;
}

const onsets = 'br dr f gl h kr l m n pl qu s sk t v w z'.split(' ');
const vowels = 'a e i o u ae oo'.split(' ');
const ends = ' b ck lm n rf s x zz'.split(' ');
/** Words that services could use, of languages that the probe does not know. */
const foreign = `
empfaenger bericht nachricht absender anhang dateiname zender ontvanger bijlage soort vedlegg
avsender mottagare meddelande bilaga destinatairex piecejointe envoi expediteur allegato
messaggio destinatarix mittente viesti vastaanottaja liite tyyppi odbiorca wiadomosc zalacznik
prijemce zprava priloha alici mesaj tur ek gonderen dosya parakalo keimeno arxeio zinojums
sutit pielikums`
	.split(/\s+/)
	.slice(1);

const styles = {
	camel: (words: string[]) => words.map((each, n) => (n === 0 ? each : upper(each))).join(''),
	snake: (words: string[]) => words.join('_'),
	kebab: (words: string[]) => words.join('-'),
};

const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Invents a service. The same seed gives the same one. */
export function inventSpec(seed: number, choices: Partial<Spec> = {}): Spec {
	const random = new Random(seed * 7919);
	const used = new Set<string>();
	const style = styles[random.pick(['camel', 'snake', 'kebab'] as const)];
	const word = (): string => {
		const made = Array.from({ length: 2 }, () => random.pick(onsets) + random.pick(vowels) + random.pick(ends)).join(
			'',
		);
		const found = random.is(0.3) ? random.pick(foreign) : made;
		if (used.has(found)) return word();
		used.add(found);
		return found;
	};
	const name = () => style(random.is(0.5) ? [word()] : [word(), word()]);
	const container = random.pick(['', `${name()}.`, `${name()}.${name()}.`]);
	const outer = random.is(0.2) ? `${name()}.` : '';
	const common = ['instance', 'recipient', 'type'];
	const nameAll = <Part extends string>(parts: readonly Part[], prefix: (part: Part) => string = () => '') =>
		Object.fromEntries(parts.map((part) => [part, prefix(part) + name()])) as Record<Part, string>;
	const isStrict = choices.isStrict ?? random.is(0.6);
	const errors = choices.errors ?? random.pick(errorStyles);
	const listsNames = isStrict && random.is(0.5);
	const others = new Random(seed * 104_729);
	const query = nameAll(queryParts);
	// Nothing would show another name, and the reference has this one (section 4.14).
	if (!listsNames) query.cursor = 'cursor';
	return {
		seed,
		isStrict,
		errors,
		onlyFirst: random.is(0.4),
		listsNames,
		showsQuery: !listsNames,
		recordsLikeBody: random.is(0.6),
		needsInstance: random.is(0.4),
		body: nameAll(bodyParts, (part) => outer + (common.includes(part) ? '' : container)),
		query,
		types: Object.fromEntries(typeNames.map((type) => [type, word()])) as Spec['types'],
		event: {
			wrappers: Array.from({ length: random.below(4) }, name),
			isList: random.is(0.4),
			...(random.is(0.4)
				? usualEvent
				: {
						...{ chat: name(), fromMe: name(), text: `${name()}.${name()}` },
						...{ id: name(), instance: name(), type: name() },
					}),
		},
		suffix: others.pick(['@s.whatsapp.net', '@c.us', '@plim.example']),
		needsSuffix: others.is(0.4),
		saysMisplaced: others.is(0.5),
		confirms: others.pick(['record', 'id'] as const),
		ignoresFile: false,
		losesOthers: false,
		...choices,
	};
}
