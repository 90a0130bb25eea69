import { measureEditor } from '../package/editor';
import { measureLoading, type Loads } from '../package/loading';
import { measureSize } from '../package/size';
import type { Chapter, ChapterResult } from '../report/chapter';
import { format, ratioFor, spreadFor, type Figures } from '../report/figures';

/** Named `packaging` because `package` is a reserved word. */
export const packaging: Chapter = { title: 'The package', measure };

async function measure(): Promise<ChapterResult> {
	const { ensureBuilt } = await import('../../scripts/build.mjs');
	await ensureBuilt();
	const size = await measureSize();
	const { ours, httpRequest } = await measureLoading();
	const editor = await measureEditor();
	const parts = Object.entries(size.parts);
	const seconds = (ms: Figures[], figure: string) => spreadFor(inSeconds(ms, figure), figure);
	return {
		text: [
			`The published package has ${size.files} files: ${kB(size.packed)} kB packed, ${kB(size.unpacked)} kB unpacked.`,
			'Loading is measured in new processes of n8n\'s Node, with n8n-workflow already loaded. HTTP Request is n8n\'s own node, without a credential; it needs modules that n8n itself may have loaded before. "Shown on the canvas" is the time from navigating to a workflow until the editor shows its node; "panel opened" the time from a double click until the first parameter is visible. Both are measured in turns in one real n8n and Chromium.',
		],
		tables: [
			{
				columns: ['', 'the package', 'HTTP Request', 'ratio'],
				rows: [
					[
						'loading, ms',
						format(spreadFor(ours.times, 'total'), 1),
						format(spreadFor(httpRequest.times, 'total'), 1),
						format(ratioFor(ours.times, httpRequest.times, 'total')),
					],
					...(['canvasMs', 'panelMs'] as const).map((figure) => [
						figure === 'canvasMs' ? 'shown on the canvas, s' : 'panel opened, s',
						format(seconds(editor.ours, figure)),
						format(seconds(editor.httpRequest, figure)),
						format(ratioFor(editor.ours, editor.httpRequest, figure)),
					]),
				],
			},
			{
				columns: ['file', 'loading, ms', 'parameters', 'with those in collections'],
				rows: [...rowsOf(ours), ...rowsOf(httpRequest)],
			},
		],
		plot: {
			kind: 'bar',
			title: 'Size by part of the package, unpacked',
			unit: 'kB',
			categories: parts.map(([name]) => name),
			series: [{ name: 'kB', values: parts.map(([, { bytes }]) => Number(kB(bytes))) }],
		},
	};
}

function kB(bytes: number): string {
	return (bytes / 1000).toFixed(1);
}

function inSeconds(measured: Figures[], figure: string): Figures[] {
	return measured.map((each) => ({ [figure]: (each[figure] ?? NaN) / 1000 }));
}

function rowsOf({ times, files }: Loads): Array<Array<string | number>> {
	return Object.entries(files).map(([path, { properties, allProperties }]) => [
		path.split('/').at(-1) ?? path,
		format(spreadFor(times, path), 1),
		properties,
		allProperties,
	]);
}
