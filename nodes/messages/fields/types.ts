/**
 * The vocabulary of types: the names of their content, and words of type fields, without a "message" at the end.
 * The first types win: what is about another message is no file, and a file is no text.
 */
export const TYPES = {
	deleted: 'revoke revoked delete deleted remotedelete',
	reaction: 'reaction encreaction',
	edited: 'edit edited messageedit',
	poll_vote: 'vote votes pollvote pollvotes pollupdate pollupdates pollresult pollresults selectedoptions',
	list_reply: 'listreply listresponse singlelistreply singlelistresponse selectedrowid selectedrow',
	button_reply: `button buttonreply buttonsreply buttonresponse buttonsresponse templatebutton templatebuttonreply
		templatebuttonsreply choiceresponse interactiveresponse selectedbutton selectedbuttonid selectedbuttontext quickreply postback`,
	event_response: 'eventresponse enceventresponse',
	poll: 'poll pollcreation pollcreated',
	sticker: 'sticker usercreatedsticker lottiesticker',
	video: 'video ptv gif animation',
	audio: 'audio voice ptt voicenote',
	image: 'image photo picture',
	document: 'document file documentwithcaption',
	order: 'order',
	groupinvite: 'groupinvite',
	location: 'location livelocation latitude degreeslatitude longitude',
	contact: 'contact contacts contactarray contactsarray vcard vcards multivcard',
	text: 'text chat conversation link url extendedtext',
	unsupported: 'unsupported',
};

/** What is around content. In a raw record, anything whose name ends in "message". */
export const AROUND_CONTENT =
	/^(message|msg|data|payload|body|(msg|message)?contents?|update|raw|event|value|response|object|interactive|reply|attachments?|media|(message)?parts|.*(message|messagedata|template)(v\d)?(extension)?|.*poll.*)$/;

/** Content also as a text; others only as objects: `photo` may be the picture of a person. */
export const TEXT_CONTENT =
	/^(text|conversation|textmessage|reaction|edited|revoked|selected\w+|(poll)?votes?|image|video|audio|voice|sticker|document|vcards?|(degrees)?latitude|longitude)$/;

/** Words for types, but never content as objects: these are a person, a preview of a link, a flag. */
export const NO_CONTENT = /^(chat|url|link|unsupported|delete|conversation)$/;

/** The content of a raw record has such a name; what is around content, and news for the device, are none. */
export const RAW_CONTENT =
	/^(?!protocol|senderkey|ephemeral|viewonce|groupmention|devicesent|associated).+message(v\d)?$/;
