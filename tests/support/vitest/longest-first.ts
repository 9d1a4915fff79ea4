import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Approximate seconds of the slowest files: without a cached run vitest would order by file size. */
const seconds: Readonly<Record<string, number>> = {
  accessibility: 80,
  'database-loss': 40,
  'remembered-writes': 38,
  policies: 30,
  leagues: 22,
  'whole-game': 20,
  'game-layouts': 18,
  startup: 17,
  auth: 16,
  'machine-screens': 15,
  restore: 15,
  'draft-recovery': 13,
  'remembered-cards': 13,
  uploads: 13,
  results: 13,
  chat: 12,
  sources: 12,
  admin: 12,
  bets: 12,
  crash: 11,
  feed: 10,
  'bet-registry': 10,
  'offline-reload': 9,
  'prerendered-page': 9,
  push: 9,
};

/** Orders the files by project, and within each the slowest first, so that the workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer’s own method
    const sorted = await super.sort(files);
    const rooms = [...new Set(sorted.map(({ project }) => project.name))];
    const timeOf = ({ moduleId }: TestSpecification) =>
      seconds[/([^/]+)\.test\.ts$/.exec(moduleId)?.[1] ?? ''] ?? 0;
    const roomOf = ({ project }: TestSpecification) => rooms.indexOf(project.name);
    return sorted.toSorted((one, other) => roomOf(one) - roomOf(other) || timeOf(other) - timeOf(one));
  }
}
