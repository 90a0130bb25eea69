/** The part of the node's Field Names about requests, in their format: a dialect has the same names. */
export interface BodyNames {
	/** The bodies of POST /messages, as examples with placeholders. */
	message: Record<string, unknown>;
	customMessage: Record<string, unknown>;
	/** The names of types, by the documented one. */
	types: Record<string, string>;
	query: Record<'chat' | 'instance' | 'pageSize' | 'cursor' | 'messageId', string>;
	group: { lifetime: string };
}
