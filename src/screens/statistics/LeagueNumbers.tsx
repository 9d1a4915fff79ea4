import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import type { LeagueStatistics } from '#contract/statistics.ts';
import { placesAt, stepsOf, listedRounds } from '#domain/race.ts';
import { useT } from '#i18n/react.tsx';
import { race } from '#machines/race.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { useResource } from '#screens/use-resource.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { RaceChart } from '#ui/statistics/RaceChart.tsx';
import { RaceControls } from '#ui/statistics/RaceControls.tsx';
import { RoundWinners } from '#ui/statistics/RoundWinners.tsx';
import * as css from './statistics.css.ts';

type Props = { section: number; onClose: () => void };

/** A league in numbers: the race of its table, the winners of its rounds, and what is still to play. */
export function LeagueNumbers({ section, onClose }: Props) {
  const t = useT();
  return (
    <Sheet open steady title={t('numbers')} onClose={onClose}>
      <Suspense fallback={<Skeleton shape="tableRow" count={8} />}>
        <LoadedNumbers section={section} />
      </Suspense>
    </Sheet>
  );
}

function LoadedNumbers({ section }: Pick<Props, 'section'>) {
  const t = useT();
  const { league } = use(useMachines().statistics());
  const page = useResource(league, { section }, { kind: 'standings', league: section });
  const { value, failure, refresh } = page;
  if (failure) return <LoadError failure={failure} onRetry={refresh} />;
  if (page.notFound) return <EmptyState art="league" title={t('noStandings')} />;
  if (!value) return <Skeleton shape="tableRow" count={8} />;
  const { rounds, left } = value;
  return (
    <Stack gap="x5">
      {rounds.length === 0 ? (
        <EmptyState art="league" title={t('numbersEmpty')} text={t('numbersEmptyText')} />
      ) : (
        // A new round starts another race.
        <Race key={rounds.length} statistics={value} />
      )}
      {left.points > 0 && (
        <p className={css.left}>
          {t('pointsLeft', { count: left.points })} {t('itemsLeft', { count: left.items })}
        </p>
      )}
      <Winners statistics={value} />
    </Stack>
  );
}

type Of = { statistics: LeagueStatistics };

function Race({ statistics: { rounds, race: racers } }: Of) {
  const t = useT();
  const me = useMe()?.id ?? null;
  const actor = useActorRef(race, { input: { last: rounds.length } });
  const step = useSelector(actor, ({ context }) => context.step);
  const playing = useSelector(actor, (snapshot) => snapshot.matches('playing'));
  const names = rounds.map(({ name }) => name ?? t('deletedGame'));
  const places = placesAt(racers, step);
  return (
    <section data-race={playing ? 'playing' : 'paused'} aria-labelledby="race">
      <Stack gap="x3">
        <Heading level={3} id="race">
          {t('race.title')}
        </Heading>
        <RaceChart
          title={t('race.title')}
          me={me}
          step={step}
          steps={names}
          lines={racers.map((racer, at) => ({
            id: racer.member.id,
            name: racer.member.name,
            steps: stepsOf(racer),
            place: places[at]?.place ?? at,
          }))}
        >
          <RaceControls
            steps={names}
            step={step}
            playing={playing}
            onPlay={() => actor.send({ type: 'race.play' })}
            onPause={() => actor.send({ type: 'race.pause' })}
            onSeek={(to) => actor.send({ type: 'race.seek', step: to })}
          />
        </RaceChart>
      </Stack>
    </section>
  );
}

function Winners({ statistics }: Of) {
  const t = useT();
  const rounds = listedRounds(statistics);
  if (rounds.length === 0) return null;
  return (
    <section aria-labelledby="winners">
      <Heading level={3} id="winners">
        {t('round.title')}
      </Heading>
      <RoundWinners
        label={t('round.title')}
        rounds={rounds.map(({ post, name, ...round }) => ({
          id: post,
          name: name ?? t('deletedGame'),
          ...round,
        }))}
      />
    </section>
  );
}
