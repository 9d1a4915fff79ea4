import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { chosenLanguage, languages } from '#i18n/load.ts';
import { useI18n } from '#i18n/react.tsx';
import { useMachines, useMe, useSpeak } from '#screens/kit.tsx';
import { chooseMode, modes, readMode, type Mode } from '#theme/mode.ts';
import { Select } from '#ui/Select.tsx';
import { Stack } from '#ui/layout.tsx';

const modeNames = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

/** Theme and language of this device. The language is also saved for the member, for push notifications. */
export function Preferences() {
  const { t, code } = useI18n();
  const speak = useSpeak();
  const me = useMe();
  const { errand } = useMachines();
  const saving = useActorRef(errand);
  const [mode, show] = useState(readMode);
  return (
    <Stack gap="x3">
      <Select
        label={t('theme')}
        value={mode}
        options={modes.map((it) => ({ value: it, label: t(modeNames[it]) }))}
        onChange={(chosen) => {
          chooseMode(chosen as Mode);
          show(chosen as Mode);
        }}
      />
      <Select
        label={t('language')}
        value={code}
        options={languages.map((it) => ({ value: it.code, label: it.name }))}
        onChange={(chosen) => {
          speak(languages.find((it) => it.code === chosen) ?? chosenLanguage());
          if (me)
            saving.send({ type: 'errand.run', errand: { name: 'speak', member: me.id, language: chosen } });
        }}
      />
    </Stack>
  );
}
