import type { BodyNames } from '../types/dialect';

/** The defaults of the node. */
export const documentedNames: BodyNames = {
	message: {
		instanceId: '{instance}',
		remoteJid: '{recipient}',
		type: '{type}',
		content: {
			text: '{text}',
			caption: '{caption}',
			url: '{mediaUrl}',
			base64: '{mediaData}',
			fileName: '{fileName}',
			mimetype: '{mimeType}',
			ptt: '{voiceNote}',
			quotedMessageId: '{replyTo}',
		},
	},
	customMessage: { instanceId: '{instance}', remoteJid: '{recipient}', type: '{type}', content: '{content}' },
	types: { text: 'text', image: 'image', video: 'video', audio: 'audio', document: 'document' },
	query: { chat: 'chatId', instance: 'instanceId', pageSize: 'limit', cursor: 'cursor', messageId: 'messageId' },
	group: { lifetime: 'expiration' },
};

/** Bodies that have nothing in common. All of them are invented. */
export const bodies = {
	/** All parts beside each other, with other names and types, one of them for voice notes. */
	flatBody: {
		message: {
			instance_id: '{instance}',
			to: '{recipient}',
			kind: '{type}',
			text: '{text}',
			media_url: '{mediaUrl}',
			media_base64: '{mediaData}',
			caption: '{caption}',
			file_name: '{fileName}',
			mime_type: '{mimeType}',
			reply_to: '{replyTo}',
		},
		customMessage: { instance_id: '{instance}', to: '{recipient}', kind: '{type}', details: '{content}' },
		types: { text: 'chat', audio: 'sound', voice: 'voice', document: 'file' },
		query: { chat: 'chat_id', instance: 'instance_id', pageSize: 'page_size', messageId: 'message_id' },
		group: { lifetime: 'disappearing_seconds' },
	},
	/** Deep in each other, with a domain behind numbers and a file as a data URI. */
	nestedBody: {
		message: {
			session: { id: '{instance}' },
			destination: { address: '{recipient}@s.whatsapp.net' },
			message: {
				kind: '{type}',
				body: {
					plain: { value: '{text}', direction: 'auto' },
					attachment: {
						source: { href: '{mediaUrl}', data: 'data:{mimeType};base64,{mediaData}' },
						label: '{caption}',
						name: '{fileName}',
						recorded: '{voiceNote}',
					},
				},
				context: { id: '{replyTo}' },
			},
		},
		customMessage: {
			session: { id: '{instance}' },
			destination: { address: '{recipient}@s.whatsapp.net' },
			message: { kind: '{type}', body: '{content}', context: { id: '{replyTo}' } },
		},
		types: { text: 'TEXT', image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO', document: 'FILE' },
		query: { chat: 'jid', instance: 'session', pageSize: 'perPage', messageId: 'ref' },
		group: { lifetime: 'settings.disappearing.after' },
	},
	/** Constants, and the name of the type as the name of a field. */
	typedBody: {
		message: {
			version: 2,
			channel: { kind: 'business', account: '{instance}' },
			audience: 'single',
			to: '+{recipient}',
			type: '{type}',
			words: { body: '{text}', preview: false },
			'{type}': {
				link: '{mediaUrl}',
				bytes: '{mediaData}',
				caption: '{caption}',
				filename: '{fileName}',
				voice: '{voiceNote}',
			},
			context: { message_id: '{replyTo}' },
		},
		customMessage: {
			version: 2,
			channel: { kind: 'business', account: '{instance}' },
			audience: 'single',
			to: '+{recipient}',
			type: '{type}',
			'{type}': '{content}',
			context: { message_id: '{replyTo}' },
		},
		types: { text: 'words', document: 'attachment' },
	},
	/** Lists in lists; a text has no type, and a file as URL or base64 one place. */
	listBody: {
		message: {
			batch: [
				{
					via: '{instance}',
					recipients: ['{recipient}'],
					blocks: [
						{ block: 'quote', of: ['{replyTo}'] },
						{ block: 'paragraph', lines: ['{text}'] },
						{
							block: '{type}',
							files: [{ source: '{mediaUrl}{mediaData}', title: '{fileName}', recorded: '{voiceNote}' }],
						},
						{ block: 'note', lines: ['{caption}'] },
					],
				},
			],
			flags: ['no-preview'],
		},
		customMessage: {
			batch: [{ via: '{instance}', recipients: ['{recipient}'], blocks: [{ block: '{type}', data: '{content}' }] }],
		},
		types: { text: '', image: 'picture', video: 'clip', audio: 'sound', document: 'paper' },
		query: { chat: 'with', instance: 'via', pageSize: 'take', cursor: 'after', messageId: 'of' },
		group: { lifetime: 'ttl' },
	},
	/** One text for text and caption, values in longer texts, and JSON in a text. */
	textBody: {
		message: {
			chat: 'account/{instance}/chat/{recipient}@c.us',
			message: '{text}{caption}',
			media: '{mediaUrl}data:{mimeType};base64,{mediaData}',
			options: '{"class":"{type}","file":{"name":"{fileName}","ptt":"{voiceNote}"},"quoted":"false_{replyTo}"}',
			notify: true,
		},
		customMessage: { chat: 'account/{instance}/chat/{recipient}@c.us', special: { of: '{type}', data: '{content}' } },
		types: { text: 'T', image: 'I', video: 'V', audio: 'A', document: 'D' },
	},
} satisfies Record<string, Partial<{ [Key in keyof BodyNames]: Partial<BodyNames[Key]> }>>;
