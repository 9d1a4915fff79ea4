import { useActorRef, useSelector } from '@xstate/react';
import { use, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Item, ItemOption, Post } from '#contract/models.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { isUnsettled } from '#domain/awaiting-result.ts';
import { cellsOf, isComplete, matchesDueFirst } from '#domain/round-results.ts';
import { useT } from '#i18n/react.tsx';
import type { roundResults } from '#machines/round-results.ts';
import { useBusy, useDone } from '#screens/actor-hooks.ts';
import { useMachines, useServerNow } from '#screens/app-context.tsx';
import { DeadlineTag } from '#screens/item-card/DeadlineTag.tsx';
import { titleOf } from '#screens/item-card/item-display.ts';
import { ItemResult } from '#screens/item-card/ItemResult.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { useSearchParam } from '#screens/search-params.ts';
import { useResource } from '#screens/use-resource.ts';
import { useShowSuccess } from '#screens/use-success.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { DigitPad } from '#ui/match/DigitPad.tsx';
import { MatchRow } from '#ui/match/MatchRow.tsx';
import { ResultCell } from '#ui/match/ResultCell.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { withSuspense } from '#screens/with-suspense.tsx';
import { ItemResultMenu } from './ResultSheet.tsx';
import { withResults } from './result-step.ts';
import * as css from './RoundResults.css.ts';

type Actor = ActorRefFrom<typeof roundResults>;
type Props = { post: number; onClose: () => void };

/** The results of a game, for those who run it: the goals of its matches on one pad, published together; other items one by one. */
export const RoundResults = withSuspense(RoundSheet);

function RoundSheet({ post: id, onClose }: Props) {
  const t = useT();
  const showSuccess = useShowSuccess();
  const { resources, roundResults: loadMachine } = useMachines();
  const actor = useActorRef(use(loadMachine()), { input: { game: id } });
  const game = useResource(resources.post, { id }, { kind: 'game', game: id });
  const post = game.value?.is_staff ? game.value : null;
  useDone(actor, () => {
    showSuccess('roundPublished');
    onClose();
  });
  const items = useSelector(actor, ({ context }) => context.items);
  return (
    <Sheet
      open
      steady
      title={t(items.length > 1 ? 'roundResults' : 'InsertItemResults')}
      onClose={onClose}
      {...(post && items.length > 0 && { footer: <Entry actor={actor} /> })}
    >
      {post ? (
        <Entries actor={actor} items={items} post={post} />
      ) : game.failure ? (
        <LoadError failure={game.failure} onRetry={game.refresh} />
      ) : game.value || game.notFound ? (
        <p role="alert">{t('failure.not_found')}</p>
      ) : (
        <Skeleton shape="row" count={4} />
      )}
    </Sheet>
  );
}

function Entries({ actor, items, post }: { actor: Actor; items: readonly Item[]; post: Post }) {
  const t = useT();
  const now = useServerNow(60_000);
  const openItem = useSearchParam(({ match, id: item }) => match ?? item);
  useEffect(() => {
    actor.send({ type: 'items.synced', items: matchesDueFirst(post.items_data, now, openItem) });
  }, [actor, post, now, openItem]);
  const others = post.items_data.filter((item) => item.type !== 'home/away' && isUnsettled(item));
  return (
    <Stack gap="x3">
      {items.length > 0 && (
        <>
          <ul>
            {items.map((item) => (
              <li key={item.id} className={css.match}>
                <MatchEntry actor={actor} item={item} />
              </li>
            ))}
          </ul>
          <p className={css.note}>{t('result90')}</p>
        </>
      )}
      {others.length > 0 && <OtherItems items={others} post={post} />}
      {items.length === 0 && others.length === 0 && <p>{t('resultsAllIn')}</p>}
    </Stack>
  );
}

/** Items other than matches, such as votes: each has a result form of its own. */
function OtherItems({ items, post }: { items: readonly Item[]; post: Post }) {
  const t = useT();
  const [openId, setOpenId] = useState<number | null>(null);
  const open = items.find(({ id }) => id === openId);
  return (
    <>
      <Heading level={3}>{t('alsoInGame')}</Heading>
      {items.map((item) => (
        <Button key={item.id} full tone="quiet" onClick={() => setOpenId(item.id)}>
          <bdi>{titleOf(item, post)}</bdi>
        </Button>
      ))}
      {open && <ItemResultMenu item={open} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** The pad while a cell is active, and the button that publishes; its position never changes. */
function Entry({ actor }: { actor: Actor }) {
  const t = useT();
  const { items, drafts, active } = useSelector(actor, ({ context }) => context);
  const busy = useBusy(actor);
  const mayPublish = useSelector(actor, (snapshot) => snapshot.can({ type: 'round.publish' }));
  const cell = cellsOf(items).find(({ option }) => option === active);
  const goals = cell && drafts[cell.item]?.typed[cell.option];
  return (
    <>
      {cell && (
        <DigitPad
          inline
          title={t('goalsTitle', {
            name: items.find(({ id }) => id === cell.item)?.options[cell.option]?.name,
          })}
          digit={goals === undefined ? null : goals % 10}
          onDigit={(digit) => actor.send({ type: 'digit.press', digit })}
          onClear={() => actor.send({ type: 'digit.clear' })}
          onTens={() => actor.send({ type: 'tens.press' })}
        />
      )}
      <Button
        full
        busy={busy}
        disabled={!busy && !mayPublish}
        onClick={() => actor.send({ type: 'round.publish' })}
      >
        {t(items.length > 1 ? 'publishRound' : 'resultSave')}
      </Button>
    </>
  );
}

function MatchEntry({ actor, item }: { actor: Actor; item: Item }) {
  const draft = useSelector(actor, ({ context }) => context.drafts[item.id]);
  const failure = useSelector(actor, ({ context }) => context.failures[item.id] ?? null);
  const [home, away] = optionsInOrder(item);
  if (!home || !away) return null;
  const isOver = !isUnsettled(item);
  return (
    <div role="group" aria-label={item.name}>
      <MatchRow
        home={home}
        away={away}
        middle={
          item.status === 'void' ? (
            <DeadlineTag item={item} />
          ) : isOver ? (
            <ItemResult item={item} size="score" />
          ) : (
            <span className={css.cells}>
              <GoalsCell actor={actor} side={home} />
              <GoalsCell actor={actor} side={away} />
            </span>
          )
        }
        mine={
          isOver && draft ? (
            <Conflict actor={actor} item={item} />
          ) : (
            <FailureText failure={failure} look="body" closedText="resultClosed" />
          )
        }
      />
    </div>
  );
}

function GoalsCell({ actor, side: { id, item, name } }: { actor: Actor; side: ItemOption }) {
  const ref = useRef<HTMLButtonElement>(null);
  const goals = useSelector(actor, ({ context }) => context.drafts[item]?.typed[id] ?? null);
  const active = useSelector(actor, ({ context }) => context.active === id);
  const busy = useBusy(actor);
  useEffect(() => {
    if (!active) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const open = () => actor.send({ type: 'cell.tap', option: id });
  return (
    <ResultCell
      ref={ref}
      name={name}
      goals={goals}
      active={active}
      disabled={busy}
      onOpen={open}
      onDigit={(digit) => {
        if (!active) open();
        actor.send({ type: 'digit.press', digit });
      }}
      onClear={() => {
        open();
        actor.send({ type: 'digit.clear' });
      }}
      onMove={(direction) => {
        open();
        actor.send({ type: 'cell.move', direction });
      }}
    />
  );
}

/** Conflict: somebody else has entered a result meanwhile. The row shows theirs, this line the caller's. */
function Conflict({ actor, item }: { actor: Actor; item: Item }) {
  const t = useT();
  const drafts = useSelector(actor, ({ context }) => context.drafts);
  const busy = useBusy(actor);
  const mayReplace = useSelector(actor, (snapshot) =>
    snapshot.can({ type: 'result.replace', item: item.id }),
  );
  return (
    <div role="alert" className={css.conflict}>
      <p>{t('resultConflict')}</p>
      {isComplete(item, drafts) && (
        <Row gap="x2">
          <span className={css.note}>{t('resultMine')}</span>
          <ItemResult item={withResults(item, drafts[item.id]?.typed ?? {})} />
        </Row>
      )}
      <Row gap="x2" wrap>
        {(mayReplace || busy) && (
          <Button
            size="small"
            busy={busy}
            onClick={() => actor.send({ type: 'result.replace', item: item.id })}
          >
            {t('resultReplace')}
          </Button>
        )}
        <Button
          size="small"
          tone="plain"
          disabled={busy}
          onClick={() => actor.send({ type: 'result.keep', item: item.id })}
        >
          {t('resultKeep')}
        </Button>
      </Row>
    </div>
  );
}
