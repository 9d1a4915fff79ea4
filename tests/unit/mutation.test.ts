import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plant } from '#tests/mutation/plant.ts';
import { sampleFaults } from '#tests/mutation/sample.ts';

test('faults are planted in a copy of the project, which is removed', () => {
  const copy = plant(sampleFaults(20, 1, 'src/domain'));
  expect(existsSync(join(copy.folder, 'vite.config.ts'))).toBe(true);
  copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
});
