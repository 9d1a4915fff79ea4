import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf } from '#tests/mutation/faults.ts';
import { plant } from '#tests/mutation/plant.ts';
import { sampleFaults } from '#tests/mutation/sample.ts';

test('faults are planted in a copy of the project, which is removed', () => {
  const copy = plant(sampleFaults(20, 1, { room: 'src/domain' }));
  // Faults weigh more than the client's budgets allow.
  const config = readFileSync(join(copy.folder, 'vite.config.ts'), 'utf8');
  expect(config.match(/limit: \S+/g)).toEqual(['limit: 1_000_000,', 'limit: 1_000_000,']);
  copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
});

test('a method is exchanged for its opposite; others, such as toString, are kept', () => {
  const faults = faultsOf('x.ts', 'const x = rows.some(isOpen) || Number(8).toString();');
  expect(faults.filter(({ rule }) => rule === 'method').map(({ replacement }) => replacement)).toEqual([
    'every',
  ]);
});
