import { StrictMode } from 'react';
// oxlint-disable-next-line no-restricted-imports -- a page of its own, for development only, has to be mounted by someone.
import { createRoot } from 'react-dom/client';
import { languages, loadI18n } from '#i18n/load.ts';
import { setThemeMode, themeModes } from '#theme/theme-mode.ts';
import { UiProvider } from '#ui/primitives/UiProvider.tsx';
import { Gallery } from './Gallery.tsx';
import '#theme/base.css.ts';

// Every component in every state: /src/ui/gallery/index.html?lang=en&theme=dark on the dev server.
const asked = new URLSearchParams(location.search);
const mode = themeModes.find((it) => it === asked.get('theme'));
if (mode) setThemeMode(mode);
const i18n = await loadI18n(languages.find((it) => it.code === asked.get('lang')));
await i18n.loadRest();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <UiProvider i18n={i18n}>
        <Gallery only={asked.get('only')} />
      </UiProvider>
    </StrictMode>,
  );
}
