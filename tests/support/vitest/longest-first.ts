import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Approximate seconds of the slowest files: without a cached run vitest would order by file size. */
const seconds: Readonly<Record<string, number>> = {
  'machine-screens': 80,
  'game-layouts': 35,
  accessibility: 34,
  results: 34,
  chat: 32,
  'social-login': 30,
  wizard: 29,
  leagues: 26,
  feed: 23,
  xss: 22,
  'draft-recovery': 22,
  'database-loss': 22,
  'whole-game': 22,
  startup: 20,
  inspector: 20,
  'groups-board': 19,
  policies: 18,
  crash: 18,
  groups: 17,
  auth: 16,
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
