import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { Item, ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/Button.tsx';
import { Crest } from '#ui/Crest.tsx';
import { Geresh } from '#ui/Geresh.tsx';
import { Stack } from '#ui/layout.tsx';
import * as css from './Choices.css.ts';
import { optionsInOrder } from '#contract/picks.ts';
import { hasResult, shareOf } from './item-view.ts';
import { ResultMark } from './ResultMark.tsx';
import type { MyBet } from './use-bet.ts';

/** A question and its answers: tap one's own; tapped again it is taken back. */
export function VotePick({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const [all, showAll] = useState(false);
  const options = optionsInOrder(item);
  const folds = options.length >= limits.viewAllFrom;
  const first = limits.viewAllFrom - 1;
  const shown = options.filter((option, at) => !folds || all || at < first || isTelling(option, bet));
  const allowed = item.ptsDetails.bets_allow;
  const used = options.filter(({ id }) => (bet.values[id] ?? 0) > 0).length;
  return (
    <Stack gap="x2">
      <ul className={css.list}>
        {shown.map((option) => (
          <li key={option.id}>
            <Choice item={item} option={option} bet={bet} full={allowed > 1 && used >= allowed} />
          </li>
        ))}
      </ul>
      {bet.open && allowed > 1 && <p className={css.left}>{t('picksLeft', { count: allowed - used })}</p>}
      {folds && (
        <Button tone="plain" size="small" aria-expanded={all} onClick={() => showAll(!all)}>
          {t(all ? 'viewLess' : 'viewAll')}
        </Button>
      )}
    </Stack>
  );
}

/** Worth seeing even where the list is folded: one's own, and what won. */
const isTelling = ({ id, result }: ItemOption, bet: MyBet) => (bet.values[id] ?? 0) > 0 || (result ?? 0) > 0;

type ChoiceProps = { item: Item; option: ItemOption; bet: MyBet; full: boolean };

function Choice({ item, option, bet, full }: ChoiceProps) {
  const t = useT();
  const mine = (bet.values[option.id] ?? 0) > 0;
  const state = bet.stateOf(option.id);
  const share = option.amount === null ? null : shareOf(option, optionsInOrder(item));
  return (
    <button
      type="button"
      className={css.option}
      aria-pressed={mine}
      data-state={state}
      data-locked={bet.open ? undefined : ''}
      disabled={!bet.open || (full && !mine)}
      onClick={() => bet.put(option.id, mine ? null : 1)}
    >
      <Crest name={option.name} image={option.image} size="small" />
      <span className={css.name}>
        <bdi>{option.name}</bdi>
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
      {share !== null && <span className={css.bar} style={{ inlineSize: `${share}%` }} />}
    </button>
  );
}
