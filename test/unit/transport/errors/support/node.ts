import type { INode } from 'n8n-workflow';

/** The node that an error belongs to. */
export const node: INode = {
	id: '1',
	name: 'Messages',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
