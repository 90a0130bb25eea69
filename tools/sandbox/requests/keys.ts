import type { Keys } from '../types/sandbox';

/** Fixed, so that examples and tests can contain them. They are valid only in the sandbox. */
export const keys: Keys = {
	live: 'sk_live_sandbox_0000000000000001',
	test: 'sk_test_sandbox_0000000000000002',
	bare: 'sandbox_key_0000000000000003',
	readOnly: 'sk_live_sandbox_read_only_000004',
	noInstances: 'sk_live_sandbox_no_instances_0005',
	noAccess: 'sk_live_sandbox_no_access_000006',
	revoked: 'sk_live_sandbox_revoked_00000007',
};

/**
 * What each valid key may do. Assumption: the reference does not show which permission an endpoint needs; here GET
 * needs to read, and everything else to write.
 */
const permissions = new Map<string, (method: string, resource: string | undefined) => boolean>([
	[keys.live, () => true],
	[keys.test, () => true],
	[keys.bare, () => true],
	[keys.readOnly, (method) => method === 'GET'],
	[keys.noInstances, (_method, resource) => resource !== 'instances'],
	[keys.noAccess, () => false],
]);

/** Whether the key exists and is not revoked. */
export function isValid(key: string): boolean {
	return permissions.has(key);
}

/**
 * Whether the key has permission.
 *
 * @param path without /api/v2
 */
export function isAllowed(key: string, method: string, path: string): boolean {
	return permissions.get(key)?.(method, path.split('/')[1]) ?? false;
}
