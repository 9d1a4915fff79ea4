import { useState, type ReactNode } from 'react';
import type { I18n, Language } from '#i18n/i18n.ts';
import { loadI18n, rememberLanguage } from '#i18n/load.ts';
import type { AppActor } from '#machines/app.ts';
import {
  AppContext,
  DeviceContext,
  MachinesContext,
  MemoryContext,
  SpeakContext,
  type Machines,
  type Memory,
} from '#screens/kit.tsx';
import { UiRoot } from '#ui/UiRoot.tsx';

type Props = {
  app: AppActor;
  machines: Machines;
  device: string;
  memory: Memory;
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
        <DeviceContext value={device}>
          <MemoryContext value={memory}>
            <SpeakContext value={(language) => void speak(language)}>
              <UiRoot i18n={i18n}>{children}</UiRoot>
            </SpeakContext>
          </MemoryContext>
        </DeviceContext>
      </MachinesContext>
    </AppContext>
  );
}
