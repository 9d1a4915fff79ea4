import type { Item, MemberBets as Bets } from '#contract/models.ts';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { useList } from '#screens/use-list.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { cx } from '#ui/primitives/cx.ts';
import * as css from './MemberBets.css.ts';
import { sortMemberBets, reasonCodeOf } from '#domain/bet/member-bets.ts';

/**
 * Bets of the members of a group, or of the whole league. Needs a `key` by group: another group is another
 * list.
 */
export function MemberBets({ item, group }: { item: Item; group: number | null }) {
  const t = useT();
  const me = useMe()?.id ?? null;
  const list = useList(
    useMachines().lists.itemBets,
    {
      filters: { item: item.id, post: item.post, ...(group === null ? {} : { clan: group }) },
      limit: limits.page.max,
    },
    { kind: 'itemBets', item: item.id },
  );
  const { rows, failure } = list;

  if (list.loading) return <Skeleton shape="row" count={5} />;
  if (failure && rows.length === 0) return <LoadError failure={failure} onRetry={list.retry} />;
  if (rows.length === 0) return <EmptyState title={t('noMemberBets')} art="friends" />;
  return (
    <>
      <ul className={css.rows}>
        {sortMemberBets(rows, item, me).map((row) => (
          <MemberBetRow key={row.member} item={item} row={row} mine={row.member === me} />
        ))}
      </ul>
      {list.hasMore && (
        <Button tone="quiet" full busy={list.loadingMore} onClick={failure ? list.retry : list.loadMore}>
          {t(failure ? 'retry' : 'more')}
        </Button>
      )}
    </>
  );
}

function MemberBetRow({ item, row, mine }: { item: Item; row: Bets; mine: boolean }) {
  const t = useT();
  const reason = reasonCodeOf(item, row.options);
  return (
    <li className={cx(css.row, mine && css.mine)}>
      <Avatar name={row.name} image={row.image} mine={mine} decorative />
      <div className={css.who}>
        <span>
          <bdi className={css.name}>{row.name}</bdi> {mine && <span className={css.me}>{t('you')}</span>}{' '}
          {row.joker && <Tag>{t('joker')}</Tag>}
        </span>
        {row.result && row.points !== null && (
          <Outcome
            kind={row.result === 'faild' ? 'missed' : reason === 'exact' ? 'exact' : 'hit'}
            points={row.points}
            {...(reason && reason !== 'exact' ? { label: t(`reason.${reason}`) } : {})}
          />
        )}
      </div>
      <BetValues item={item} row={row} mine={mine} />
    </li>
  );
}

function BetValues({ item, row, mine }: { item: Item; row: Bets; mine: boolean }) {
  const options = optionsInOrder(item);
  const [home, away] = options;
  if (item.type === 'home/away' && home && away)
    return (
      <ScorePair
        home={{ name: home.name, score: row.home_bet }}
        away={{ name: away.name, score: row.away_bet }}
        tone={mine ? 'mine' : 'plain'}
      />
    );
  const picked = row.options.filter(({ value }) => item.type === 'bets' || value > 0);
  return (
    <ul className={css.bets}>
      {picked.map(({ id, value }) => (
        <li key={id} className={css.bet}>
          <bdi>{options.find((option) => option.id === id)?.name}</bdi>
          {item.type !== 'vote' && <b>{value}</b>}
        </li>
      ))}
    </ul>
  );
}
