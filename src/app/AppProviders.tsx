import { useState, type ReactNode } from 'react';
import { resetEvent } from '#contract/reset-event.ts';
import type { I18n, Language } from '#i18n/i18n.ts';
import { loadI18n, rememberLanguage } from '#i18n/load.ts';
import type { AppActor } from '#machines/app.ts';
import {
  AppContext,
  MachinesContext,
  SetLanguageContext,
  type LoadedMachines,
} from '#screens/app-context.tsx';
import { UiProvider } from '#ui/primitives/UiProvider.tsx';

type Props = {
  app: AppActor;
  machines: LoadedMachines;
  spoken: I18n;
  children: ReactNode;
};

/** Provides the contexts that screens read: root actor, machines, language. `spoken`: the language at start. */
export function AppProviders({ app, machines, spoken, children }: Props) {
  const [i18n, setI18n] = useState(spoken);
  const changeLanguage = async (language: Language) => {
    rememberLanguage(language);
    const next = await loadI18n(language);
    const { addDeferredMessages } = await import('#i18n/deferred.ts');
    // Loaded deferred screens do not load their messages again.
    await Promise.all([next.loadRest(), addDeferredMessages(next)]);
    setI18n(next);
    // Refreshes everything: the server returns names of teams and game types in the page's language.
    app.send({ type: 'live.event', event: resetEvent(0) });
  };
  return (
    <AppContext value={app}>
      <MachinesContext value={machines}>
        <SetLanguageContext value={(language) => void changeLanguage(language)}>
          <UiProvider i18n={i18n}>{children}</UiProvider>
        </SetLanguageContext>
      </MachinesContext>
    </AppContext>
  );
}
