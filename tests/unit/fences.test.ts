import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What each room may and may not import (house.md, Rooms), one import a line. */
const rooms: Record<string, { allowed: string[]; refused: string[] }> = {
  'src/contract/x.ts': {
    allowed: ['valibot', './limits.ts'],
    refused: [
      '@valibot/to-json-schema',
      'other/valibot',
      'xstate',
      'react',
      'node:fs',
      '#machines/app.ts',
      '#server/boot/server.ts',
      '../server/boot/server.ts',
    ],
  },
  'src/domain/x.ts': {
    allowed: ['valibot', '#contract/limits.ts', '#domain/bet/bet-draft.ts', './list-window.ts'],
    refused: [
      'xstate',
      'react',
      'node:fs',
      '#machines/app.ts',
      '#server/boot/server.ts',
      '#ui/primitives/Button.tsx',
    ],
  },
  'machines/x.ts': {
    allowed: ['xstate', '#contract/limits.ts', '#domain/list-window.ts', './port.ts'],
    refused: [
      'valibot',
      'react',
      'ofetch',
      '@xstate/react',
      '#actors/api.ts',
      '#app/main.tsx',
      'node:crypto',
    ],
  },
  'src/actors/x.ts': {
    allowed: ['#contract/calls.ts', '#machines/session.ts', 'ofetch', 'firebase/auth', './http.ts'],
    refused: [
      'react',
      '#app/main.tsx',
      '#screens/login/LoginScreen.tsx',
      '#ui/primitives/Button.tsx',
      '#server/boot/server.ts',
    ],
  },
  'src/theme/x.css.ts': {
    allowed: ['@vanilla-extract/css', './tokens.css.ts'],
    refused: ['react', '#ui/primitives/Button.tsx', '#contract/limits.ts'],
  },
  'src/i18n/x.ts': {
    allowed: ['@formatjs/intl', './keys.ts'],
    refused: ['#ui/primitives/Button.tsx', '#machines/app.ts', 'xstate'],
  },
  'src/ui/x.tsx': {
    allowed: [
      'react',
      '#theme/tokens.css.ts',
      '#i18n/i18n.ts',
      '@radix-ui/react-dialog',
      'react-virtuoso',
      './Button.tsx',
    ],
    refused: [
      'xstate',
      '@xstate/react',
      '#machines/toasts.ts',
      '#screens/app-context.tsx',
      '#contract/limits.ts',
      '#domain/list-window.ts',
      'ofetch',
    ],
  },
  'src/screens/login/x.tsx': {
    allowed: [
      'react',
      '@xstate/react',
      '@tanstack/react-router',
      '#ui/primitives/Button.tsx',
      '#machines/sign-in.ts',
      '#contract/phone.ts',
      '#domain/bet/bet-draft.ts',
      '#i18n/i18n.ts',
    ],
    refused: [
      '#actors/api.ts',
      '#app/main.tsx',
      '#server/boot/server.ts',
      'ofetch',
      'firebase/auth',
      'xstate',
      '../app-context.tsx',
    ],
  },
  'src/app/x.ts': {
    allowed: ['xstate', '#actors/api.ts', '#machines/app.ts', '#screens/app-context.tsx', 'react-dom/client'],
    refused: [
      '#server/boot/server.ts',
      '#tests/support/server/api-client.ts',
      '#inspector/protocol.ts',
      '../ui/primitives/Button.tsx',
    ],
  },
  'src/inspector/x.ts': {
    allowed: [
      'xstate',
      'react',
      '#app/router.tsx',
      '#machines/app.ts',
      '#ui/primitives/Button.tsx',
      './protocol.ts',
    ],
    refused: ['#server/boot/server.ts', '#tests/support/server/api-client.ts', '../ui/primitives/Button.tsx'],
  },
  'src/service-worker/x.ts': {
    allowed: ['workbox-routing', '#contract/limits.ts', './shell.ts'],
    refused: [
      'valibot',
      'xstate',
      'react',
      '#app/main.tsx',
      '#actors/storage.ts',
      '#domain/cached-answer.ts',
      '#server/boot/server.ts',
      'node:fs',
    ],
  },
  'src/native-shell/x.ts': {
    allowed: ['node:fs', 'sharp', 'valibot', './settings.ts'],
    refused: ['react', 'vite', '#contract/limits.ts', '#app/main.tsx', '#server/boot/server.ts'],
  },
  'src/server/x.ts': {
    allowed: [
      'hono',
      'kysely',
      'node:crypto',
      '#contract/limits.ts',
      '#machines/item-lifecycle.ts',
      './log.ts',
    ],
    refused: [
      'react',
      'react-dom/server',
      'xstate',
      '#machines/session.ts',
      '#domain/list-window.ts',
      '#inspector/protocol.ts',
      '#app/main.tsx',
      '#actors/api.ts',
      '../i18n/i18n.ts',
    ],
  },
  'src/server/texts/x.ts': {
    allowed: ['./x.ts'],
    refused: [
      '#server/db/x.ts',
      '#server/http/problems.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/db/x.ts': {
    allowed: ['./x.ts', '#server/boot/start-error.ts'],
    refused: [
      '#server/texts/x.ts',
      '#server/http/problems.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/http/x.ts': {
    allowed: ['./x.ts', '#server/db/x.ts', '#server/texts/x.ts'],
    refused: [
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/queries/x.ts': {
    allowed: ['./x.ts', '#server/http/context.ts', '#server/presenters/picture.ts', '#server/db/x.ts'],
    refused: [
      '#server/texts/x.ts',
      '#server/http/problems.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/competitions/x.ts': {
    allowed: [
      './x.ts',
      '#server/http/context.ts',
      '#server/boot/start-error.ts',
      '#server/db/x.ts',
      '#server/texts/x.ts',
    ],
    refused: [
      '#server/http/problems.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/presenters/x.ts': {
    allowed: ['./x.ts', '#server/texts/x.ts'],
    refused: [
      '#server/db/x.ts',
      '#server/http/problems.ts',
      '#server/queries/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/live/x.ts': {
    allowed: ['./x.ts', '#server/db/x.ts'],
    refused: [
      '#server/texts/x.ts',
      '#server/http/problems.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/notifications/x.ts': {
    allowed: [
      './x.ts',
      '#server/db/x.ts',
      '#server/live/emit.ts',
      '#server/texts/x.ts',
      '#server/http/outgoing.ts',
    ],
    refused: [
      '#server/http/problems.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/auth/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/auth/x.ts': {
    allowed: ['./x.ts', '#server/db/x.ts', '#server/http/problems.ts', '#server/texts/x.ts'],
    refused: [
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/pictures/x.ts': {
    allowed: ['./x.ts', '#server/db/x.ts', '#server/http/problems.ts'],
    refused: [
      '#server/texts/x.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/auth/x.ts',
      '#server/commands/x.ts',
      '#server/endpoints/x.ts',
      '#server/boot/server.ts',
      'xstate',
      'react',
    ],
  },
  'src/server/commands/x.ts': {
    allowed: [
      './x.ts',
      '#server/db/x.ts',
      '#server/http/problems.ts',
      '#server/texts/x.ts',
      '#server/competitions/x.ts',
      '#server/auth/x.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
    ],
    refused: ['#server/pictures/x.ts', '#server/endpoints/x.ts', '#server/boot/server.ts', 'xstate', 'react'],
  },
  'src/server/endpoints/x.ts': {
    allowed: [
      './x.ts',
      '#server/endpoints.ts',
      '#server/db/x.ts',
      '#server/http/problems.ts',
      '#server/texts/x.ts',
      '#server/competitions/x.ts',
      '#server/auth/x.ts',
      '#server/queries/x.ts',
      '#server/presenters/x.ts',
      '#server/live/emit.ts',
      '#server/notifications/x.ts',
      '#server/pictures/x.ts',
      '#server/commands/x.ts',
    ],
    refused: ['#server/boot/server.ts', 'xstate', 'react'],
  },
  'tests/unit/x.ts': {
    allowed: ['#server/boot/server.ts', '#machines/app.ts', 'react'],
    refused: ['../../src/server/boot/server.ts'],
  },
};

type Report = { diagnostics: { code?: string; filename: string; labels: { span: { line: number } }[] }[] };

/** Lints all rooms at once, in a temporary project with the real settings; returns the refused lines by file. */
async function refusedLines(): Promise<Record<string, number[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-fences-'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [file, { allowed, refused }] of Object.entries(rooms)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    const lines = [...allowed, ...refused].map((from, index) => `import { x as x${index} } from '${from}';`);
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  }
  const printed = await new Promise<string>((resolve) => {
    const lint = join(root, 'node_modules/oxlint/bin/oxlint');
    execFile(process.execPath, [lint, '--format=json'], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  rmSync(folder, { recursive: true });
  const found: Record<string, number[]> = {};
  for (const { code, filename, labels } of (JSON.parse(printed) as Report).diagnostics) {
    if (!code?.includes('no-restricted-imports')) continue;
    (found[filename] ??= []).push(labels[0]?.span.line ?? 0);
  }
  return found;
}

describe('import fences', () => {
  const linted = refusedLines();

  test.each(Object.entries(rooms))('%s', async (file, { allowed, refused }) => {
    const lines = new Set((await linted)[file]);
    const all = [...allowed, ...refused];
    expect(all.filter((_from, index) => lines.has(index + 1))).toEqual(refused);
  });
});

const styleFiles = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css.ts'))
  .map((file) => join('src', file));
const linesOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line) => line.trim());

/**
 * Selectors that make the browser compute the styles of much of a page again. A `:has()` that can match any element
 * within another one: each change in there restyles all around it. A selector of any element within `aria-hidden`: an
 * opening dialog sets this attribute on all around it.
 */
const wideSelectors = [/[\w})\]] +:has\(/, /\[aria-hidden[^\]]*\] *[ >+~] *[:*[]/];
const isWide = (line: string) => wideSelectors.some((wide) => wide.test(line));

describe('selectors that restyle much of a page', () => {
  test('are found by the check', () => {
    const wideExamples = [
      '`${feed} :has(> ${footer})`',
      "'.list:not([data-end]) :has(img)'",
      '`${line}[aria-hidden] > :last-child`',
      '`${line}[aria-hidden="true"] *`',
    ];
    const right = ["'&:has(img)'", '`${stack} > :has(img) ~ *`', "'label:has(img), &:has(a)'"];
    expect([...wideExamples, ...right].filter(isWide)).toEqual(wideExamples);
  });

  test('are in no style', () => {
    const found = styleFiles.flatMap((file) =>
      linesOf(file).filter((line) => !line.startsWith('//') && isWide(line)),
    );
    expect(styleFiles.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});

/** Styles use inline start and end, since left and right are not mirrored with the language. */
const physical = [
  /(?:^|[\s{,'"])(?:left|right|(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)\w*|border(?:Top|Bottom)(?:Left|Right)Radius)['"]?\s*:/,
  /(?:^|[\s{;'"])(?:(?:margin|padding|border)-)?(?:left|right)(?:-\w+)*\s*:/,
  /(?:textAlign|float|clear)['"]?\s*:\s*['"](?:left|right)['"]/,
];
const physicalLines = (code: string) =>
  code
    .split('\n')
    .filter((line) => !line.trim().startsWith('//') && physical.some((side) => side.test(line)));

describe('physical sides', () => {
  test('are found by the check', () => {
    const physicalExamples = [
      'marginLeft: 4,',
      '{ paddingRight: 0 }',
      "  left: '50%',",
      "textAlign: 'left',",
      'borderTopLeftRadius: 3,',
      "'padding-left: 3px'",
    ];
    expect(physicalLines(physicalExamples.join('\n'))).toEqual(physicalExamples);
    expect(
      physicalLines("marginInlineStart: 4,\ninsetInlineEnd: 0,\ntextAlign: 'start',\ncopyright: 1,"),
    ).toEqual([]);
  });

  test('are in no style', () => {
    const found = styleFiles.flatMap((file) =>
      physicalLines(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(styleFiles.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});

describe('the server’s Hebrew', () => {
  test('is in texts, demo, db/migrations and boot alone', () => {
    const found = readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^(texts|demo|db\/migrations|boot)\//.test(file))
      .filter((file) => /\p{Script=Hebrew}/u.test(readFileSync(join(root, 'src/server', file), 'utf8')));
    expect(found).toEqual([]);
  });
});

describe('journeys', () => {
  const readOnce =
    /expect\(\s*await (?:(?!;\n)[\s\S])*?\.(?:count|is(?:Visible|Enabled|Disabled|Checked)|(?:allI|i)nnerTexts?|textContent|inputValue|getAttribute)\([^()]*\),?\s*\)\s*\./g;
  test('values that are read once are found by the check', () => {
    expect('expect(await page.getByRole("row").count()).toBe(0);'.match(readOnce)).toHaveLength(1);
    expect('await expect.poll(() => rows.count()).toBe(0);\nexpect(await ids()).toEqual([]);').not.toMatch(
      readOnce,
    );
  });
  test('poll what they read from a page, since another member’s action may arrive later', () => {
    // This file reads what the page shows before the app's script runs.
    const files = readdirSync(join(root, 'tests/journeys')).filter(
      (file) => file.endsWith('.test.ts') && file !== 'prerendered-page.test.ts',
    );
    const found = files.flatMap((file) =>
      (readFileSync(join(root, 'tests/journeys', file), 'utf8').match(readOnce) ?? []).map(
        (text) => `${file}: ${text}`,
      ),
    );
    expect(found).toEqual([]);
  });
});
