import { useActorRef } from '@xstate/react';
import { Copy, Download } from 'lucide-react';
import { sealScript } from '#domain/seals.ts';
import { useT } from '#i18n/react.tsx';
import { useBusy, useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { downloadText } from '#screens/download-text.ts';
import { useCopy } from '#screens/use-copy.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import * as css from './seals.css.ts';

/** Downloads for checking a league's seals without the app: all its bets as a file, and a script that recomputes the seals. */
export function OwnCheck({ league }: { league: number }) {
  const t = useT();
  const copy = useCopy('copyMessageFailed');
  const command = useActorRef(useMachines().command);
  useEmitted(command, 'command.done', ({ response }) =>
    downloadText('picks.csv', 'text/csv', String(response)),
  );
  const busy = useBusy(command);
  const failure = useFailure(command);
  return (
    <details>
      <summary className={css.summary}>{t('seal.byOneself')}</summary>
      <Stack gap="x2">
        <p className={css.quiet}>{t('seal.howTo')}</p>
        <pre dir="ltr" className={css.script}>
          {sealScript}
        </pre>
        <code dir="ltr" className={css.code}>
          node check.mjs picks.csv
        </code>
        <Row gap="x2" wrap>
          <Button
            tone="quiet"
            size="small"
            icon={<Download size={20} />}
            busy={busy}
            onClick={() => command.send({ type: 'command.run', command: { name: 'exportBets', league } })}
          >
            {t('seal.download')}
          </Button>
          <Button tone="quiet" size="small" icon={<Copy size={20} />} onClick={() => void copy(sealScript)}>
            {t('seal.copy')}
          </Button>
        </Row>
        <FailureText failure={failure} />
      </Stack>
    </details>
  );
}
