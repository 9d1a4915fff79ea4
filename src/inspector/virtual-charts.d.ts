declare module 'virtual:charts' {
  /** Every chart of machines/, laid out: vite-inspector.ts makes it. */
  export const charts: readonly import('./chart-layout.ts').ChartLayout[];
}
