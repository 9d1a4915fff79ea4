import { useState } from 'react';
import type { Layout } from '#contract/layouts.ts';
import type { PointsEntry, StandingsRow, TieBreak } from '#contract/models.ts';
import { T, useI18n, useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { MembersOnly } from '#screens/league/MembersOnly.tsx';
import { MoreButton } from '#screens/MoreButton.tsx';
import { useReasonExtras } from '#screens/item-card/MyOutcome.tsx';
import { useList } from '#screens/use-list.ts';
import { LoadError } from '#screens/LoadError.tsx';
import { HeadToHead } from './HeadToHead.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { AfterFrame } from '#ui/primitives/AfterFrame.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { Tabs } from '#ui/primitives/Tabs.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { countersInOrder, tieBreakOf } from '#domain/tie-break.ts';
import * as css from './PointsSheet.css.ts';

const MemberNumbers = deferredComponent(
  async () => (await import('#screens/statistics/MemberNumbers.tsx')).MemberNumbers,
);

type Props = {
  section: number;
  /** Game that the standings are filtered by; null for all of them. */
  post: number | null;
  row: StandingsRow;
  /** The row above it in the standings. */
  above: StandingsRow | null;
  /** The caller's own row; null where they have none. */
  mine: StandingsRow | null;
  /** The league's order of tie-breaks. */
  order: TieBreak;
  onClose: () => void;
};

/** A member's points: compared with the caller's, as a ledger with a reason for each item or missed game, and in numbers. */
export function PointsSheet({ section, post, row, above, mine, order, onClose }: Props) {
  const t = useT();
  const [tab, setTab] = useState('points');
  const tieBreak = tieBreakOf(above, row, order);
  return (
    <Sheet open steady title={row.member.name} onClose={onClose}>
      <AfterFrame>
        <Stack gap="x4">
          {mine && mine.member.id !== row.member.id && <HeadToHead mine={mine} theirs={row} />}
          <dl className={css.counters}>
            {countersInOrder(order).map((counter) => (
              <div key={counter} className={css.counter}>
                <dt>{t(`counter.${counter}`)}</dt>
                <dd>{row[counter]}</dd>
              </div>
            ))}
            <div className={css.counter}>
              <dt>{t('average')}</dt>
              <dd>{row.average}</dd>
            </div>
          </dl>
          {tieBreak && above && (
            <p className={css.decided}>
              <T k={`decided.${tieBreak}`} name={above.member.name} />
            </p>
          )}
          <Tabs
            label={row.member.name}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'points',
                label: t('pointsTab'),
                content: (
                  <MembersOnly section={section}>
                    <Ledger section={section} post={post} member={row.member.id} />
                  </MembersOnly>
                ),
              },
              {
                value: 'numbers',
                label: t('numbers'),
                content: <MemberNumbers section={section} member={row.member.id} />,
              },
            ]}
          />
        </Stack>
      </AfterFrame>
    </Sheet>
  );
}

type LedgerProps = Pick<Props, 'section' | 'post'> & { member: number };

function Ledger({ section, post, member }: LedgerProps) {
  const t = useT();
  const { lists } = useMachines();
  const list = useList(
    lists.points,
    { filters: { section, member, ...(post !== null && { post }) }, limit: 20 },
    { kind: 'points', league: section },
  );
  const { rows: entries, loading, failure } = list;
  return (
    <>
      {loading && <Skeleton shape="row" count={4} />}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      {!loading && !failure && entries.length === 0 && <p className={css.quiet}>{t('noPointsYet')}</p>}
      <ul className={css.entries}>
        {entries.map((entry) => (
          <LedgerEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreButton list={list} busy={list.loadingMore} />
    </>
  );
}

/** One ledger entry: the bet, the result and the points; for a missed game, the number of members of whose points it is the median. */
function LedgerEntry({ entry }: { entry: PointsEntry }) {
  const { t, formatNumber } = useI18n();
  const { formatDay } = useDates();
  const mine = useMe()?.id === entry.member.id;
  const { reason, item, game } = entry;
  const extras = [...useReasonExtras(reason), ...(item?.final === false ? [t('provisional')] : [])];
  return (
    <li className={css.entry}>
      <div className={css.about}>
        <span className={css.name}>
          <bdi>{item?.name ?? game}</bdi>
        </span>
        <span className={css.why}>
          {item?.date && <span>{formatDay(item.date)} · </span>}
          {[
            t(`reason.${reason.code}`),
            ...extras,
            ...(reason.members === undefined ? [] : [t('medianOf', { count: reason.members })]),
          ].join(' · ')}
          {reason.was !== undefined && (
            <span> · {t('reasonWas', { was: reason.was, now: entry.total })}</span>
          )}
        </span>
        {item && (
          <span className={css.both}>
            <EntryValues title={t('pick')} values={reason.bet} type={item.type} mine={mine} />
            {reason.result.length > 0 && (
              <EntryValues title={t('result')} values={reason.result} type={item.type} />
            )}
          </span>
        )}
      </div>
      <span className={css.points}>
        <bdi aria-hidden="true">{entry.points > 0 ? `+${entry.points}` : entry.points}</bdi>
        {/* Plural forms go by the absolute value: the Hebrew ones of -1 and -2 have no sign. */}
        <span className={css.spoken}>
          {entry.points < 0
            ? `${formatNumber(entry.points)} ${t('pointsShort')}`
            : t('points', { count: entry.points })}
        </span>
      </span>
    </li>
  );
}

type EntryValue = PointsEntry['reason']['bet'][number];

function EntryValues({
  title,
  values,
  type,
  mine = false,
}: {
  title: string;
  values: readonly EntryValue[];
  type: Layout;
  mine?: boolean;
}) {
  const [home, away] = values;
  return (
    <span className={css.values}>
      <span className={css.label}>{title}</span>
      {type === 'home/away' && home && away ? (
        <ScorePair
          home={{ name: home.name, score: home.value }}
          away={{ name: away.name, score: away.value }}
          tone={mine ? 'mine' : 'plain'}
        />
      ) : (
        values.map(({ id, name, value }) => (
          <Tag key={id} tone={mine ? 'mine' : 'quiet'}>
            <bdi>{name}</bdi> {(type === 'bets' || type === 'balance') && <b>{value}</b>}
          </Tag>
        ))
      )}
    </span>
  );
}
