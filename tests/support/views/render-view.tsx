import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createTranslator } from '#tests/support/translations.ts';
import { UiProvider } from '#ui/primitives/UiProvider.tsx';
import { outlineOf } from './outline.ts';

const translators = { heb: createTranslator('heb'), en: createTranslator('en') };

/** Renders a view like the app, in Hebrew by default. */
export function renderView(view: ReactNode, language: keyof typeof translators = 'heb') {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <UiProvider i18n={translators[language]}>{children}</UiProvider>
  );
  const { container, rerender, unmount } = render(view, { wrapper });
  return {
    container,
    rerender,
    unmount,
    /** The current outline, see outline.ts. */
    outline: () => outlineOf(container),
  };
}
