import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { chosenLanguage, languages } from '#i18n/load.ts';
import { useI18n } from '#i18n/react.tsx';
import { useMachines, useMe, useSetLanguage } from '#screens/app-context.tsx';
import { setThemeMode, themeModes, readThemeMode } from '#theme/theme-mode.ts';
import { Select } from '#ui/form/Select.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';

const themeLabels = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

/** Theme and language of this device. The language is also saved for the member, for push notifications. */
export function DisplayPreferences() {
  const { t, code } = useI18n();
  const setLanguage = useSetLanguage();
  const me = useMe();
  const { command } = useMachines();
  const saving = useActorRef(command);
  const [mode, setMode] = useState(readThemeMode);
  return (
    <Stack gap="x3">
      <Select
        label={t('theme')}
        value={mode}
        options={themeModes.map((it) => ({ value: it, label: t(themeLabels[it]) }))}
        onChange={(chosen) => {
          setThemeMode(chosen);
          setMode(chosen);
        }}
      />
      <Select
        label={t('language')}
        value={code}
        options={languages.map((it) => ({ value: it.code, label: it.name }))}
        onChange={(chosen) => {
          setLanguage(languages.find((it) => it.code === chosen) ?? chosenLanguage());
          if (me)
            saving.send({
              type: 'command.run',
              command: { name: 'setLanguage', member: me.id, language: chosen },
            });
        }}
      />
    </Stack>
  );
}
