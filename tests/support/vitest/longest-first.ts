import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest begins with the largest files. These are small and take long: they would be left for the end, one by itself. */
const slowFiles = /\/(machine-screens|social-login|accessibility|crash|startup|admin)\.test\.ts$/;

/** The order of the files: room by room, and in each what takes long first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rooms = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * rooms.indexOf(project.name) - Number(slowFiles.test(moduleId));
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
