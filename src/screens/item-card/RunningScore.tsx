import type { Item } from '#contract/models.ts';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { runningScoreOf, sidesOf } from './item-display.ts';

/** Whether a match has a score that is not final. */
export const hasRunningScore = (item: Item): boolean =>
  runningScoreOf(item) !== null && sidesOf(item) !== null;

/** The running score of a match; nothing if it is unknown, or final. */
export function RunningScore({ item, tone = 'plain' }: { item: Item; tone?: 'plain' | 'onAction' }) {
  const score = runningScoreOf(item);
  const [home, away] = sidesOf(item) ?? [];
  return (
    score &&
    home &&
    away && (
      <ScorePair
        home={{ name: home.name, score: score.home }}
        away={{ name: away.name, score: score.away }}
        size="running"
        tone={tone}
      />
    )
  );
}
