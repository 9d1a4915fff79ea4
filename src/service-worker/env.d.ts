/** The files of the build that are kept (vite-service-worker.ts); without a revision where their name tells of their content. */
declare const PRECACHED: { readonly url: string; readonly revision: string | null }[];
