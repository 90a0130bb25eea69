// The operations of the node, as data: a folder is a tag of the API, and a file in it an operation.

import { archive } from './chat/archive';
import { getAll as getChats } from './chat/getAll';
import { getMessages } from './chat/getMessages';
import { apiRequest } from './common/apiRequest';
import type { Operation } from './common/operation';
import { getAudio } from './download/getAudio';
import { getVideo } from './download/getVideo';
import { addParticipants } from './group/addParticipants';
import { create as createGroup } from './group/create';
import { setAnnouncement } from './group/setAnnouncement';
import { setEphemeral } from './group/setEphemeral';
import { updatePhoto } from './group/updatePhoto';
import { updateSettings } from './group/updateSettings';
import { connect } from './instance/connect';
import { create as createInstance } from './instance/create';
import { disconnect } from './instance/disconnect';
import { getAll as getInstances } from './instance/getAll';
import { getHistory } from './instance/getHistory';
import { getStatus } from './instance/getStatus';
import { getUserInfo } from './instance/getUserInfo';
import { pairPhone } from './instance/pairPhone';
import { send } from './message/send';
import { sendAndWaitOperation as sendAndWait } from '../sendAndWait/operation';
import { sendMedia } from './message/sendMedia';
import { sendText } from './message/sendText';
import { create as createWebhook } from './webhook/create';
import { getAll as getWebhooks } from './webhook/getAll';
import { testWebhook } from './webhook/testWebhook';

/** The tags of the API (reference, section 1) and their operations by value, in the order of the pickers. */
export const resources = [
	resource('Message', 'sendText', { sendText, sendMedia, sendAndWait, send }),
	resource('Chat', 'getAll', { archive, getAll: getChats, getMessages }),
	// The reference documents no endpoint of Contacts.
	resource('Contact', 'apiRequest', {}),
	resource('Download', 'getVideo', { getAudio, getVideo }),
	resource('Group', 'create', {
		addParticipants,
		create: createGroup,
		setAnnouncement,
		setEphemeral,
		updatePhoto,
		updateSettings,
	}),
	resource('Instance', 'getAll', {
		connect,
		create: createInstance,
		disconnect,
		getHistory,
		getAll: getInstances,
		getStatus,
		getUserInfo,
		pairPhone,
	}),
	resource('Webhook', 'getAll', { create: createWebhook, getAll: getWebhooks, test: testWebhook }),
];

/** One tag of the API: its entry in the resource picker, and its operations. */
export type Resource = ReturnType<typeof resource>;

/** Creates a resource of named operations, whose last one is API Request. */
function resource(name: string, defaultOperation: string, operationsByValue: Record<string, Operation>) {
	const tag = name.toLowerCase();
	const operations = Object.entries({ ...operationsByValue, apiRequest: apiRequest(tag) }).map(
		([value, operation]) => ({
			...operation,
			option: { ...operation.option, value },
		}),
	);
	return { option: { name, value: tag }, defaultOperation, operations };
}
