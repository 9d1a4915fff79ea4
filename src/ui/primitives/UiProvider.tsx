import { DirectionProvider } from '@radix-ui/react-direction';
import type { ReactNode } from 'react';
import type { I18n } from '#i18n/i18n.ts';
import { I18nProvider } from '#i18n/react.tsx';

/** Providers for all components: the language, and its direction for Radix. */
export function UiProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return (
    <I18nProvider value={i18n}>
      <DirectionProvider dir={i18n.direction}>{children}</DirectionProvider>
    </I18nProvider>
  );
}
