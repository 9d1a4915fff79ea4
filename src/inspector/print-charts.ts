import { layoutAllCharts } from './all-charts.ts';

/** Every chart, laid out, as one line of JSON: what `virtual:charts` holds. */
process.stdout.write(JSON.stringify(await layoutAllCharts()));
