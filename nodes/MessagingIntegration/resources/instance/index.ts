import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';
import { connect } from './connect';
import { create } from './create';
import { disconnect } from './disconnect';
import { getAll } from './getAll';
import { getHistory } from './getHistory';
import { getStatus } from './getStatus';
import { getUserInfo } from './getUserInfo';
import { pairPhone } from './pairPhone';

export const instance: Resource = {
	option: { name: 'Instance', value: 'instance' },
	defaultOperation: 'getAll',
	operations: [
		connect,
		create,
		disconnect,
		getHistory,
		getAll,
		getStatus,
		getUserInfo,
		pairPhone,
		apiRequest('instance'),
	],
};
