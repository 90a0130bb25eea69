/**
 * The names in events, and what they say. The reference (sections 2.9 and 6) shows a few of them; the others are what
 * services for chat accounts use. Names are compared without case, "_" and "-".
 */

/** What is a group's, beside a message. */
const GROUP =
	'groupid groupjid groupchatid group.groupid group.id group.jid sender.groupid account.groupid account.groupjid';

/** That the API sent an own message. */
const BY_API = 'wassentbyapi fromapi sentbyapi viaapi';

/** What a field says: names from the most specific on; before a full stop, the place, unless it is `own`. */
export const ROLES = {
	/** A group's ID beside a message is that of its chat. */
	chat: `peerid ${GROUP} remotejid chatid chatjid wachatid newsletterid remote chataddress chat
		chat.remotejid chat.address chat.chatid chat.wachatid chat.jid chat.phonenumber chat.phone chat.id`,
	/** Somebody at the other end, if neither a chat nor a direction says which address is the chat's. */
	peer: 'phone number externalnumber mobile mobilenumber msisdn waid jid peer',
	/** The same, but it may be the account's. */
	number: 'phonenumber',
	contact: `contact.remotejid contact.jid contact.number contact.phone contact.phonenumber contact.waid contact.handle contact.identifiervalue
		contact.identifier contact.identity contact.uid contact.msisdn contact.id`,
	/** Of several chats or none; a help desk has one for each talk with a person. */
	thread: 'conversationid conversation roomid chatroomid threadid channelurl recipient.chatid account.channelurl',
	to: 'to recipient recipientid receiver tonumber tousername recipient.id recipient.phone recipient.number destination',
	from: `from sender sendernumber senderjid fromnumber fromuserid frombsuid fromid fromusername source voter`,
	/** Of an object, which may also be beside the message; a text there may be the account. */
	senderId: 'sender.id sender.phone sender.phonenumber sender.number sender.userid sender.handle sender.jid',
	/** Who wrote in a group. */
	author: 'participant author group.sender member',
	/** The phone number behind a LID, of the chat and of who wrote. */
	chatPhone: 'remotejidalt jidalt chatpn chatalt recipientpn recipientalt',
	senderPhone: `senderpn senderalt participantpn participantalt participantphone sender.altjid sender.phonenumber sender.phone frompn fromalt senderphone
		senderphonenumber fromphone sender.pn sender.identifier sender.identity originator originationnumber senderaddress`,
	account: `account.id connectedphone wid owner account.displayphonenumber account.phone account.lid me ownjid account wxid
		accountid deviceid account.userid account.number account.phonenumber account.address self bot line`,
	fromMe: `fromme isfromme fromself issentbyme sentbyme isoutgoing outgoing out isecho direction dir flow traffic outbound isoutbound
		owner sender.isme mine ismine isme issent issender issentbyus sentbyus sentbycompany sentbyagent self isself own isown ${BY_API} messagetype`,
	/** The opposite of an own message. */
	isReceived: 'incoming isincoming inbound isinbound income isincome received isreceived fromcustomer isfromcustomer',
	/** Who wrote, by a word. */
	senderRole:
		'sendertype sentby sentbytype fromtype participanttype authortype actortype role sender.type sender.role sender.participanttype',
	/** The same, beside a message: of who did what the event tells about. */
	actorRole: 'actor.role sender.type sender.role',
	/** Who wrote, perhaps by a word. */
	fromWord: 'from sender author',
	/** Where a message is kept. */
	box: 'category folder',
	/** If it is there and cannot be read, nobody knows who wrote. */
	direction: 'direction dir flow traffic fromme isfromme issentbyme sentbyme isoutgoing',
	id: 'keyid messageid idmessage msgid mid messageuuid messagesid messagehandle messageids messageuid wamessageid whatsappmessageid providermessageid ids id uuid guid externalmessageid externalid uid',
	/** A kind may also be that of a chat or a person. */
	type: 'messagetype typemessage messagecontenttype mediatype type subtype kind',
	/** That it is an own message, if it is true. */
	isEcho: `echo automated isautomated autoreply isautoreply frombot isfrombot fromagent isfromagent isbot isagent issystem aigenerated isai
		isaigenerated automatic automatica isautomatic isbulk istemplate iscampaign isoperator isadmin isstaff bysystem byagent bybot byme
		frombusiness isfrombusiness fromcompany fromoperator systemmessage replybot replyautomatic replyautomatica isrobot`,
	/** A bot must not answer another one. */
	isBot: 'sender.isbot',
	/** How far an own message is, as a number. */
	ack: 'ack',
	/** When something happened to an own message. */
	happened: 'deliveredat seenat readat doneat failedat',
	/** Of a chat in a list of chats. */
	unread: 'unreadcount unread unreadmessages',
	status: `status currentstatus ackname ack receipttype state stateinstance connectionstatus smsstatus messagestatus account.status
		account.state`,
	instance: `instanceid header.instance header.instanceid idinstance instancekey instance instancename account.id account.name sessionid session deviceid
		device channelid phonenumberid account.phonenumberid wid`,
	timestamp: `messagetimestamp timestamp t momment time datatime sentat senttimestamp receivedat createdat created ts date
		datetime`,
	senderName: `pushname fromname sendername notifyname profilename sourcename peername participantname authorname actor.name sender.pushname sender.name sender.fullname
		sender.displayname senderdisplayname contactname`,
	firstName: 'sender.firstname contact.firstname',
	lastName: 'sender.lastname contact.lastname',
	contactName: `contact.profilename contact.name contact.displayname contact.fullname chat.fullname chat.title chat.contactname chatname`,
	isGroup: `isgroup isgroupmsg isgroupchat isgroupmessage groupchat waisgroup ingroup fromgroup chat.isgroup chat.waisgroup
		sender.isgroup contact.isgroup account.isgroup unknown.isgroup
		chat.group chat.isgroupchat chat.groupchat chat.type chat.kind chattype threadtype peertype roomtype conversationtype recipienttype scope channeltype chat.channeltype chat.chattype chat.conversationtype`,
	groupId: `${GROUP} guildid groupname groupsubject grouptitle groupinfo groupmetadata chat.groupname chat.groupsubject group membercount participantcount
		participantscount chat.membercount chat.participantcount chat.participantscount`,
	/** Of the message itself, if its context quotes nothing. */
	contextGroup: 'quoted.groupid quoted.groupjid',
	/** Neither a direct chat nor a group. */
	isPost: 'isstatus isstatusupdate isstory story broadcast isbroadcast ischannelpost ischannel isnewsletter',
	/** Nothing that somebody wrote now, or to be answered. */
	isOld: `ishistory ishistorical isbackfill synctype historysync private isprivatenote isinternal internal isnote note iscomment scheduled
		isscheduled scheduledat scheduledfor sendat draft isdraft isold imported isimported issync issynced isreplay isprivate isinternalnote
		iswhisper whisper isspam istest replay synced fromhistory old spam test dryrun scheduledate internalnote`,
	isDeleted:
		'isdeleted deleted deletedat deletedby wasdeleted isrevoked isrevoke revoked recalled isrecalled unsent withdrawn',
	quoted: `quotedmessageid quotedmsgid quotedstanzaid quoted replytoid repliedtoid replyto replytomessageid inreplyto replycontextid
		referencemessageid reactedmessageid pollmessageid stanzaid quoted.stanzaid quoted.quotedid quoted.messageid
		quoted.keyid quoted.id content.stanzaid content.messageid content.pollmessageid`,
	/** Addresses of those whom a message mentions, or whose message it quotes. */
	mentions: `mentions mentionedids mentionedjid mentionedjidlist quoted.mentionedjid quoted.mentions
		quoted.participant quoted.author quoted.from quoted.sender`,
	isMentioned: 'ismentioned mentionsme mentionedme quoted.fromme',
	source: 'source',
	isByApi: BY_API,
	event: `event eventname eventtype datatype webhookevent dataevent eventaction action typewebhook webhooktype whtype hooktype topic hook field
		account.event header.event header.eventname header.eventtype header.messagename header.action header.name method`,
	/** The same, if there is no other name. */
	eventIfNone: 'updatetype notificationtype callbacktype alerttype routingkey',
	isEdit:
		'isedit isedited iseditedmessage edithistory edited wasedited edittimestamp editdate editedat editedmessageid editedtext',
	/** What was done, and to what. */
	change: 'op operation operationtype change changetype verb',
	subject: 'resource table entity model class object',
	stub: 'messagestubtype',
	/** Of an account that connects. */
	pairing: 'qrcode qr pairingcode qrcodebase64 account.qrcode',
	/** What only calls, chats, groups, labels and presences have, and notices of the service in a chat. */
	notice: `callid notification messagestubtype pinmessage pinnedmessage presence presences lastknownpresence participants
		labelid archived unreadcount subject profilepictureurl verifiedname waitingmessage typingmessage receiptmessage`,
	/** With nothing of a message beside it, an event that has one is about it. */
	about: 'conversation chat contact group user call',
	/** In a help desk, a user is the agent who wrote. */
	ticket: 'ticketid',
	agent: 'userid agentid',
	update: 'update',
	text: `caption text body content.string conversation content textmessage textbody textcontent message contenttext
		hydratedcontenttext txt msg`,
	emoji: 'emoji content.value content.reaction',
	/** Beside a sender, their name. */
	name: 'name username',
	/** Of a tapped button or row. */
	choice:
		'selecteddisplaytext selectedbuttontext buttontext displaytext selectedtitle content.message title content.label content.displayname',
	choiceId:
		'selectedbuttonid selectedrowid selectedid buttonorlistid buttonid rowid content.postbackdata content.payload content.data content.id',
	/** Of a poll, and what was chosen in it. */
	question: 'content.name content.question content.title',
	options: 'content.selectedoptions content.selectedoptionnames content.votes content.options content.vote',
	option: 'content.name content.optionname content.title content.text',
	mediaUrl: 'mediaurl fileurl attachmenturl media content.mediaurl',
	mime: 'mimetype mime contenttype content.filetype content.mediatype content.type',
} as const;

export type Role = keyof typeof ROLES;

/** Roles whose names say the same in the content of a message. */
export const IN_CONTENT: Role[] = ['text', 'emoji', 'choice', 'choiceId', 'mime', 'mentions'];

/** What completes a message, beside and below it; of what is around messages, only the first ones do. */
export const KEYS = 'key info senderdata';
export const COMPLETIONS = `${KEYS}
	id messagedata message messages msg update data payload body event value object
	response result record item params attributes attrs relationships details notification raw envelope datamessage`;

/** What is around messages: lists first; then what completes one, and usual wrappers; last, what an account has. */
export const LISTS = `
	messages message msgs messageechoes echoes statuses acks ack receipts messaging calls call
	events entry entries results`;
export const WRAPPERS =
	'vote change changes records items updates notifications content resource syncmessage sentmessage messagestatus';
export const DIRECTORIES = 'chats contacts conversations groups';

/** Objects about somebody or something else. */
export const PLACES = {
	sender: 'sender from fromuser author source',
	recipient: 'to recipient receiver',
	contact:
		'contact contacts customer client visitor subscriber user profile customerprofile channelidentity contactinfo',
	chat: 'chat',
	/** A help desk may have several with one person. */
	talk: 'conversation thread room dialog',
	group: 'group groupinfo',
	actor: 'actor',
	header: 'header webhook',
	account:
		'me self bot instance device session connection line channel channels account metadata meta owner environment connector health',
};

/** Where a name is: in the message itself, in its content, or in an object about somebody or something else. */
export type Place = 'own' | 'content' | 'quoted' | 'unknown' | keyof typeof PLACES;

/** Of these, the ones whose name may begin that of a field, as in `contactPhone`. A user may also be an agent. */
export const HOLDERS = 'sender author recipient receiver contact customer client visitor subscriber chat account';

/** What a message answers or reacts to: read for its ID and author only. */
export const QUOTED =
	/quot|^context$|contextinfo$|^(in)?repl(y|ied|ying)to|^repl(y|ied)(msg|message)|^(answer|respon)\w*to|^cit(ed|ation)|^referencedm|creation.*key|^reactedm|^parentm/;

/** What else a message refers to: another message, another time, an advertisement. It is never read. */
export const OF_ANOTHER =
	/^context|forward|^refer|orig|parent|^prev|^before|^old|^last|^latest|^recent|^since|^mention|^linked|^(source|related|ref|target|first)(msg|message)|^ultim|adreply|^history|^pinned/;
