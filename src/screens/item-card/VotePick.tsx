import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { Person } from '#ui/people/Avatar.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import * as css from './option-rows.css.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { hasResult, hasWon } from './item-display.ts';
import { OptionLabel } from './OptionLabel.tsx';
import { WithOptionMenu } from './OptionMenu.tsx';
import { ResultMark } from './ResultMark.tsx';
import { VotePercent, Voters } from './VoteShare.tsx';
import type { PickProps } from './use-bet.ts';
import { useCollapsedOptions } from './use-collapsed-options.tsx';

/** The options of a vote: a tap picks, a second tap removes the pick. */
export function VotePick({ item, bet, votersOf }: PickProps) {
  const t = useT();
  const options = optionsInOrder(item);
  const { shown, toggle } = useCollapsedOptions(options, bet, {
    open: votersOf !== undefined,
    alwaysShown: hasWon,
  });
  const allowed = item.ptsDetails.bets_allow;
  const used = options.filter(({ id }) => (bet.values[id] ?? 0) > 0).length;
  return (
    <Stack gap="x2">
      <ul className={css.list}>
        {shown.map((option) => (
          <li key={option.id}>
            <WithOptionMenu option={option}>
              <VoteOption
                item={item}
                option={option}
                bet={bet}
                full={allowed > 1 && used >= allowed}
                voters={votersOf?.(option.id)}
              />
            </WithOptionMenu>
          </li>
        ))}
      </ul>
      {bet.open && allowed > 1 && (
        <p className={css.remaining}>{t('picksLeft', { count: allowed - used })}</p>
      )}
      {toggle}
    </Stack>
  );
}

type VoteOptionProps = Omit<PickProps, 'votersOf'> & {
  option: ItemOption;
  full: boolean;
  voters: readonly Person[] | undefined;
};

function VoteOption({ item, option, bet, full, voters }: VoteOptionProps) {
  const t = useT();
  const mine = (bet.values[option.id] ?? 0) > 0;
  const state = bet.stateOf(option.id);
  return (
    <button
      type="button"
      className={css.option}
      aria-pressed={mine}
      data-state={state}
      data-locked={bet.open ? undefined : ''}
      disabled={!bet.open || (full && !mine)}
      onClick={() => bet.setPick(option.id, mine ? null : 1)}
    >
      <OptionLabel option={option} />
      <span className={css.end}>
        <span className={css.side}>
          {voters ? (
            <Voters people={voters} total={option.amount ?? 0} />
          ) : (
            option.amount !== null && (
              <span className={css.amount}>{t('votesCount', { count: option.amount })}</span>
            )
          )}
          <VotePercent item={item} option={option} />
        </span>
        <span className={css.mark}>
          {hasResult(item) ? (
            <ResultMark right={(option.result ?? 0) > 0} mine={mine} />
          ) : (
            mine && <Geresh drawn={state === 'saved' || state === 'locked' || state === 'mine'} />
          )}
        </span>
      </span>
    </button>
  );
}
