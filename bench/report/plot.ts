import * as echarts from 'echarts';
import type { Plot } from './chapter';

/** Draws a plot as SVG. */
export function drawPlot({ kind, title, unit, categories, series }: Plot): string {
	const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 800, height: 400 });
	chart.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		title: { text: title, left: 'center', textStyle: { fontSize: 16 } },
		// Without a browser, the width of texts is an estimate.
		legend: { bottom: 0, itemGap: 40 },
		grid: { left: 60, right: 30, top: 60, bottom: 70 },
		xAxis: {
			type: 'category',
			data: categories,
			// Long names are wrapped.
			axisLabel: { interval: 0, width: 560 / categories.length, overflow: 'break' },
		},
		yAxis: { type: 'value', name: unit, nameLocation: 'end', nameTextStyle: { align: 'left' } },
		series: series.map(({ name, values }) => ({
			name,
			type: kind,
			data: values,
			label: { show: kind === 'bar', position: 'top', fontSize: 10 },
		})),
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	return svg;
}
