import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { Item } from '#contract/models.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import { useMe } from '#screens/app-context.tsx';
import { BackLayer } from '#screens/back-layer.tsx';
import { hasResult } from '#screens/item-card/item-display.ts';
import { ItemResult } from '#screens/item-card/ItemResult.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import type { MenuAction } from '#ui/primitives/Menu.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { ResultActions } from './ResultActions.tsx';
import { ResultForm } from './ResultForm.tsx';
import * as css from './ResultForm.css.ts';
import { useResultEntry } from './use-result-entry.ts';
import {
  isByCrowd,
  isChangeable,
  isPoll,
  stepOf,
  stepTitle,
  withResults,
  type ResultStep,
} from './result-step.ts';

type Actor = ActorRefFrom<typeof resultEntry>;
type Props = {
  actor: Actor;
  /** Opens with the list of actions, to which `more` is added. */
  menu?: boolean;
  more?: readonly MenuAction[];
  onClose: () => void;
};

/**
 * Start, result, correction or void, one step at a time. Without a step it lists the actions, as the menu of a card
 * does.
 */
export function ResultSheet({ actor, menu = false, more, onClose }: Props) {
  const t = useT();
  const step = useSelector(actor, stepOf);
  const close = () => {
    actor.send({ type: 'step.cancel' });
    onClose();
  };
  const isOpen = menu || step !== null;
  return (
    <>
      {isOpen && <BackLayer onBack={close} />}
      <Sheet
        open={isOpen}
        onClose={close}
        title={t(step ? stepTitle[step] : 'manageItem')}
        step={step ?? 'menu'}
        {...(step ? { footer: <StepButtons actor={actor} step={step} onClose={close} /> } : {})}
      >
        <Stack gap="x4">
          <ItemName actor={actor} />
          {step ? (
            <StepContent actor={actor} step={step} />
          ) : (
            <ResultActions actor={actor} {...(more && { more })} />
          )}
        </Stack>
      </Sheet>
    </>
  );
}

/** Staff menu of an item card: start, result, void. Loaded on demand. */
export function ItemResultMenu({ item, onClose }: { item: Item; onClose: () => void }) {
  const actor = useResultEntry(item, onClose);
  return <ResultSheet actor={actor} menu onClose={onClose} />;
}

function ItemName({ actor }: { actor: Actor }) {
  const item = useSelector(actor, ({ context }) => context.item);
  return (
    <p className={css.about}>
      <bdi>{item.description || item.name}</bdi>
    </p>
  );
}

function StepContent({ actor, step }: { actor: Actor; step: ResultStep }) {
  const t = useT();
  const failure = useSelector(actor, ({ context }) => context.failure);
  const conflicted = useSelector(actor, (snapshot) => snapshot.matches('conflicted'));
  return (
    <Stack gap="x4">
      {conflicted ? (
        <Conflict actor={actor} step={step} />
      ) : (
        <>
          {step === 'result' ? (
            <ResultForm actor={actor} />
          ) : (
            <p>{t(step === 'start' ? 'startWhat' : 'voidWhat')}</p>
          )}
          <FailureText failure={failure} look="body" closedText="resultClosed" />
        </>
      )}
    </Stack>
  );
}

/** Conflict: the current result, and beside it the one that would replace it. */
function Conflict({ actor, step }: { actor: Actor; step: ResultStep }) {
  const t = useT();
  const { item, typed } = useSelector(actor, ({ context }) => context);
  const mayChange = isChangeable(item, useMe()?.is_staff ?? false);
  return (
    <Stack gap="x4">
      <Stack gap="x3">
        <p role="alert">{t(mayChange ? 'resultConflict' : 'life.final')}</p>
        {hasResult(item) ? <ItemResult item={item} size="score" /> : <p>{t(statusMessages[item.status])}</p>}
      </Stack>
      {step === 'result' && item.status !== 'void' && mayChange && !isByCrowd(item) && (
        <Row gap="x3" wrap>
          <span className={css.about}>{t('resultMine')}</span>
          <ItemResult item={withResults(item, typed)} />
        </Row>
      )}
    </Stack>
  );
}

const statusMessages = {
  open: 'beforeKickoff',
  started: 'life.started',
  ended: 'ended',
  void: 'life.void',
} as const;

function StepButtons({ actor, step, onClose }: { actor: Actor; step: ResultStep; onClose: () => void }) {
  const t = useT();
  const snapshot = useSelector(actor, (it) => it);
  const conflicted = snapshot.matches('conflicted');
  const submit = { type: 'result.submit' } as const;
  const confirm = { type: 'step.confirm' } as const;
  const event = snapshot.matches('entering') ? submit : confirm;
  const { item, typed } = snapshot.context;
  const result = isPoll(item, typed) ? 'resultSavePoll' : 'resultSave';
  const label =
    conflicted && step === 'result'
      ? 'resultReplace'
      : ({ start: 'start', void: 'voidItem', result } as const)[step];
  const mayChange = isChangeable(item, useMe()?.is_staff ?? false);
  // Nothing to replace: somebody else has started or voided the item, its votes are counted, or its result is final.
  const settled =
    conflicted &&
    (step === 'start' || item.status === 'void' || !mayChange || (step === 'result' && isByCrowd(item)));
  return (
    <Row gap="x2" wrap>
      {!settled && (
        <Button
          tone={step === 'void' ? 'danger' : 'main'}
          busy={snapshot.hasTag('busy')}
          disabled={!snapshot.hasTag('busy') && !snapshot.can(event)}
          onClick={() => actor.send(event)}
        >
          {t(label)}
        </Button>
      )}
      <Button tone="plain" disabled={!snapshot.can({ type: 'step.cancel' })} onClick={onClose}>
        {t(conflicted ? 'resultKeep' : 'cancel')}
      </Button>
    </Row>
  );
}
