/** The service's records. Fields that the reference does not show are marked as guesses here and in openapi.yaml. */

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
	/** Guess: the keys inside are not shown. */
	details: Record<string, unknown>;
}

/** Guess: the fields of a group record are not shown. */
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

/** Guess: the fields of a chat record are not shown. */
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

/** Guess: contacts are a tag of the interface, but no endpoint or record of them is shown. */
export interface Contact {
	id: string;
	instanceId: string;
	name: string;
	phone: string;
}
