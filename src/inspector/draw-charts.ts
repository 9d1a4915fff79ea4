import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ChartSvg } from './ChartSvg.tsx';
import { layoutAllCharts } from './all-charts.ts';
import type { ChartLayout } from './chart-layout.ts';

const outDir = fileURLToPath(new URL('../../dist/charts', import.meta.url));

function drawAll(charts: readonly ChartLayout[]): void {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  for (const layout of charts)
    writeFileSync(
      join(outDir, `${layout.name}.svg`),
      renderToStaticMarkup(createElement(ChartSvg, { layout })),
    );
  writeFileSync(
    join(outDir, 'index.html'),
    `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Hevre: every chart</title>
<style>body{font:16px/1.5 system-ui;margin:2rem}nav{columns:5 10rem}img{max-width:100%;height:auto}section{margin-block:3rem}</style>
<h1>Every chart</h1><nav>${charts.map(({ name }) => `<a href="#${name}">${name}</a><br>`).join('')}</nav>
${charts.map(({ name, width, height }) => `<section id="${name}"><h2>${name}</h2><img src="${name}.svg" width="${width}" height="${height}" alt="The chart of ${name}"></section>`).join('\n')}
</html>
`,
  );
  process.stdout.write(`${charts.length} charts: ${join(outDir, 'index.html')}\n`);
}

/**
 * `npm run charts`: every chart as a picture, and a page with them all, in dist/charts.
 * With `--json` it prints only their layouts, as one line: the content of `virtual:charts`.
 */
const charts = await layoutAllCharts();
if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(charts));
else drawAll(charts);
