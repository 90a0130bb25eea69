import type { Keys } from '../types/sandbox';

type Permission = 'read' | 'write' | 'delete' | 'admin';
/** The resources to which the reference assigns permissions. */
type Resource = 'instances' | 'messages' | 'groups' | 'webhooks' | 'settings';

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

type Permissions = Record<Resource, Permission[]>;

function onAll(...permissions: Permission[]): Permissions {
	return {
		instances: permissions,
		messages: permissions,
		groups: permissions,
		webhooks: permissions,
		settings: permissions,
	};
}

const permissionsByKey = new Map<string, Permissions>([
	[keys.live, onAll('admin')],
	[keys.test, onAll('admin')],
	[keys.bare, onAll('read', 'write', 'delete')],
	[keys.readOnly, onAll('read')],
	[keys.noInstances, { ...onAll('read', 'write', 'delete'), instances: [] }],
	[keys.noAccess, onAll()],
]);

// Assumption: the reference does not show which permission an endpoint needs. Here the method decides, and chats,
// contacts and downloads belong to messages.
const permissionByMethod: Record<string, Permission> = {
	GET: 'read',
	HEAD: 'read',
	DELETE: 'delete',
};
const resourceBySegment: Record<string, Resource> = {
	instances: 'instances',
	messages: 'messages',
	chats: 'messages',
	contacts: 'messages',
	downloads: 'messages',
	groups: 'groups',
	webhooks: 'webhooks',
};

/** Whether the key exists and is not revoked. */
export function isValid(key: string): boolean {
	return permissionsByKey.has(key);
}

/**
 * Whether the key has permission. Unknown paths are allowed, so that they get a 404.
 *
 * @param path without /api/v2
 */
export function isAllowed(key: string, method: string, path: string): boolean {
	const resource = resourceBySegment[path.split('/')[1] ?? ''];
	if (resource === undefined) return true;
	const granted = permissionsByKey.get(key)?.[resource] ?? [];
	return granted.includes('admin') || granted.includes(permissionByMethod[method] ?? 'write');
}
