import { everyChart } from './every-chart.ts';

/** Every chart, laid out, as one line of JSON: what `virtual:charts` holds. */
process.stdout.write(JSON.stringify(await everyChart()));
