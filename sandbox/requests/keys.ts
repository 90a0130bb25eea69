import type { Keys } from '../types/sandbox';

type Permission = 'read' | 'write' | 'delete' | 'admin';
export type ResourceGroup = 'instances' | 'messages' | 'groups' | 'webhooks' | 'settings';

/** Fixed, for examples and tests. They are only valid in the sandbox. */
export const keys: Keys = {
	live: 'sk_live_sandbox_0000000000000001',
	test: 'sk_test_sandbox_0000000000000002',
	bare: 'sandbox_key_0000000000000003',
	readOnly: 'sk_live_sandbox_read_only_000004',
	noInstances: 'sk_live_sandbox_no_instances_0005',
	noAccess: 'sk_live_sandbox_no_access_000006',
	revoked: 'sk_live_sandbox_revoked_00000007',
};

type Permissions = Record<ResourceGroup, Permission[]>;

function onEach(...permissions: Permission[]): Permissions {
	return {
		instances: permissions,
		messages: permissions,
		groups: permissions,
		webhooks: permissions,
		settings: permissions,
	};
}

const permissionsByKey = new Map<string, Permissions>([
	[keys.live, onEach('admin')],
	[keys.test, onEach('admin')],
	[keys.bare, onEach('read', 'write', 'delete')],
	[keys.readOnly, onEach('read')],
	[keys.noInstances, { ...onEach('read', 'write', 'delete'), instances: [] }],
	[keys.noAccess, onEach()],
]);

// Which permission an endpoint needs is not shown. Assumption: by method; chats, contacts and downloads belong to messages.
const permissionByMethod: Record<string, Permission> = { GET: 'read', HEAD: 'read', DELETE: 'delete' };
const groupBySegment: Record<string, ResourceGroup> = {
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

/** Whether the key has permission; unknown paths pass, so that they get a 404. */
export function isAllowed(key: string, method: string, path: string): boolean {
	const group = groupBySegment[path.split('/')[1] ?? ''];
	if (group === undefined) return true;
	const held = permissionsByKey.get(key)?.[group] ?? [];
	return held.includes('admin') || held.includes(permissionByMethod[method] ?? 'write');
}
