import { useState, type ReactNode } from 'react';
import type { I18n, Language } from '#i18n/i18n.ts';
import { loadI18n, rememberLanguage } from '#i18n/load.ts';
import type { AppActor } from '#machines/app.ts';
import {
  AppContext,
  DeviceIdContext,
  MachinesContext,
  TabStorageContext,
  SetLanguageContext,
  type LoadedMachines,
  type TabStorage,
} from '#screens/app-context.tsx';
import { UiProvider } from '#ui/primitives/UiProvider.tsx';

type Props = {
  app: AppActor;
  machines: LoadedMachines;
  device: string;
  memory: TabStorage;
  spoken: I18n;
  children: ReactNode;
};

/** Everything that screens reach for: the root actor, the machines, this device, and the language spoken. */
export function AppProviders({ app, machines, device, memory, spoken, children }: Props) {
  const [i18n, setI18n] = useState(spoken);
  const speak = async (language: Language) => {
    rememberLanguage(language);
    const next = await loadI18n(language);
    await next.loadRest();
    setI18n(next);
  };
  return (
    <AppContext value={app}>
      <MachinesContext value={machines}>
        <DeviceIdContext value={device}>
          <TabStorageContext value={memory}>
            <SetLanguageContext value={(language) => void speak(language)}>
              <UiProvider i18n={i18n}>{children}</UiProvider>
            </SetLanguageContext>
          </TabStorageContext>
        </DeviceIdContext>
      </MachinesContext>
    </AppContext>
  );
}
