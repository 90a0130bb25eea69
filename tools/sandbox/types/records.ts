/** The service's records. Undocumented fields are marked as assumptions here and in openapi.yaml. */

export type InstanceStatus = 'connected' | 'disconnected' | 'connecting' | 'error';

export interface Instance {
	id: string;
	name: string;
	status: InstanceStatus;
	phone?: string;
	profilePicture?: string;
	createdAt: string;
	lastConnection?: string;
}

export interface HistoryEntry {
	timestamp: string;
	/** Assumption: the keys are not documented. */
	details: Record<string, unknown>;
}

/** Assumption: the fields of a group are not documented. */
export interface Group {
	id: string;
	instanceId: string;
	subject: string;
	description: string;
	announcement: boolean;
	photoUrl: string | null;
	/** Lifetime of messages; 0 is off. */
	ephemeral: unknown;
	participants: string[];
	createdAt: string;
}

/** Assumption: the fields of a chat are not documented. */
export interface Chat {
	id: string;
	instanceId: string;
	name: string;
	isGroup: boolean;
	archived: boolean;
	unreadCount: number;
	lastMessageAt: string | null;
}

export interface Message {
	id: string;
	instanceId: string;
	remoteJid: string;
	fromMe: boolean;
	type: string;
	content: unknown;
	timestamp: number;
	status: string;
	/** Assumption: who sent a message of a group. */
	participant?: string;
}

export interface Webhook {
	id: string;
	url: string;
	events: string[];
	headers: Record<string, string>;
	secret?: string;
	retryOnFailure: boolean;
	isActive: boolean;
}

/** Assumption: the reference has a tag Contacts, but shows no endpoint or record. */
export interface Contact {
	id: string;
	instanceId: string;
	name: string;
	phone: string;
}
