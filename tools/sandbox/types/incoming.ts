import { z } from 'zod';

/** A message to play. Every field has a default. */
export const incomingSchema = z.strictObject({
	/** Default: the first connected instance. */
	instanceId: z.string().optional(),
	/** The chat. Default: the instance's first chat with a person. */
	remoteJid: z.string().min(1).optional(),
	/** The sender in a group. Default: its first participant, unless `fromMe` is true. */
	participant: z.string().min(1).optional(),
	/** Default: false. */
	fromMe: z.boolean().optional(),
	/** Default: text. */
	type: z.string().min(1).optional(),
	/** Default: made from `text`, which is the caption of a file and the name of a location. */
	content: z.unknown(),
	text: z.string().optional(),
	/** The ID of the message to which this one replies. */
	quote: z.string().min(1).optional(),
	/** The name of the event. Default: message. */
	event: z.string().min(1).optional(),
});

export type IncomingMessage = z.infer<typeof incomingSchema>;
