import { useActorRef, useSelector } from '@xstate/react';
import { Printer } from 'lucide-react';
import { use, useDeferredValue, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { gridsOf, type PrintedLeague } from '#domain/printed-league.ts';
import { useT } from '#i18n/react.tsx';
import type { printLeague } from '#machines/print-league.ts';
import { useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { LeaguePaper } from '#ui/print/LeaguePaper.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { withSuspense } from '#screens/with-suspense.tsx';
import * as css from './PrintSheet.css.ts';

type Actor = ActorRefFrom<typeof printLeague>;

/** A league on paper: a description of the printout, and the button that opens the print dialog. */
export const PrintSheet = withSuspense(LoadedSheet);

function LoadedSheet({ league, onClose }: { league: number; onClose: () => void }) {
  const t = useT();
  const actor = useActorRef(use(useMachines().print()), { input: { league } });
  const busy = useSelector(actor, (snapshot) => snapshot.matches('printing'));
  const mayPrint = useSelector(actor, (snapshot) => snapshot.can({ type: 'print.start' }));
  const printed = useSelector(actor, ({ context }) => context.printed);
  // Deferred: thousands of cells render without blocking, and the button is enabled once all are rendered.
  const drawn = useDeferredValue(printed, null);
  return (
    <Sheet
      open
      title={t('print')}
      onClose={onClose}
      footer={
        <Button
          full
          icon={<Printer size={20} />}
          busy={busy}
          disabled={!busy && (!mayPrint || drawn !== printed)}
          onClick={() => actor.send({ type: 'print.start' })}
        >
          {t('printStart')}
        </Button>
      }
    >
      <div className={css.contents}>
        <Contents actor={actor} />
      </div>
      {drawn && <Paper printed={drawn} />}
    </Sheet>
  );
}

function Contents({ actor }: { actor: Actor }) {
  const t = useT();
  const printed = useSelector(actor, ({ context }) => context.printed);
  const failure = useFailure(actor);
  if (!printed)
    return failure ? (
      <LoadError failure={failure} onRetry={() => actor.send({ type: 'league.retry' })} />
    ) : (
      <Skeleton shape="row" />
    );
  const { table, games } = printed;
  const items = games.reduce((sum, game) => sum + game.items.length, 0);
  return (
    <Stack gap="x3">
      <p role="status">{t('printReady', { count: table.length })}</p>
      <p>{items > 0 ? t('printItems', { count: items }) : t('printNoItems')}</p>
      <FailureText failure={failure} look="body" />
    </Stack>
  );
}

function Paper({ printed: { league, table, games, at } }: { printed: PrintedLeague }) {
  const rounds = useMemo(
    () => games.map((game) => ({ id: game.id, name: game.name, grids: gridsOf(game) })),
    [games],
  );
  const rows = table.map(({ member, ...row }) => ({ ...row, id: member.id, name: member.name }));
  return <LeaguePaper league={league.name} at={at} table={rows} rounds={rounds} />;
}
