import { use } from 'react';
import type { MemberStatistics } from '#contract/statistics.ts';
import { averageOf, percentOf } from '#domain/race.ts';
import { useI18n, useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { useResource } from '#screens/use-resource.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Figures, type Figure } from '#ui/statistics/Figures.tsx';
import { FormPoints } from '#ui/statistics/FormPoints.tsx';
import { RivalList } from '#ui/statistics/RivalList.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';
import * as css from './statistics.css.ts';

type Props = { section: number; member: number };

/** A member of a league in numbers. */
export const MemberNumbers = withSuspense(LoadedNumbers, <Skeleton shape="row" count={4} />);

function LoadedNumbers({ section, member }: Props) {
  const t = useT();
  const { member: machine } = use(useMachines().statistics());
  const page = useResource(machine, { section, member }, { kind: 'standings', league: section });
  const { value, failure, refresh } = page;
  if (failure) return <LoadError failure={failure} onRetry={refresh} />;
  if (page.notFound) return <p className={css.quiet}>{t('noPointsYet')}</p>;
  if (!value) return <Skeleton shape="row" count={4} />;
  if (value.bets === 0) return <p className={css.quiet}>{t('memberNumbersEmpty')}</p>;
  return (
    <Stack gap="x5">
      <Totals statistics={value} />
      <Form statistics={value} />
      <Extremes statistics={value} />
      <Rivals statistics={value} />
    </Stack>
  );
}

type Of = { statistics: MemberStatistics };

function Totals({ statistics }: Of) {
  const { t, formatNumber } = useI18n();
  const { played, bets, scores, exact, longest, streak } = statistics;
  const percent = percentOf(exact, scores);
  return (
    <Figures
      shape="tiles"
      figures={[
        { label: t('betsOfPlayed', { played: formatNumber(played) }), value: formatNumber(bets) },
        ...(percent === null
          ? []
          : [{ label: t('exactRate'), value: t('percent', { percent: formatNumber(percent) }) }]),
        { label: t('streakNow'), value: formatNumber(streak) },
        { label: t('streakLongest'), value: formatNumber(longest) },
      ]}
    />
  );
}

function Form({ statistics: { form } }: Of) {
  const t = useT();
  if (form.length === 0) return null;
  return (
    <section aria-labelledby="last-items">
      <Stack gap="x2">
        <Heading level={3} id="last-items">
          {t('form')}
        </Heading>
        <FormPoints
          label={t('formText')}
          steps={form.map(({ item, name, ...step }) => ({
            id: item,
            name: name ?? t('deletedGame'),
            ...step,
          }))}
        />
      </Stack>
    </section>
  );
}

/** The teams that bring the most and the fewest points, the member who picks most alike, and the one who gained most on them. */
function Extremes({ statistics: { best, worst, alike, nemesis } }: Of) {
  const { t, formatNumber } = useI18n();
  const team = (label: string, score: MemberStatistics['best']): Figure[] =>
    score === null
      ? []
      : [
          {
            label,
            value: <bdi>{score.name}</bdi>,
            note: t('teamAverage', { average: formatNumber(averageOf(score)), count: score.bets }),
          },
        ];
  const figures: Figure[] = [
    ...team(t('bestTeam'), best),
    ...team(t('worstTeam'), worst),
    ...(alike === null
      ? []
      : [
          {
            label: t('mostAlike'),
            value: <bdi>{alike.member.name}</bdi>,
            note: t('samePicks', { count: alike.same, shared: alike.shared }),
          },
        ]),
    ...(nemesis === null
      ? []
      : [
          {
            label: t('nemesis'),
            value: <bdi>{nemesis.member.name}</bdi>,
            note: t('nemesisGain', { count: nemesis.gained, shared: nemesis.shared }),
          },
        ]),
  ];
  if (figures.length === 0) return null;
  return <Figures shape="lines" figures={figures} />;
}

function Rivals({ statistics: { rivals } }: Of) {
  const t = useT();
  if (rivals.length === 0) return null;
  return (
    <section aria-labelledby="rivals">
      <Stack gap="x2">
        <Heading level={3} id="rivals">
          {t('likeness')}
        </Heading>
        <RivalList
          label={t('likeness')}
          rivals={rivals.map(({ member, same, shared }) => ({
            ...member,
            same,
            shared,
            percent: percentOf(same, shared) ?? 0,
          }))}
        />
      </Stack>
    </section>
  );
}
