import { expect, test } from 'vitest';
import { finalScores, matchesAt } from '#server/demo/season.ts';

const first = new Date('2027-03-01T18:00:00Z');
const at = (minutes: number) => new Date(first.getTime() + minutes * 60_000);
const statesAt = (minutes: number) => matchesAt(first, at(minutes)).map(({ status }) => status);

test('a season is a double round robin: each team plays once a matchday, each pair once at either home', () => {
  const matches = matchesAt(first, first);
  expect(matches).toHaveLength(8 * 7);
  const pairs = new Set(matches.map(({ home, away }) => `${home?.id} ${away?.id}`));
  expect(pairs.size).toBe(8 * 7);
  for (let day = 1; day <= 14; day += 1) {
    const ofDay = matches.filter(({ round }) => round.id === String(day));
    expect(ofDay).toHaveLength(4);
    expect(new Set(ofDay.flatMap(({ home, away }) => [home?.id, away?.id])).size).toBe(8);
  }
});

test('a match kicks off every five minutes, lasts four, and keeps its final score', () => {
  expect(
    matchesAt(first, first)
      .map(({ date }) => date)
      .slice(0, 3),
  ).toEqual(['2027-03-01T18:00:00.000Z', '2027-03-01T18:05:00.000Z', '2027-03-01T18:10:00.000Z']);
  expect(statesAt(-0.1).slice(0, 2)).toEqual(['scheduled', 'scheduled']);
  expect(statesAt(0).slice(0, 2)).toEqual(['live', 'scheduled']);
  expect(statesAt(3.9).slice(0, 2)).toEqual(['live', 'scheduled']);
  expect(statesAt(4).slice(0, 2)).toEqual(['final', 'scheduled']);
  expect(statesAt(5).slice(0, 3)).toEqual(['final', 'live', 'scheduled']);
  const season = matchesAt(first, at(5 * 56));
  expect(new Map(season.map(({ id, score }) => [id, score]))).toEqual(finalScores);
});

test('a score is null before the kick-off, 0:0 at it, and never decreases', () => {
  const total = (minutes: number, match: number) => {
    const score = matchesAt(first, at(minutes))[match]?.score;
    return score ? score.home + score.away : null;
  };
  let goals = 0;
  for (let match = 0; match < 56; match += 1) {
    const kickoff = 5 * match;
    expect(total(kickoff - 1, match)).toBeNull();
    expect(total(kickoff, match)).toBe(0);
    let before = 0;
    for (let minute = 0; minute <= 4; minute += 0.5) {
      const now = total(kickoff + minute, match) ?? -1;
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
    goals += before;
  }
  // A newcomer should see goals.
  expect(goals).toBeGreaterThan(100);
});
