import type { Dialect } from '../../../sandbox';
import { dialectOf } from '../../../sandbox/settings/dialects';

test('an unknown preset is rejected', () => {
	expect(() => dialectOf('klingon' as 'bare')).toThrow('klingon');
});

test('an unknown setting is rejected', () => {
	expect(() => dialectOf({ color: 'red' } as Partial<Dialect>)).toThrow('color');
});
