/** Files of the build to precache (vite-service-worker.ts); `revision` is null if the file name contains a hash of the content. */
declare const PRECACHED: { readonly url: string; readonly revision: string | null }[];
