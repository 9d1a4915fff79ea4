import { useSelector } from '@xstate/react';
import { CircleOff, Flag, Goal, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { resultEntry } from '#machines/result-entry.ts';
import { Button } from '#ui/primitives/Button.tsx';
import * as css from './ResultForm.css.ts';

type Props = {
  actor: ActorRefFrom<typeof resultEntry>;
  /** Further actions on the item. */
  children?: ReactNode;
};

/** Actions on the item that are possible now; those already done are disabled. */
export function ResultActions({ actor, children }: Props) {
  const t = useT();
  const { status } = useSelector(actor, ({ context }) => context.item);
  const may = useSelector(
    actor,
    (snapshot) =>
      [
        snapshot.can({ type: 'start.request' }),
        snapshot.can({ type: 'result.open' }),
        snapshot.can({ type: 'void.request' }),
      ] as const,
    (one, other) => one.every((can, at) => can === other[at]),
  );
  const [start, result, cancel] = may;
  const ended = status === 'ended';
  return (
    <div className={css.actions}>
      <Button
        full
        tone={status === 'open' ? 'main' : 'quiet'}
        icon={<Flag />}
        disabled={!start}
        onClick={() => actor.send({ type: 'start.request' })}
      >
        {t('start')}
      </Button>
      <Button
        full
        tone={status === 'started' ? 'main' : 'quiet'}
        icon={<Goal />}
        disabled={!result || ended}
        onClick={() => actor.send({ type: 'result.open' })}
      >
        {t('enterResults')}
      </Button>
      {ended && (
        <Button full tone="quiet" icon={<PencilLine />} onClick={() => actor.send({ type: 'result.open' })}>
          {t('updateResults')}
        </Button>
      )}
      {children}
      <Button
        full
        tone="danger"
        icon={<CircleOff />}
        disabled={!cancel}
        onClick={() => actor.send({ type: 'void.request' })}
      >
        {t('voidItem')}
      </Button>
    </div>
  );
}
