import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import {
  animationsFinished,
  button,
  matchCard,
  dialog,
  heading,
  waitForScore,
  textbox,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import { ariaStatesOnceAs } from '#tests/support/browser/aria-states.ts';
import { coveredControls, fieldHints, outOfReach } from '#tests/support/browser/reach.ts';
import { sceneFields, sceneStates } from '#tests/support/browser/scene-states.ts';
import {
  brokenByLargeText,
  brokenOutline,
  hebrewSeeds,
  namesAtTheEnd,
  unisolatedWords,
  untranslatedTexts,
  scorePairOrder,
} from '#tests/support/browser/screen-text.ts';
import { fullTest, isShortRun, runSize } from '#tests/support/run-size.ts';
import {
  seedDemoLeagues,
  everyNth,
  ownersPhone,
  scenes,
  type DemoLeagues,
  type SceneVisit,
} from '#tests/support/browser/scenes.ts';
import { openBrowserFixture, type BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { createTranslator, t } from '#tests/support/translations.ts';

/** Accessibility of every screen, in both themes, directions and widths. */

let fixture: BrowserFixture;
let demo: DemoLeagues;
beforeAll(async () => {
  fixture = await openBrowserFixture();
  demo = await seedDemoLeagues(fixture);
});
afterAll(() => fixture?.close());

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

/** The second look (English, dark) shows one scene in `every`, at both widths; the full size shows all, by every rule. */
const every = runSize('scenes in the second look, one of', 20, 1);
const isWhole = every === 1;
/** The first look shows one scene in three in `npm test`; axe, which takes as long as showing one, checks one in twelve. */
const firstLookScenes = everyNth(runSize('scenes in the first look, one of', isShortRun ? 3 : 1, 1), 2);
const axeScenes = new Set(everyNth(runSize('scenes that axe sees in the first look, one of', 12, 1), 2));
const secondLookScenes = everyNth(every, 1);

const writtenFields = Object.entries(sceneFields).flatMap(([hints, names]) =>
  names.map((name) => `${name}: ${hints}`),
);

const appearances = [
  { language: 'heb', colorScheme: 'light', lang: 'he', dir: 'rtl', scenes: firstLookScenes },
  { language: 'en', colorScheme: 'dark', lang: 'en', dir: 'ltr', scenes: secondLookScenes },
  { language: 'heb', colorScheme: 'dark', lang: 'he', dir: 'rtl', scenes },
  { language: 'en', colorScheme: 'light', lang: 'en', dir: 'ltr', scenes },
] as const;

/** axe is an init script of the page, to which the page's CSP does not apply. */
type WithAxe = { readonly axe: typeof axe };

/** The axe violations of a page, a line each: of these rules, or of all. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const found = await page.evaluate(async (only) => {
    const result = await (window as unknown as WithAxe).axe.run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
    });
    /** A target under a fixed bar is whole once it is scrolled. */
    const isUnderBar = (selector: unknown) => {
      const target = document.querySelector(String(selector));
      const { top, bottom, left, right } = target?.getBoundingClientRect() ?? new DOMRect();
      const overlaps = (bar: Element) => {
        const box = bar.getBoundingClientRect();
        const isBar = box.height > 0 && box.height < innerHeight / 4 && !bar.contains(target);
        return isBar && box.top < bottom && box.bottom > top && box.left < right && box.right > left;
      };
      return [...document.querySelectorAll('body *')].some(
        (it) => /fixed|sticky/.test(getComputedStyle(it).position) && overlaps(it),
      );
    };
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.filter(({ target }) => id !== 'target-size' || !isUnderBar(target[0])),
    }));
  }, rules);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`,
    ),
  );
}

/** Pixels by which a page is wider than its window, after the page has handled the window's size. */
const overflow = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });

test.each(appearances.slice(0, runSize('looks that axe sees', 2, 4)))(
  'every scene: no axe violation, no raw key, no overflow, one outline, home scores first: $language, $colorScheme',
  async ({ language, colorScheme, lang, dir, scenes: shownScenes }) => {
    const visitorOptions = { language, colorScheme, script: axe.source } as const;
    const [owner, guest] = await Promise.all([
      fixture.signedInVisitor('נועה', { ...visitorOptions, phone: ownersPhone }),
      fixture.newVisitor('אורח', visitorOptions),
    ]);
    await Promise.all([owner, guest].map(({ page }) => fixture.open(page, '/terms')));
    const visit = { owner, guest, demo, t: createTranslator(language).t };
    const found: string[] = [];
    let scores = 0;
    const isFirst = language === 'heb' && colorScheme === 'light';
    const states: Record<string, readonly string[] | undefined> = {};
    const hints = new Set<string>();
    // Another language and colour scheme change only texts and colours, so only the rule of contrast is checked again.
    const isSecond = shownScenes === secondLookScenes;
    const rules = isSecond && !isWhole ? ['color-contrast'] : undefined;
    for (const scene of shownScenes) {
      const { name } = scene;
      const page = await scene.show(visit);
      // Checked in one look a language, since the others change only colours; and in the full size alone, since a busy machine paints intermediate states.
      const shifts = [owner, guest].flatMap(({ shifts: moved }) => moved.drain());
      if (isWhole && (isFirst || isSecond)) found.push(...shifts.map((shift) => `${name}: ${shift}`));
      const rawTexts =
        language === 'heb'
          ? await untranslatedTexts(page)
          : [...(await hebrewSeeds(page)), ...(await unisolatedWords(page))];
      if (isFirst) for (const hint of await fieldHints(page)) hints.add(hint);
      const pairs = await scorePairOrder(page);
      scores += pairs.count;
      // Only the first look reads the states, which are the same in every look.
      states[name] = sceneStates[name]?.toSorted();
      if (isFirst) states[name] = await ariaStatesOnceAs(states[name] ?? [], page, visit.t('loading'));
      const problems = [
        ...(isSecond || axeScenes.has(scene) ? await violations(page, rules) : []),
        ...(await brokenOutline(page)),
        ...(await outOfReach(page)),
        ...rawTexts,
        ...(await namesAtTheEnd(page)),
        ...pairs.wrong,
      ];
      found.push(...problems.map((problem) => `${name}: ${problem}`));
      const widths = isSecond || isWhole ? [desk, phone] : [phone];
      for (const size of widths) {
        if (widths.length > 1) await page.setViewportSize(size);
        const overflowPx = await overflow(page);
        if (overflowPx > 0) found.push(`${name}: ${overflowPx} px too wide at ${size.width}`);
      }
      expect(
        await page.evaluate(() => [
          document.documentElement.lang,
          document.documentElement.dir,
          document.title,
        ]),
      ).toEqual([lang, dir, visit.t('appName')]);
    }
    fixture.allowErrors(owner, /status of 404/);
    fixture.allowErrors(guest, /status of 404/);
    await fixture.closeVisitors();
    expect(found).toEqual([]);
    expect(states).toEqual(
      Object.fromEntries(shownScenes.map(({ name }) => [name, sceneStates[name]?.toSorted()])),
    );
    // Only the first look reads the hints: of its share of the scenes, or of all.
    expect(writtenFields).toEqual(expect.arrayContaining([...hints]));
    expect(hints.size).toBeGreaterThanOrEqual(
      isFirst ? Math.floor((writtenFields.length * shownScenes.length) / scenes.length) : 0,
    );
    expect(scores).toBeGreaterThan((100 * shownScenes.length) / scenes.length);
  },
);

/** Large text, the narrowest window, and English, whose words are longer. */
const tightLooks = [
  { language: 'heb', fontSize: '200%', viewport: phone, from: 0 },
  { language: 'heb', fontSize: '100%', viewport: { width: 320, height: 640 }, from: 13 },
  { language: 'heb', fontSize: '140%', viewport: phone, from: 6 },
  { language: 'en', fontSize: '100%', viewport: phone, from: 0 },
] as const;

test.each(tightLooks.slice(0, runSize('tight looks', 0, 4)))(
  'nothing is cut, covered or squeezed: $language, text at $fontSize, $viewport.width px',
  async (appearance) => {
    const script = `document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '${appearance.fontSize}'; })`;
    const { language, viewport } = appearance;
    const visitorOptions = { language, viewport, script };
    const [owner, guest] = await Promise.all([
      fixture.signedInVisitor('נועה', { ...visitorOptions, phone: ownersPhone }),
      fixture.newVisitor('אורח', visitorOptions),
    ]);
    await Promise.all([owner, guest].map(({ page }) => fixture.open(page, '/terms')));
    const visit = { owner, guest, demo, t: createTranslator(language).t };
    const found: string[] = [];
    for (const { name, show, isWide } of everyNth(
      runSize('scenes in a tight look, one of', 20, 1),
      appearance.from,
    )) {
      // The breakpoints of panes depend on the browser's font size, which this look does not change.
      if (isWide) continue;
      const page = await show(visit);
      found.push(...(await brokenByLargeText(page)).map((line) => `${name}: ${line}`));
    }
    fixture.allowErrors(owner, /status of 404/);
    fixture.allowErrors(guest, /status of 404/);
    await fixture.closeVisitors();
    expect(found).toEqual([]);
  },
);

fullTest(
  'overlaps hide no letters, crests and names are not cut, rows are equally high, and results are above the pad',
  async () => {
    const owner = await fixture.signedInVisitor('נועה', { phone: ownersPhone, colorScheme: 'dark' });
    const { page } = owner;
    await fixture.open(page, '/main');
    const card = page.getByRole('article').first();
    const faces = card.locator('ul[aria-label] > li');
    await faces.first().waitFor();
    /** The texts in this element of which another part of it covers a corner. */
    const hiddenLetters = (within: Locator) =>
      within.evaluate((whole) => {
        whole.scrollIntoView({ block: 'center' });
        const found: (string | null)[] = [];
        const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const corners = [left, right].flatMap((x) => [top + 1, bottom - 1].map((y) => [x, y] as const));
          const isHidden = corners.some(([x, y]) => {
            const first = document
              .elementsFromPoint(x, y)
              .find((one) => one !== whole && whole.contains(one));
            return first && !first.contains(texts.currentNode);
          });
          if (isHidden) found.push(texts.currentNode.textContent);
        }
        return found;
      });
    await expect.poll(() => faces.count()).toBe(6);
    expect(await hiddenLetters(card.locator('ul[aria-label]').last())).toEqual([]);
    const crestAndFace = card.locator('header > span').first();
    await expect.poll(() => crestAndFace.innerText()).toMatch(/^\S\S\s*\S\S$/);
    expect(await hiddenLetters(crestAndFace)).toEqual([]);

    await fixture.open(page, `/section/${demo.league}`);
    const mine = page.getByRole('row').filter({ hasText: t('you') });
    const { x, y } = (await mine.boundingBox()) ?? { x: 0, y: 0 };
    const corner = await page.screenshot({ clip: { x: x + 2, y: y + 3, width: 1, height: 1 } });
    const [red, green, blue] = await sharp(corner).removeAlpha().raw().toBuffer();
    expect(`rgb(${red}, ${green}, ${blue})`).toBe(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    );

    await fixture.open(page, `/section/${demo.league}?tab=members`);
    const members = page.locator('main div:has(> a[href*="profile/"])');
    await members.nth(11).waitFor();
    const heights = await members.evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect().height),
    );
    expect(new Set(heights).size).toBe(1);

    // The rim around a crest is not cut.
    await fixture.open(page, `/item?id=${demo.items.balance}`);
    await page.getByRole('slider').first().waitFor();
    const crests = page.locator('li:has([role=slider]) > span > [aria-hidden]');
    await expect.poll(() => crests.count()).toBeGreaterThan(1);
    const cut = await crests.evaluateAll((all) =>
      all.filter((crest) => {
        const { left, right } = crest.getBoundingClientRect();
        for (let frame = crest.parentElement; frame; frame = frame.parentElement) {
          const box = frame.getBoundingClientRect();
          const isOut = left - 1 < box.left || right + 1 > box.right;
          if (isOut && getComputedStyle(frame).overflowX !== 'visible') return true;
        }
        return false;
      }),
    );
    expect(cut).toEqual([]);

    // Both team names are whole beside their score, the pick and the time, in the head of a chat as well.
    await fixture.open(page, `/main?sheet=chat&of=${demo.post}`);
    const names = page.getByRole('dialog').getByRole('navigation').locator('bdi');
    await names.first().waitFor();
    expect(
      await names.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      ),
    ).toEqual([]);

    // On a tablet all of a round's results are above the pad.
    await page.setViewportSize({ width: 768, height: 1024 });
    await fixture.open(page, `/main?sheet=results&of=${demo.post}`);
    const results = dialog(page, t('roundResults'));
    await results.getByRole('group').nth(3).waitFor();
    const last = await results.getByRole('group').nth(3).boundingBox();
    const footer = await results.locator('footer').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
    await fixture.closeVisitors();
  },
);

const heldSideways = (width: number, height: number) => ({ width, height, fontSize: '100%' });
test.each(
  [
    heldSideways(740, 360),
    heldSideways(667, 320),
    heldSideways(844, 390),
    { ...phone, fontSize: '200%' },
  ].slice(0, runSize('windows where few lines fit', 0, 4)),
)(
  'where few lines fit, a sheet is as high as the window, its contents scroll, and no control lies over another: $width × $height, text at $fontSize',
  async ({ width, height, fontSize }) => {
    const script = `document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '${fontSize}'; })`;
    const visitorOptions = { phone: ownersPhone, viewport: { width, height }, script };
    const owner = await fixture.signedInVisitor('נועה', visitorOptions);
    const { page } = owner;
    await fixture.open(page, '/terms');
    const sheet = page.getByRole('dialog');
    const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;
    /** Pixels of a sheet that its contents need: a match, a field or a message with room around it. */
    const usable = 100;
    for (const name of [
      'a round’s results',
      'a chat',
      'its words',
      'wizard: the league',
      'wizard: the type',
    ]) {
      await scenes.find((scene) => scene.name === name)?.show({ owner, guest: owner, demo, t });
      await animationsFinished(sheet);
      const contents = name === 'a chat' ? sheet.getByRole('region') : sheet.locator(':scope > header + div');
      const shown = async () => ({
        name,
        height: await heightOf(sheet),
        isUsable: (await heightOf(contents)) >= usable,
        covered: await coveredControls(page),
      });
      await expect.poll(shown).toEqual({ name, height, isUsable: true, covered: [] });
    }

    // All keys of the pad are above the button that publishes.
    await fixture.open(page, `/main?sheet=results&of=${demo.post}`);
    const pad = sheet.locator('footer').getByRole('region');
    const publish = button(sheet, t('publishRound'));
    await publish.waitFor();
    const lowestKey = async () => {
      const boxes = await pad
        .getByRole('button')
        .evaluateAll((keys) => keys.map((key) => key.getBoundingClientRect().bottom));
      return Math.max(...boxes);
    };
    await expect
      .poll(async () => ((await publish.boundingBox())?.y ?? 0) - (await lowestKey()))
      .toBeGreaterThanOrEqual(0);

    // The open tab is in view.
    await fixture.open(page, `/section/${demo.league}?tab=members`);
    const tab = page.getByRole('tab', { name: t('membersTab'), exact: true });
    await expect
      .poll(() =>
        tab.evaluate((it) => {
          const [own, list] = [it, it.parentElement].map((one) => one?.getBoundingClientRect());
          return own && list && own.left >= list.left && own.right <= list.right;
        }),
      )
      .toBe(true);
    await fixture.closeVisitors();
  },
);

test('an invitation and the leagues are shown together: neither shifts the other', async () => {
  const owner = await fixture.signedInVisitor('נועה', { phone: ownersPhone });
  const { page } = owner;
  await fixture.open(page, '/terms');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isList = ({ pathname, searchParams }: URL, invited: boolean) =>
    pathname.endsWith('/api/section/') && searchParams.has('invited') === invited;
  await page.route(
    (url) => isList(url, false),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  const invited = page.waitForResponse((answer) => isList(new URL(answer.url()), true));
  await page.evaluate(() => location.replace('#/sections'));
  await (await invited).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))));
  release();
  await heading(page, t('leaguesWaiting')).waitFor();
  await heading(page, t('myLeagues')).waitFor();
  expect(owner.shifts.drain()).toEqual([]);
  await fixture.closeVisitors();
});

/** The part of a scene that loads last, above something else. */
const lateParts: Record<string, (page: Page, visit: SceneVisit) => Locator> = {
  'a match’s words': (page, visit) =>
    page.getByText(visit.t('ifItEndsMine', { points: '\n', rank: 1 }).split('\n')[0]?.trim() ?? ''),
  numbers: (page, visit) => page.getByRole('list', { name: visit.t('notBetYet') }),
  'an invitation, at sign-in': (page, visit) => page.getByText(visit.t('joinSignIn')),
  'an invitation to nothing, at sign-in': (page, visit) => button(page, visit.t('withoutInvitation')),
};
test.each((['heb', 'en'] as const).slice(0, runSize('languages of what comes late', 0, 2)))(
  'parts that load late shift nothing, since their place is reserved, in %s',
  async (language) => {
    const [owner, guest] = await Promise.all([
      fixture.signedInVisitor('נועה', { language, phone: ownersPhone }),
      fixture.newVisitor('אורח', { language }),
    ]);
    await Promise.all([owner, guest].map(({ page }) => fixture.open(page, '/terms')));
    const visit = { owner, guest, demo, t: createTranslator(language).t };
    for (const [name, latePart] of Object.entries(lateParts)) {
      const page = await scenes.find((scene) => scene.name === name)?.show(visit);
      if (!page) throw new Error(`no scene ${name}`);
      await latePart(page, visit).waitFor({ state: 'attached' });
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
      );
      const moved = [owner, guest].flatMap(({ shifts }) => shifts.drain(0.001));
      expect({ name, moved }).toEqual({ name, moved: [] });
    }
    fixture.allowErrors(guest, /status of 404/);
    await fixture.closeVisitors();
  },
);

/** Sheets of every kind: as tall as the window, with buttons under the title, beside it, or with none. */
const sheetScenes = new Set([
  'its link, to scan',
  'its settings',
  'before its owner leaves',
  'its words',
  'a new league',
  'a start',
  'the menu',
  'wizard: the league',
  'a chat',
]);

test.each([desk, phone].slice(0, runSize('windows with a toast over sheets', 0, 2)))(
  'a toast stays in its place, clear of the title and the buttons of each sheet that opens: $width px',
  async (viewport) => {
    const script = `Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error()) } })`;
    const owner = await fixture.signedInVisitor('נועה', { phone: ownersPhone, viewport, script });
    const { page } = owner;
    await fixture.open(page, `/section/${demo.league}?sheet=qr`);
    await button(page.getByRole('dialog'), t('copyLink')).click();
    // A failure stays until it is dismissed.
    const toast = page.locator('[data-toast=missed]');
    await animationsFinished(toast);
    const place = await toast.boundingBox();
    expect(place).not.toBeNull();
    const covered: string[] = [];
    for (const { name, show } of scenes.filter((scene) => sheetScenes.has(scene.name))) {
      await show({ owner, guest: owner, demo, t });
      expect(await toast.boundingBox()).toEqual(place);
      const parts = await page
        .locator('[role=dialog]')
        .locator('h2, header button, footer button')
        .evaluateAll(
          (all, { x, y, width, height }) => {
            const isUnder = (box: DOMRect) =>
              box.left < x + width && box.right > x && box.top < y + height && box.bottom > y;
            return all.filter((part) => isUnder(part.getBoundingClientRect())).map((it) => it.textContent);
          },
          place ?? { x: 0, y: 0, width: 0, height: 0 },
        );
      covered.push(...parts.map((part) => `${name}: ${part}`));
    }
    expect(covered).toEqual([]);
    await fixture.open(page, '/terms');
    expect(await toast.boundingBox()).toEqual(place);
    await fixture.closeVisitors();
  },
);

fullTest('in English the arrow keys are mirrored, and the pages of text are in English', async () => {
  const owner = await fixture.signedInVisitor('Noa', { language: 'en' });
  const english = createTranslator('en').t;
  const { id } = await makeLeague(owner.call, [], 'The block');
  const match: Match = ['Lions', 'Tigers'];
  const options = await makeOptions(owner.call, id, match);
  const { id: post } = await makeGame(owner.call, id, 'home/away', [options]);
  await fixture.open(owner.page, `/post/${post}`);
  const [home, away] = match.map((name) => button(owner.page, english('cellEmpty', { name })));
  const waitForFocus = async (cell: Locator | undefined) => {
    await expect.poll(() => cell?.evaluate((it) => it === document.activeElement)).toBe(true);
  };
  await home?.focus();
  await owner.page.keyboard.press('ArrowRight');
  await waitForFocus(away);
  await owner.page.keyboard.press('ArrowLeft');
  await waitForFocus(home);
  // The pages whose text is data are in English too.
  for (const [place, title] of [
    ['/terms', 'terms'],
    ['/post/gameRules', 'gameRules'],
    ['/accessibility', 'accessibility'],
  ] as const) {
    await fixture.open(owner.page, place);
    const page = owner.page.getByRole('main').filter({ has: heading(owner.page, english(title)) });
    await page.getByRole('article').waitFor();
    await expect.poll(() => page.innerText()).not.toMatch(/\p{Script=Hebrew}/u);
    expect(await owner.page.title()).toBe('Hevre');
  }
  await fixture.closeVisitors();
});

/** Presses Tab until this control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if (await control.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab did not reach the control');
}

test('the keyboard alone signs in, fills scores by digits and arrows, and opens and closes the menu', async () => {
  const owner = await fixture.signedInVisitor('נועה');
  const { id } = await makeLeague(owner.call, [], 'השכונה');
  const [first, second]: [Match, Match] = [
    ['הפועל', 'מכבי'],
    ['בית״ר', 'בני יהודה'],
  ];
  const options = await makeOptions(owner.call, id, [...first, ...second]);
  await makeGame(owner.call, id, 'home/away', [options.slice(0, 2), options.slice(2)]);

  const person = await fixture.newVisitor('נועה', { phone: owner.phone });
  const { page } = person;
  const { keyboard } = page;
  await fixture.open(page, '/main');
  const phoneField = textbox(page, t('cellphone'));
  await phoneField.waitFor();
  await tabTo(page, phoneField);
  await keyboard.type(owner.phone);
  await keyboard.press('Enter');
  await textbox(page, t('pincode')).waitFor();
  await tabTo(page, textbox(page, t('name')));
  await keyboard.type('נועה');
  await tabTo(page, textbox(page, t('pincode')));
  await keyboard.type(fixture.pinOf(owner));

  const cell = button(matchCard(page, first), t('cellEmpty', { name: first[0] }));
  await cell.waitFor();
  await tabTo(page, cell);
  // A digit moves the focus to the next cell; in Hebrew the next cell is to the left, and so is its arrow.
  await keyboard.type('21');
  await waitForScore(matchCard(page, first), first, [2, 1], 'cellSaved');
  await keyboard.press('ArrowLeft');
  await keyboard.type('0');
  // After a digit the match's empty cell is next, wherever typing began.
  await keyboard.type('3');
  await waitForScore(matchCard(page, second), second, [3, 0], 'cellSaved');
  await keyboard.press('ArrowUp');
  await keyboard.type('4');
  await waitForScore(matchCard(page, first), first, [4, 1], 'cellSaved');

  const opener = button(page, t('menu'));
  await tabTo(page, opener);
  await keyboard.press('Enter');
  const menu = dialog(page, t('menu'));
  await menu.waitFor();
  expect(await menu.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
  await fixture.closeVisitors();
});
