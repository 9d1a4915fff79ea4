import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { Person } from '#ui/people/Avatar.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Slider } from '#ui/form/Slider.tsx';
import * as css from './option-rows.css.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { hasResult, hasWon } from './item-display.ts';
import { OptionLabel } from './OptionLabel.tsx';
import { OptionMenu } from './OptionMenu.tsx';
import { ResultMark } from './ResultMark.tsx';
import type { PickProps } from './use-bet.ts';
import { VotePercent, Voters } from './VoteShare.tsx';
import { useCollapsedOptions } from './use-collapsed-options.tsx';

/** Votes spread over the options: a slider for votes, and a stepper for whole points. */
export function BalancePick({ item, bet, votersOf }: PickProps) {
  const t = useT();
  const options = optionsInOrder(item);
  const { shown, toggle } = useCollapsedOptions(options, bet, {
    open: votersOf !== undefined,
    alwaysShown: hasWon,
  });
  const { bets_allow: maxPoints, votesForPoint: votesPerPoint } = item.ptsDetails;
  const used = options.reduce((sum, { id }) => sum + (bet.values[id] ?? 0), 0);
  const votesLeft = maxPoints * votesPerPoint - used;
  return (
    <div>
      <ul>
        {shown.map((option) => (
          <BalanceOption
            key={option.id}
            item={item}
            option={option}
            bet={bet}
            votesLeft={votesLeft}
            voters={votersOf?.(option.id)}
          />
        ))}
      </ul>
      {bet.open && <p className={css.remaining}>{t('votesLeft', { count: votesLeft })}</p>}
      {toggle}
    </div>
  );
}

type BalanceOptionProps = Omit<PickProps, 'votersOf'> & {
  option: ItemOption;
  votesLeft: number;
  voters: readonly Person[] | undefined;
};

function BalanceOption({ item, option, bet, votesLeft, voters }: BalanceOptionProps) {
  const t = useT();
  const { bets_allow: maxPoints, votesForPoint: votesPerPoint } = item.ptsDetails;
  const value = bet.values[option.id] ?? 0;
  const step = maxPoints > 1 ? votesPerPoint : 1;
  // The slider covers the votes beyond whole points. At its maximum it stays full, and its range stays the same while
  // dragging and between key presses: from a whole point, keys can decrease the value too.
  const [heldBase, setHeldBase] = useState<number | null>(null);
  const baseAtRest =
    value === maxPoints * votesPerPoint
      ? value - votesPerPoint
      : Math.floor(value / votesPerPoint) * votesPerPoint;
  // Another device may have changed the value.
  const isHeld = heldBase !== null && heldBase <= value && value <= heldBase + votesPerPoint;
  const sliderBase = isHeld ? heldBase : baseAtRest;
  const max = value + votesLeft;
  const setByButton = (votes: number) => {
    setHeldBase(null);
    bet.setPick(option.id, votes);
  };
  const { name } = option;
  return (
    <li className={css.balance} data-state={bet.stateOf(option.id)} data-mine={value > 0 ? '' : undefined}>
      <OptionLabel option={option}>
        {option.amount !== null && (
          <span className={css.amount}>{t('votesCount', { count: option.amount })}</span>
        )}
      </OptionLabel>
      <span className={css.side}>
        {voters && <Voters people={voters} total={voters.length} />}
        <VotePercent item={item} option={option} />
        {hasResult(item) && <ResultMark right={(option.result ?? 0) > 0} mine={value > 0} />}
        <b
          className={css.votes}
          data-mine={value > 0 ? '' : undefined}
          data-zero={value === 0 ? '' : undefined}
        >
          {value}
        </b>
        <OptionMenu option={option} />
      </span>
      {bet.open && (
        <div className={css.track}>
          <IconButton
            label={t('takeVote', { name, count: step })}
            size="small"
            tone="quiet"
            disabled={value < step}
            onClick={() => setByButton(value - step)}
          >
            <Minus />
          </IconButton>
          <Slider
            label={t('votesFor', { name })}
            value={value - sliderBase}
            min={0}
            max={votesPerPoint}
            text={(votes) => t('votesCount', { count: sliderBase + votes })}
            onChange={(votes) => {
              setHeldBase(sliderBase);
              bet.setPick(option.id, Math.min(max, sliderBase + votes));
            }}
            onCommit={() => setHeldBase(null)}
          />
          <IconButton
            label={t('addVote', { name, count: step })}
            size="small"
            tone="quiet"
            disabled={value + step > max}
            onClick={() => setByButton(value + step)}
          >
            <Plus />
          </IconButton>
        </div>
      )}
    </li>
  );
}
