export type EventShapeName =
	| 'top'
	| 'array'
	| 'data'
	| 'dataList'
	| 'message'
	| 'dataMessage'
	| 'payload'
	| 'body'
	| 'object'
	| 'resource'
	| 'event'
	| 'dataObject'
	| 'messages'
	| 'dataMessages'
	| 'entry'
	| 'raw'
	| 'rawMessages'
	| 'snake'
	| 'kebab'
	| 'pascal'
	| 'twice'
	| 'lists'
	| 'flat'
	| 'fromTo'
	| 'foreign';

/** What a delivered event looks like, in parts that can be combined. */
export interface EventShape {
	/**
	 * The way to the record, as names with dots: `data.message`. `[]` makes a list: `entry[].changes[].value`. `+` puts
	 * fields beside the next name, or beside those of the record: `event+data`, `event+`.
	 */
	path: string;
	/** How all names are written. */
	names: 'camelCase' | 'snake_case' | 'kebab-case' | 'PascalCase';
	/**
	 * The Message of the reference (section 2.9), a record of the platform's usual library, or a flat one with `from` and
	 * `to`.
	 */
	record: 'message' | 'raw' | 'flat';
	/** Other places of a record's fields, as paths; not for `raw`. An empty path leaves the field out. */
	fields: Partial<Record<EventField, string>>;
	/** Where a reply has the whole message that it quotes; empty if only its content has what the library puts there. */
	quoted: string;
	/** How an event contains the file of a picture or document. */
	file: EventFile;
}

export type EventField = 'chat' | 'fromMe' | 'text' | 'id' | 'type' | 'status' | 'instance' | 'timestamp';

/** A URL at the API's origin or at another host, or the file itself. */
export type EventFile = 'url' | 'otherHost' | 'base64' | 'dataUri';
