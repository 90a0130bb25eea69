import type { Problem } from './errors';
import type { Spec } from './spec';

export type Fields = Record<string, unknown>;

export function problemsOf(spec: Spec, body: Fields, parts: Record<string, unknown>): Problem[] {
	const { body: names, types, isStrict, suffix, needsSuffix } = spec;
	const problems: Problem[] = [];
	const need = (...of: Array<keyof typeof names>) => {
		if (of.every((each) => parts[each] === undefined))
			problems.push({ kind: 'required', paths: of.map((each) => names[each]) });
	};
	const isMedia = Object.entries(types).some(([kind, name]) => kind !== 'text' && name === parts.type);
	if (isStrict) need('instance');
	need('recipient');
	if (isStrict) need('type');
	if (isMedia) need('mediaUrl', 'mediaData');
	else need('text');
	const check = (part: keyof typeof names, isValid: (text: string) => boolean, must: string) => {
		const value = parts[part];
		if (value !== undefined && !(typeof value === 'string' && isValid(value)))
			problems.push({ kind: 'type', paths: [names[part]], must });
	};
	const isSuffix = (text: string) => text === suffix || (text === '' && !needsSuffix);
	check('recipient', (text) => /^\d{10,15}/.test(text) && isSuffix(text.replace(/^\d+/, '')), 'a phone number');
	if (!isStrict) return problems;
	check('instance', (text) => /^[\da-f]{8}-[\da-f-]{27}$/.test(text), 'a valid UUID');
	check('mediaUrl', (text) => /^https?:/.test(text), 'a valid URL');
	if (spec.ignoresFile) check('mediaData', (text) => text.startsWith('data:'), 'a data URI');
	else check('mediaData', (text) => text.length % 4 === 0 && /^[\w+/]+=*$/.test(text), 'a base64 string');
	check('mimeType', (text) => /^\w+\/\w+/.test(text), 'a MIME type');
	for (const part of ['text', 'caption', 'fileName', 'quotedMessageId'] as const) check(part, () => true, 'a string');
	if (parts.type !== undefined && !Object.values(types).includes(String(parts.type)))
		problems.push({ kind: 'enum', paths: [names.type], values: Object.values(types) });
	const forMedia = ['mediaUrl', 'mediaData', 'caption', 'fileName', 'mimeType'] as const;
	const isKnown = (path: string) =>
		Object.entries(names).some(
			([part, each]) =>
				each === path && (isMedia || !forMedia.some((one) => one === part)) && !(isMedia && part === 'text'),
		);
	const other = isMedia ? types.text : types.image;
	for (const path of leaves(body).filter((each) => !isKnown(each))) {
		const isOther = spec.saysMisplaced && Object.values(names).includes(path);
		problems.push({ kind: isOther ? 'misplaced' : 'unknown', paths: [path], values: [other] });
	}
	return problems;
}

function leaves(fields: Fields, prefix = ''): string[] {
	return Object.entries(fields).flatMap(([name, value]) =>
		typeof value === 'object' && value !== null ? leaves(value as Fields, `${prefix}${name}.`) : [prefix + name],
	);
}

export function at(fields: Fields, path: string): unknown {
	return path.split('.').reduce<unknown>((level, name) => (level as Fields | undefined)?.[name], fields);
}

export function setAt(fields: Fields, path: string, value: unknown): void {
	const names = path.split('.');
	const last = names.pop()!;
	let place = fields;
	for (const name of names) place = (place[name] ??= {}) as Fields;
	place[last] = value;
}
