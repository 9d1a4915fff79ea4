declare module 'virtual:charts' {
  /** Every chart of machines/, laid out: vite-qa.ts makes it. */
  export const charts: readonly import('./chart-layout.ts').ChartLayout[];
}
