import type { League } from '#contract/models.ts';

/** The first active league with news, else the first active one, else the first; undefined without leagues. */
export function currentLeague(leagues: readonly League[]): League | undefined {
  const active = leagues.filter((league) => league.active);
  return active.find((league) => league.new) ?? active[0] ?? leagues[0];
}
