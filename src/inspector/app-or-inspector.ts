/** The page's start where there is an inspector: it is at `#/qa`, the gallery of parts at `#/qa/ui`; any other address is the app's. */
const pageAt = (hash: string) =>
  /^#\/qa\/ui\b/.test(hash) ? 'gallery' : hash.startsWith('#/qa') ? 'inspector' : 'app';
const started = pageAt(window.location.hash);

// One page is one of them: going across a border begins anew.
window.addEventListener('hashchange', () => {
  if (pageAt(window.location.hash) !== started) window.location.reload();
});
// A function each: a choice between imports is made one by minifying, which then loads the styles of the others.
const pages = {
  inspector: () => import('./main.tsx'),
  gallery: () => import('./gallery/main.tsx'),
  app: () => import('#app/main.tsx'),
};
export const page = pages[started]();
