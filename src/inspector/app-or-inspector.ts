/** The page's start where there is an inspector: `#/qa` is its address, and any other is the app's. */
const isInspectorAddress = () => window.location.hash.startsWith('#/qa');
const startedAsInspector = isInspectorAddress();

// One page is one or the other: going across the border begins anew.
window.addEventListener('hashchange', () => {
  if (isInspectorAddress() !== startedAsInspector) window.location.reload();
});
// Two functions: a choice between two imports is made one by minifying, which then loads the styles of the other.
const pages = { inspector: () => import('./main.tsx'), app: () => import('#app/main.tsx') };
export const page = pages[startedAsInspector ? 'inspector' : 'app']();
