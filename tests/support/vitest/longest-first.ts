import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Approximate seconds of the slowest files: without a cached run vitest would order by file size. */
const seconds: Readonly<Record<string, number>> = {
  'whole-game': 35,
  policies: 30,
  'remembered-writes': 28,
  'database-loss': 25,
  leagues: 22,
  accessibility: 18,
  startup: 18,
  uploads: 15,
  sources: 14,
  'remembered-cards': 12,
  auth: 11,
  chat: 9,
  'draft-recovery': 9,
  'offline-reload': 9,
  push: 9,
  restore: 9,
  'what-if-fold': 9,
  'bet-registry': 8,
  bets: 8,
  groups: 8,
  outbox: 8,
  'prerendered-page': 8,
  'sign-in': 8,
  xss: 8,
  admin: 7,
  'machine-screens': 7,
  races: 7,
  results: 7,
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
