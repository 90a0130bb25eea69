// How the numbers of a pattern of libphonenumber begin, which is shorter than the pattern. A dot is a digit.

/** How many digits of the beginning count. */
const DEPTH = 3;

/** Of a number without its country code. */
const MAX_LENGTH = 15;

const DIGITS = [...'0123456789'];

/** A language maps each beginning of its texts to their lengths, as bits. The only text of this one is empty. */
const EMPTY = new Map([['', 1]]);

/**
 * Returns how the numbers of a pattern begin: pairs of first digits and the possible lengths of the number.
 *
 * @throws {Error} for syntax that libphonenumber has not used so far
 */
export function prefixesOf(pattern) {
	let at = 0;
	const read = (expected) => {
		const [found] = expected.exec(pattern.slice(at)) ?? [];
		at += found?.length ?? 0;
		return found;
	};
	const alternatives = () => {
		let language = sequence();
		while (read(/^\|/)) language = union(language, sequence());
		return language;
	};
	const sequence = () => {
		let language = EMPTY;
		while (at < pattern.length && !/[|)]/.test(pattern[at])) language = concat(language, repeated(atom()));
		return language;
	};
	const atom = () => {
		if (read(/^\((?:\?:)?/)) {
			const language = alternatives();
			if (read(/^\)/)) return language;
		}
		const digit = read(/^(?:\\d|\d|\[[\d-]+\])/);
		if (digit === undefined) throw new Error(`Unknown syntax in ${pattern} at ${at}`);
		const one = new RegExp(digit);
		return new Map(DIGITS.filter((each) => one.test(each)).map((each) => [each, 2]));
	};
	const repeated = (language) => {
		const quantifier = (read(/^(?:\{[\d,]+\}|\?)/) ?? '{1}').replace('?', '{0,1}');
		const [least = 1, most = least] = quantifier.match(/\d+/g).map(Number);
		let [result, power] = [new Map(), EMPTY];
		for (let count = 0; count <= most; count += 1) {
			if (count >= least) result = union(result, power);
			power = concat(power, language);
		}
		return result;
	};
	const language = alternatives();
	if (at < pattern.length) throw new Error(`Unknown syntax in ${pattern} at ${at}`);
	return [...language].map(([prefix, bits]) => [prefix, lengthsOf(bits)]);
}

function union(first, second) {
	const result = new Map(first);
	for (const [prefix, lengths] of second) result.set(prefix, (result.get(prefix) ?? 0) | lengths);
	return result;
}

function concat(first, second) {
	const result = new Map();
	const anyLength = [...second.values()].reduce((bits, lengths) => bits | lengths, 0);
	for (const [start, before] of first) {
		for (const [end, after] of start.length < DEPTH ? second : [['', anyLength]]) {
			const prefix = (start + end).slice(0, DEPTH);
			result.set(prefix, (result.get(prefix) ?? 0) | sums(before, after));
		}
	}
	return result;
}

/** The lengths of a text with one of these lengths before one with one of those. */
function sums(before, after) {
	let bits = 0;
	for (let length = 0; length <= MAX_LENGTH; length += 1) if ((before >> length) & 1) bits |= after << length;
	return bits;
}

function lengthsOf(bits) {
	return [...Array(MAX_LENGTH + 1).keys()].filter((length) => (bits >> length) & 1);
}

/** Returns a pattern of these beginnings, which are as long as each other. */
export function prefixPattern(prefixes) {
	const byRest = new Map();
	for (const digit of DIGITS) {
		const rests = prefixes.filter((each) => each.startsWith(digit)).map((each) => each.slice(1));
		if (rests.length === 0) continue;
		const rest = rests[0] === '' ? '' : prefixPattern(rests);
		byRest.set(rest, (byRest.get(rest) ?? '') + digit);
	}
	const parts = [...byRest].map(([rest, digits]) => {
		return digitPattern(digits) + (rest.includes('|') ? `(${rest})` : rest);
	});
	// What any digit may follow is no condition.
	return parts.join('|').replace(/^\.+$/, '');
}

function digitPattern(digits) {
	if (digits.length === DIGITS.length) return '.';
	if (digits.length === 1) return digits;
	const ranges = DIGITS.map((each) => (digits.includes(each) ? each : ' ')).join('');
	return `[${ranges.replace(/(\d)\d+(\d)/g, '$1-$2').replaceAll(' ', '')}]`;
}
