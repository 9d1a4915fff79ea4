import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { addDeferredMessages } from '#i18n/deferred.ts';
import { languages, loadI18n } from '#i18n/load.ts';
import { UiProvider } from '#ui/primitives/UiProvider.tsx';
import { Gallery } from './Gallery.tsx';
import { readLook } from './look.ts';
import '#theme/base.css.ts';

const element = document.getElementById('root');
if (!element) throw new Error('no #root in the page');
const root = createRoot(element);

/** Shows the gallery as the address asks. The app's stored language and theme do not change. */
async function show(): Promise<void> {
  const { hash } = window.location;
  const look = readLook(hash);
  const i18n = await loadI18n(languages.find(({ code }) => code === look.language));
  await Promise.all([i18n.loadRest(), addDeferredMessages(i18n)]);
  // The address has changed meanwhile: its own event draws it.
  if (window.location.hash !== hash) return;
  document.title = 'Hevre parts';
  if (look.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = look.theme;
  root.render(
    <StrictMode>
      <UiProvider i18n={i18n}>
        <Gallery look={look} />
      </UiProvider>
    </StrictMode>,
  );
}

window.addEventListener('hashchange', () => void show());
await show();
