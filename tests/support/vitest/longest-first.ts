import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Approximate seconds of the slowest files: without a cached run vitest would order by file size. */
const seconds: Readonly<Record<string, number>> = {
  accessibility: 60,
  'machine-screens': 40,
  'remembered-writes': 40,
  'share-target': 30,
  feed: 30,
  wizard: 30,
  results: 28,
  chat: 27,
  'game-layouts': 27,
  'database-loss': 27,
  push: 24,
  'draft-recovery': 24,
  'new-version': 23,
  leagues: 23,
  startup: 22,
  auth: 21,
  inspector: 20,
  'whole-game': 20,
  'flapping-line': 18,
  'social-login': 18,
  'option-board': 17,
  policies: 17,
  xss: 15,
  crash: 14,
  admin: 14,
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
