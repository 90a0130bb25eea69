import {
	BODY,
	FUTURE,
	hmac,
	NOW,
	OLD,
	UNMATCHED,
	verdict,
	withId,
	withTimestamp,
} from './support/signatures';

describe('The timestamp', () => {
	const signedAt = (timestamp: string, now = NOW) => {
		const signature = hmac('secret', `${timestamp}.${BODY}`);
		return verdict(withTimestamp, { 'x-time': timestamp, 'x-sign': signature }, now);
	};

	test('A delivery is accepted up to the tolerance in either direction, and to the millisecond', () => {
		expect(signedAt('1700000000')).toBeUndefined();
		expect(signedAt('1699999700')).toBeUndefined();
		expect(signedAt('1699999699')).toBe(OLD);
		expect(signedAt('1699999699999')).toBe(OLD);
		expect(signedAt('1700000300')).toBeUndefined();
		expect(signedAt('1700000301')).toBe(FUTURE);
		expect(signedAt('1700000300001')).toBe(FUTURE);
	});

	test('A timestamp with 11 digits is in seconds, one with 12 digits in milliseconds', () => {
		expect(signedAt('99999999999', 99_999_999_999_000)).toBeUndefined();
		expect(signedAt('99999999999', 99_999_999_999)).toBe(FUTURE);
		expect(signedAt('100000000000', 100_000_000_000)).toBeUndefined();
		expect(signedAt('100000000000', 100_000_000_000_000)).toBe(OLD);
	});

	test.each([
		...['x1700000000', '1700000000x', '+1700000000', '-1700000000', ' 1700000000', '1700000000 '],
		...['1700000000.0', '1700000000, 1700000000', '17e8', '0x6553f100', 'NaN'],
		...['2023-11-14T22:13:20Z', '1700000000000000', '1700000000\n'],
	])('The timestamp %j is malformed, even if it is signed', (timestamp) => {
		expect(signedAt(timestamp)).toBe('the header X-Time is malformed');
	});

	test('Another timestamp than the signed one makes the signature wrong', () => {
		const headers = { 'x-time': '1700000001', 'x-sign': hmac('secret', `1700000000.${BODY}`) };
		expect(verdict(withTimestamp, headers)).toBe(UNMATCHED);
	});
});

describe('The timestamp next to the signatures', () => {
	const settings = { ...withTimestamp, prefix: 'v1=' };
	const right = `v1=${hmac('secret', `1700000000.${BODY}`)}`;
	const other = `v1=${'0'.repeat(64)}`;

	const places = [',', ' ', ', '].flatMap((separator) => [
		['t=1700000000', right].join(separator),
		[right, 't=1700000000'].join(separator),
		[other, 't=1700000000', right].join(separator),
	]);
	test.each(places)('It is read in %s', (given) => {
		expect(verdict(settings, { 'x-sign': given })).toBeUndefined();
	});

	test.each([
		...[`at=1700000000,${right}`, `${right};t=1700000000`, `t=1700000000x,${right}`],
		...[`t=1700000000;${right}`, `t=,${right}`, `t=-1700000000,${right}`],
	])('It counts as missing in %s', (given) => {
		expect(verdict(settings, { 'x-sign': given })).toBe('the header X-Time is missing');
	});

	test('It is too old or in the future like one in its own header', () => {
		expect(verdict(settings, { 'x-sign': `t=1699999699,${right}` })).toBe(OLD);
		expect(verdict(settings, { 'x-sign': `t=1700000301,${right}` })).toBe(FUTURE);
	});

	test('The header of its own goes before it, because that is the one the user configured', () => {
		const headers = { 'x-sign': `t=1700000000,${right}` };
		expect(verdict(settings, { ...headers, 'x-time': '1700000000' })).toBeUndefined();
		expect(verdict(settings, { ...headers, 'x-time': '1700000001' })).toBe(UNMATCHED);
	});
});

describe('The signed ID', () => {
	const signedWith = (id: string | undefined, content = `${id}.1700000000.${BODY}`) =>
		verdict(withId, {
			...(id !== undefined && { 'x-id': id }),
			'x-time': '1700000000',
			'x-sign': hmac('secret', content),
		});

	test('ID, timestamp and body are signed with full stops between them', () => {
		expect(signedWith('msg_1')).toBeUndefined();
		expect(signedWith('msg_1', `1700000000.${BODY}`)).toBe(UNMATCHED);
		expect(signedWith('msg_2', `msg_1.1700000000.${BODY}`)).toBe(UNMATCHED);
	});

	test('A delivery without the ID is rejected', () => {
		expect(signedWith(undefined)).toBe('the header X-Id is missing');
		expect(signedWith('')).toBe('the header X-Id is missing');
	});

	test('An ID with a full stop is malformed, because part of it could pass for the timestamp', () => {
		expect(signedWith('msg.1')).toBe('the header X-Id is malformed');
		expect(signedWith('.')).toBe('the header X-Id is malformed');
	});
});
