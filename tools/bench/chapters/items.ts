import type { Chapter, ChapterResult, Table } from '../report/chapter';
import { format, ratioFor, spreadFor } from '../report/figures';
import { measureCases, USUAL_SIZE, type Measured } from '../n8n/measureCases';
import { engineNames } from '../n8n/session';

/** What an item costs in a real n8n, compared with n8n's HTTP Request node. */
export const items: Chapter = {
	title: 'Items in a real n8n',
	async measure(): Promise<ChapterResult> {
		const measured = await measureCases();
		return {
			text: [
				"One request per item, by this node and by n8n's HTTP Request node (version 4.5) with the same credentials and the same expressions, against the sandbox without a rate limit. The workflow is a Webhook, Split Out and the node; the time of the same workflow with a No Operation node is subtracted. CPU time is that of n8n's process alone, including its threads, but not task runners. Executions that succeed are not stored. Each figure is the median of the rounds, with minimum and maximum in parentheses; a ratio below 1 means that this node is cheaper or faster.",
				'The HTTP Request node builds the body of a message from four body parameters (*Using Fields Below*), three of them with the same expressions as this node; the service receives identical bodies. It sends all requests at once, because it only limits them when *Batching* is set. This node sends messages one after the other and reads five at a time, which are the defaults.',
				'The default expression engine evaluates in an isolate (`isolated-vm`, which n8n had loaded; n8n does not start without it). The legacy one is `N8N_EXPRESSION_ENGINE=legacy`.',
			],
			tables: [itemTable(measured), axiosTable(measured)],
		};
	},
};

function itemTable(measured: Measured[]): Table {
	return {
		columns: [
			'',
			'expression engine',
			'items',
			'CPU per item, this node, ms',
			'CPU per item, HTTP Request, ms',
			'ratio of CPU',
			'ratio of time',
		],
		rows: measured.map(({ case: { title }, engine, size, ours, http }) => [
			title,
			engineNames[engine],
			size,
			format(spreadFor(ours, 'cpuMs')),
			format(spreadFor(http, 'cpuMs')),
			format(ratioFor(ours, http, 'cpuMs')),
			format(ratioFor(ours, http, 'ms')),
		]),
	};
}

/** The same requests without n8n. */
function axiosTable(measured: Measured[]): Table {
	return {
		columns: [
			`against axios alone, ${USUAL_SIZE} items`,
			'CPU per item, axios, ms',
			'CPU, this node / axios',
			'CPU, HTTP Request / axios',
			'time, this node / axios',
		],
		rows: measured.flatMap(({ case: { title }, ours, http, axios }) =>
			axios
				? [
						[
							title,
							format(spreadFor(axios, 'cpuMs')),
							format(ratioFor(ours, axios, 'cpuMs'), 1),
							format(ratioFor(http, axios, 'cpuMs'), 1),
							format(ratioFor(ours, axios, 'ms'), 1),
						],
					]
				: [],
		),
	};
}
