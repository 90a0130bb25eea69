// The names that are read in events, without case and signs: those of the reference (sections 2.9 and 6), and of the
// gateways from which `remoteJid` and `fromMe` come. Any other name is the user's to enter in Field Names.

/** The roles of fields by name, the most specific name first; before a full stop, the object in which the field is. */
export const ROLES = {
	chat: 'remotejid chatid chat remote groupid groupjid',
	/** Where nothing names a chat, the other end is who wrote or, of an own message, the recipient. */
	from: 'from',
	to: 'to',
	/** Who wrote in a group: of one who is not the chat, a message is in a group, also if a wrapper says so. */
	author: 'participant author sender from',
	member: 'participant author participantphone',
	/** The phone number behind a LID, of the chat and of who wrote. */
	chatPhone: 'remotejidalt',
	senderPhone: 'senderpn participantpn participantalt senderalt participantphone',
	fromMe: 'fromme isfromme direction',
	/** Whether the API or the app sent an own message. */
	sentBy: 'fromapi wassentbyapi source',
	id: 'keyid messageid idmessage id',
	type: 'messagetype typemessage type kind',
	mime: 'mimetype mediatype',
	status: 'status',
	instance: 'instanceid instance.id instance.idinstance instance instancename session sessionid idinstance',
	timestamp: 'messagetimestamp timestamp t momment',
	senderName: 'pushname notifyname sendername fromname sender.pushname sender.name',
	quoted: 'quotedmessageid quotedmsgid quoted.stanzaid quoted.quotedid quoted.id',
	mentions: 'mentionedjid mentionedids mentionedjidlist quoted.mentionedjid quoted.participant',
	/** The account itself. */
	account: 'connectedphone owner wid account.id instance.phone',
	event: 'event eventname eventtype typewebhook datatype action topic event.type event.name event.event webhook.event',
	text: 'caption text body conversation textmessage content message reaction',
	/** The documented body of a message, whatever it has. */
	body: 'content',
	emoji: 'emoji content.value',
	/** The title of a tapped button or row, else its ID, and the options of a vote. */
	choice: `selecteddisplaytext selectedbuttontext content.message content.title content.text
		selectedbuttonid selectedrowid buttonid content.singleselectreply content.id vote selectedoptions`,
} as const;

export type Role = keyof typeof ROLES;

/** Roles whose names say the same in the message and in its content. */
export const IN_CONTENT: Role[] = ['text', 'emoji', 'choice', 'mime', 'quoted', 'mentions'];

/** The objects that are read, by what they are about. In any other one, only signs of a group and flags are seen. */
export const OBJECTS = {
	/** The identity of a message. */
	key: 'key id info senderdata',
	/** Objects that may contain a message, or complete one. */
	message: `message messages msg msgs data payload body record object result item items messagedata eventdata detail
		resource attributes update receipt response vote`,
	/** Objects that contain content. */
	content: `content media reply interactive template ephemeral viewonce documentwithcaption devicesent groupmentioned
		senderkeydistribution singleselectreply`,
	quoted: 'contextinfo messagecontextinfo context quoted quotedmsg quotedmessage replyto replymessage',
	event: 'event events',
	webhook: 'webhook',
	sender: 'sender author from',
	chat: 'chat conversation thread room',
	instance: 'instance instancedata',
	account: 'me',
} as const;

/** Objects and lists that may contain messages. */
export const WRAPPERS = `message messages msg msgs data payload body record object result item items messagedata eventdata detail
	resource attributes event events`;

/** Types by the names of their content and by words of type fields, without a "message" at the end. The first win. */
export const TYPES = {
	deleted: 'deleted revoked',
	reaction: 'reaction encreaction',
	edited: 'edited',
	poll_vote: 'pollvote pollupdate',
	list_reply: 'listreply listresponse',
	button_reply: 'buttonreply buttonsreply buttonsresponse templatebuttonreply interactiveresponse',
	poll: 'poll pollcreation',
	sticker: 'sticker',
	video: 'video ptv gif',
	audio: 'audio voice voicenote ptt',
	image: 'image',
	document: 'document file',
	location: 'location livelocation',
	contact: 'contact contacts contactarray contactsarray vcard',
	order: 'order',
	product: 'product',
	album: 'album',
	text: 'text conversation chat extendedtext',
};

/** The meanings of events by their exact names. The first lines win. */
export const EVENTS = {
	deleted: 'messagedelete messagesdelete messagedeleted messagerevoked onrevokedmessage',
	edited: 'messageedited messagesedited',
	reaction: 'messagereaction messagesreaction onreactionmessage',
	status: `messagestatus messageack messageupdate messagesupdate messageupdated messagedelivered messageread
		messagefailed messagestatuscallback deliverycallback sendmessageupdate outgoingmessagestatus onack ack statuses
		receipt readreceipt`,
	connection: `connection connectionupdate connected disconnected instancestatus instanceconnected instancedisconnected
		sessionstatus statusinstance stateinstancechanged statusinstancechanged connectedcallback disconnectedcallback
		logoutinstance qr qrcode qrcodeupdated statusfind`,
	other: `test ping typing presence presenceupdate presencechatcallback chatpresence call calls incomingcall callreceived
		contacts contactsupdate contactsupsert chats chatsupdate chatsupsert chatsdelete chatcreated chatnew newchat
		groups groupupdate groupsupdate groupsupsert groupparticipants groupparticipantsupdate labels labelsedit
		labelsassociation`,
	/** Any other name. */
	unlisted: '',
	sent: '',
	received: 'receivedcallback',
	message: 'notify post messagecontextinfo',
};

/** The words of all other names that bring messages; "send" and "out" mean the account, "receive" and "in" not. */
export const MESSAGE_WORDS = `message messages msg msgs text type chat event events webhook webhooks whatsapp new any on create created
	add added insert inserted upsert notification callback receive received in incoming inbound send sent out outgoing outbound self api wa v1 v2`;

/** A `type` with such a word is no message. */
export const NO_MESSAGE = 'system notification call protocol gp2 ciphertext presence receipt ack status activity';

/** What became of a message that the account has sent: an event without content that says so is its status. */
export const DELIVERY_STATES = 'pending sent delivered read played failed error serverack deliveryack';

/** Words for messages that must not be answered: they are old, internal, automatic, planned, or were changed. */
export const FLAGS = `history historical import imported migrated sync backfill backfilled replay replayed latest old private
	internal hidden note whisper draft suggestion suggested scheduled scheduledtime scheduleddate queued unsent send bot chatbot
	agent assistant ai automated automatic automation autoreply autoresponder system service notification call simulated echo
	outgoing outbound own api me self deleted delete edited edit update updated changed modified removed recalled revoked`;

/** Words that may be around these, as in `isDraft`, `deletedAt`, `generatedByAi` and "internal note". */
export const AROUND_FLAGS = 'is was from by via sent generated message reply only log at for everyone';

/** Flags that count with any value: what changed, a test, or a post. */
export const MARKS = `update change changes changedfields updatedfields diff previous previousmessage previousattributes before
	edit edits edithistory messagestubtype synctype test istest testmode testmessage isstatus isstory ischannel`;

/** A field with this in its name has to do with a group. */
export const GROUP = 'group communit newsletter broadcast participants participantcount members membercount';
