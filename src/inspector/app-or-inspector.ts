/** Entry point of a build with the inspector, which is at `#/qa`; the gallery is at `#/qa/ui`, and any other address opens the app. */
const pageAt = (hash: string) =>
  /^#\/qa\/ui\b/.test(hash) ? 'gallery' : hash.startsWith('#/qa') ? 'inspector' : 'app';
const started = pageAt(window.location.hash);

// A page is only one of them: an address of another one reloads it.
window.addEventListener('hashchange', () => {
  if (pageAt(window.location.hash) !== started) window.location.reload();
});
// A function each: minifying merges a conditional `import()` into one, which then loads the styles of the others too.
const pages = {
  inspector: () => import('./main.tsx'),
  gallery: () => import('./gallery/main.tsx'),
  app: () => import('#app/main.tsx'),
};
export const page = pages[started]();
