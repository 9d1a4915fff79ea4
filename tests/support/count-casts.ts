import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A step of `npm run check`: counts the product's casts (`x as T`, not `as const`), and fails if they are more than `maxCasts`. */
const maxCasts = 40;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hevre-casts-'));
const config = join(folder, 'oxlintrc.json');
const rule = ['error', { assertionStyle: 'never' }];
writeFileSync(
  config,
  JSON.stringify({
    plugins: ['typescript'],
    categories: { correctness: 'off' },
    rules: { 'typescript/consistent-type-assertions': rule },
  }),
);
execFile(
  process.execPath,
  [join(root, 'node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'json', 'src', 'machines'],
  { cwd: root, maxBuffer: 1 << 26 },
  (_error, stdout) => {
    rmSync(folder, { recursive: true });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
    console.log(`${diagnostics.length} casts in src and machines, ${maxCasts} allowed`);
    if (diagnostics.length <= maxCasts) return;
    for (const file of new Set(diagnostics.map(({ filename }) => filename)))
      console.log(`${diagnostics.filter(({ filename }) => filename === file).length} ${file}`);
    process.exitCode = 1;
  },
);
