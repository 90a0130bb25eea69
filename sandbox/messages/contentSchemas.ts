import { z } from 'zod';

/**
 * The content of each known type of message. The reference shows neither the types nor their content (section 2.9), so
 * all of it is an assumption; openapi.yaml has the same.
 */

const text = z.string().min(1);
const quotedMessageId = text.optional();
const url = z
	.string()
	.regex(/^https?:\/\/[^\s/]+/, 'Must be an http or https URL')
	.optional();
const file = { url, base64: text.optional(), fileName: text.optional(), mimetype: text.optional() };
const caption = z.string().optional();
const row = z.strictObject({ id: text, title: text, description: z.string().optional() });

export const contentSchemas = {
	text: z.strictObject({ text, quotedMessageId }),
	image: z.strictObject({ ...file, caption, quotedMessageId }),
	video: z.strictObject({ ...file, caption, quotedMessageId }),
	audio: z.strictObject({ ...file, ptt: z.boolean().optional(), quotedMessageId }),
	document: z.strictObject({ ...file, caption, quotedMessageId }),
	location: z.strictObject({
		latitude: z.number().min(-90).max(90),
		longitude: z.number().min(-180).max(180),
		name: z.string().optional(),
		address: z.string().optional(),
		quotedMessageId,
	}),
	contact: z.strictObject({ name: text, phone: text, quotedMessageId }),
	// An empty emoji takes a reaction back.
	reaction: z.strictObject({ messageId: text, emoji: z.string(), quotedMessageId }),
	list: z.strictObject({
		title: z.string().optional(),
		text,
		buttonText: text,
		sections: z.array(z.strictObject({ title: z.string().optional(), rows: z.array(row).min(1) })).min(1),
		quotedMessageId,
	}),
};

export type ContentType = keyof typeof contentSchemas;

/** Whether the content of a type is known. */
export function isKnownType(type: string): type is ContentType {
	return Object.hasOwn(contentSchemas, type);
}

/** Whether messages of a type have a file. */
export function hasFile(type: ContentType): boolean {
	return 'base64' in contentSchemas[type].shape;
}
