import type { Item, ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import * as css from './option-rows.css.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { hasResult, hasWon, votePercentOf } from './item-display.ts';
import { NoPointsTag } from './NoPointsTag.tsx';
import { WithOptionMenu } from './OptionMenu.tsx';
import { ResultMark } from './ResultMark.tsx';
import type { MyBet } from './use-bet.ts';
import { useCollapsedOptions } from './use-collapsed-options.tsx';

/** The options of a vote: a tap picks, a second tap takes back. */
export function VotePick({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const options = optionsInOrder(item);
  const { shown, toggle } = useCollapsedOptions(options, bet, { alwaysShown: hasWon });
  const allowed = item.ptsDetails.bets_allow;
  const used = options.filter(({ id }) => (bet.values[id] ?? 0) > 0).length;
  return (
    <Stack gap="x2">
      <ul className={css.list}>
        {shown.map((option) => (
          <li key={option.id}>
            <WithOptionMenu option={option}>
              <VoteOption item={item} option={option} bet={bet} full={allowed > 1 && used >= allowed} />
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

type VoteOptionProps = { item: Item; option: ItemOption; bet: MyBet; full: boolean };

function VoteOption({ item, option, bet, full }: VoteOptionProps) {
  const t = useT();
  const mine = (bet.values[option.id] ?? 0) > 0;
  const state = bet.stateOf(option.id);
  const percent = option.amount === null ? null : votePercentOf(option, optionsInOrder(item));
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
      <OptionCrest of={option} size="small" />
      <span className={css.name}>
        <OptionName of={option} />
        <NoPointsTag option={option} />
      </span>
      <span className={css.side}>
        {option.amount !== null && (
          <span className={css.amount}>{t('votesCount', { count: option.amount })}</span>
        )}
      </span>
      <span className={css.mark}>
        {hasResult(item) ? (
          <ResultMark right={(option.result ?? 0) > 0} mine={mine} />
        ) : (
          mine && <Geresh drawn={state === 'saved' || state === 'locked' || state === 'mine'} />
        )}
      </span>
      {percent !== null && <span className={css.votesBar} style={{ inlineSize: `${percent}%` }} />}
    </button>
  );
}
