import type { Sandbox } from '../../../sandbox';
import { ownNumber } from './probe';

/** Words of the service's vocabulary, which the report shows on purpose. */
const vocabulary =
	'connected disconnected connecting error text video audio sent received pending image document ' +
	'message message.status instance.status operations';

/** All texts in the data of a sandbox, and the parts of addresses before the domain. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value, value.split('@')[0]!];
	return Object.values(typeof value === 'object' ? (value ?? {}) : {}).flatMap(textsIn);
}

export function expectNothingPersonal(report: string, sandbox: Sandbox): void {
	const personal = [...new Set(textsIn(sandbox.data))].filter(
		(text) => text !== '' && !vocabulary.split(' ').includes(text),
	);
	// The test messages contain the same words as the report.
	const own = personal.filter((text) => !/^This tests|markoftest|^https:\/\/www\.w3\.org/.test(text));
	expect(own.length).toBeGreaterThan(500);
	const secret = [...own, sandbox.keys.test, ownNumber];
	expect(secret.filter((text) => report.includes(text))).toEqual([]);
}
