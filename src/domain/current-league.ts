import type { League } from '#contract/models.ts';

/** The open league with the newest activity; an archived one where no other is left. */
export function currentLeague(leagues: readonly League[]): League | undefined {
  const active = leagues.filter((league) => league.active);
  return active.find((league) => league.new) ?? active[0] ?? leagues[0];
}
