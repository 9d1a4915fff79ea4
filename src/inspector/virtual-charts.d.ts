declare module 'virtual:charts' {
  /** Layouts of all charts; vite-inspector.ts generates them. */
  export const charts: readonly import('./chart-layout.ts').ChartLayout[];
}
