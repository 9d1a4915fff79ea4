import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { seedDemo } from '#server/demo/seed.ts';
import type { Group } from '#contract/models.ts';
import type { Translate } from '#i18n/i18n.ts';
import type { Db } from '#server/db/tables.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { seedName } from '#tests/support/translations.ts';
import { withChanges } from '#tests/machines/import-competition.expectations.ts';
import { dayFromNow } from './page-actions.ts';
import type { SignedInVisitor, Visitor, BrowserFixture } from './browser-fixture.ts';

/** Whether an element is in the window, after the frame of a pending scroll was painted. */
const isInWindow = async (locator: Locator): Promise<boolean> => {
  const page = locator.page();
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  const box = (await locator.count()) === 0 ? null : await locator.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
};

/** Every screen of the app in its states, for tests of properties that all screens must have. */

/** The demo's league in the middle of the World Cup, and a league with a game of every other kind. */
export type DemoLeagues = {
  readonly league: number;
  /** Another league, and a league of pairs. */
  readonly other: number;
  readonly pairs: number;
  readonly post: number;
  /** A game that is open for bets. */
  readonly waiting: number;
  /** A game that is over. */
  readonly over: number;
  readonly items: Readonly<
    Record<
      'open' | 'started' | 'ended' | 'provisional' | 'objectedTo' | 'final' | 'vote' | 'balance' | 'bets',
      number
    >
  >;
  /** The join code of a league that the visitor is not in. */
  readonly code: string;
  /** A league that a group of the owner's was invited to, and an archived one. */
  readonly requestedLeague: number;
  readonly closed: number;
};

/** The visitors, and the objects they look at. `owner` owns every league here but one. */
export type SceneVisit = {
  readonly owner: SignedInVisitor;
  readonly guest: Visitor;
  readonly demo: DemoLeagues;
  readonly t: Translate;
};

/** The phone of the demo's first member, who owns its league. */
export const ownersPhone = '0500000001';

export async function seedDemoLeagues(fixture: BrowserFixture): Promise<DemoLeagues> {
  const { db } = fixture.server.platform;
  await seedDemo(db, new Date());
  const owner = await fixture.signedInVisitor('נועה', { phone: ownersPhone });
  const stranger = await fixture.signedInVisitor('זר');
  const { code } = await makeLeague(stranger.call, [], 'הליגה של זר');
  const { id: requestedLeague } = await makeLeague(stranger.call, [], 'הליגה של השכנים');
  const group = (await stranger.call.post<Group>('clan/', { name: 'השכנים' })).body;
  await owner.call.get('joinAClan/', { code: group.code ?? '' });
  await stranger.call.get('inviteClanToSection/', { section: requestedLeague, clan: group.id });
  const { id: closed } = await makeLeague(owner.call, [], 'הליגה של אשתקד');
  await owner.call.put(`section/${closed}/`, { active: false });
  const { id: other } = await makeLeague(owner.call, [], 'עוד ליגה');
  const options = await makeOptions(owner.call, other, ['פיצה', 'חומוס', 'סושי']);
  const [vote, balance, bets] = await Promise.all(
    (['vote', 'balance', 'bets'] as const).map(async (layout) => {
      const { items_data } = await makeGame(owner.call, other, layout, [options], {
        description: 'מה אוכלים?',
      });
      return items_data[0]?.id ?? 0;
    }),
  );
  const { id: pairs } = await makeLeague(owner.call, [], 'זוגות', { groupMembersCount: 2 });
  await makeOptions(owner.call, pairs, ['אבי', 'בני', 'גיא']);
  await addMemberRule(db);
  const rows = await db.selectFrom('items').select(['id', 'post_id', 'status']).orderBy('id').execute();
  const first = (status: string) => rows.find((row) => row.status === status) ?? { id: 0, post_id: 0 };
  const [, objectedTo, provisional, final] = rows
    .filter((row) => row.status === 'ended' && row.post_id !== first('ended').post_id)
    .map(({ id }) => id);
  await sql`update items set standing = 'provisional', final_at = now() + interval '20 hours'
    where id in (${provisional}, ${objectedTo})`.execute(db);
  await sql`update items set standing = 'final' where id = ${final}`.execute(db);
  // The report of a source on a match in play.
  const source = {
    name: 'OpenLigaDB',
    state: 'live',
    held: false,
    score: { home: 2, away: 1 },
    extraTime: null,
    penalties: null,
  };
  await sql`update items set details = jsonb_set(details, '{source}', ${JSON.stringify(source)}::jsonb)
    where id = ${first('started').id}`.execute(db);
  await owner.call.post('objections/', { item: objectedTo, version: 3, words: 'היה 2:2, ראיתי' });
  const { league_id } = await db
    .selectFrom('posts')
    .select('league_id')
    .where('id', '=', first('open').post_id)
    .executeTakeFirstOrThrow();
  return {
    league: league_id ?? 0,
    other,
    pairs,
    post: first('started').post_id,
    waiting: first('open').post_id,
    over: first('ended').post_id,
    items: {
      open: first('open').id,
      started: first('started').id,
      ended: first('ended').id,
      provisional: provisional ?? 0,
      objectedTo: objectedTo ?? 0,
      final: final ?? 0,
      vote: vote ?? 0,
      balance: balance ?? 0,
      bets: bets ?? 0,
    },
    code: code ?? '',
    requestedLeague,
    closed,
  };
}

/** Adds a game type with a rule that is answered from a list of members. */
async function addMemberRule(db: Db): Promise<void> {
  const { id } = await db
    .insertInto('item_types')
    .values({ name: 'כדורת', layout: 'vote', position: 9 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const details = JSON.stringify({ model: 'member', other: true });
  const rule = { name: 'מי שופט?', key: 'referee', type: 'modelscroll' as const, details, item_type_id: id };
  await db.insertInto('item_rules').values(rule).execute();
}

type OpenScene = (visit: SceneVisit) => Promise<Page>;
export type Scene = {
  readonly name: string;
  readonly show: OpenScene;
  /** Whether it continues where the previous scene ended. */
  readonly goesOn: boolean;
  /** Whether it makes its window wide. */
  readonly isWide: boolean;
};

const byRole = (
  within: Page | Locator,
  role: 'button' | 'heading' | 'dialog' | 'tab' | 'link' | 'textbox',
  name: string,
) => within.getByRole(role, { name, exact: true });

/** Waits until `sign` is visible and nothing is loading. */
async function waitUntilLoaded(page: Page, sign: Locator, { t }: SceneVisit): Promise<void> {
  await sign.first().waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: t('loading') })
    .first()
    .waitFor({ state: 'hidden' });
}

/** The usual windows of the pages that a scene has made wide. */
const usualWindows = new WeakMap<Page, { width: number; height: number }>();
/** Resizes the window, and waits until it is painted. */
async function resizeWindow(page: Page, windowSize: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(windowSize);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
}
export async function restoreWindow(page: Page): Promise<void> {
  const defaultSize = usualWindows.get(page);
  usualWindows.delete(page);
  if (defaultSize) await resizeWindow(page, defaultSize);
}
const wide = new Set<OpenScene>();
/** A scene in a wide window of the owner's; the next one that opens a route has the usual window again. */
function inWindow(width: number, height: number, open: OpenScene): OpenScene {
  const show: OpenScene = async (visit) => {
    const { page } = visit.owner;
    await restoreWindow(page);
    const defaultSize = page.viewportSize();
    await resizeWindow(page, { width, height });
    await open(visit);
    if (defaultSize) usualWindows.set(page, defaultSize);
    return page;
  };
  wide.add(show);
  return show;
}

/** A scene that opens a route and waits for `sign`. */
function openAt(
  who: 'owner' | 'guest',
  place: (demo: DemoLeagues) => string,
  sign: (page: Page, visit: SceneVisit) => Locator,
): OpenScene {
  return async (visit) => {
    const { page } = visit[who];
    await restoreWindow(page);
    // A sheet that is not in the address closes with its screen.
    const sheets = page.getByRole('dialog');
    if ((await sheets.count()) > 0) {
      await page.evaluate(() => location.replace('#/terms'));
      await sheets.waitFor({ state: 'hidden' });
    }
    await page.evaluate((to) => location.replace(`#${to}`), place(visit.demo));
    await waitUntilLoaded(page, sign(page, visit), visit);
    return page;
  };
}

/** A scene that does something after another scene, and waits for its sign. */
function after(
  before: OpenScene,
  act: (page: Page, visit: SceneVisit) => Promise<unknown>,
  sign: (page: Page, visit: SceneVisit) => Locator,
): OpenScene {
  return async (visit) => {
    const page = await before(visit);
    await act(page, visit);
    await waitUntilLoaded(page, sign(page, visit), visit);
    return page;
  };
}

const continuing = new Set<OpenScene>();
/** A scene that continues where the previous scene ended. */
function continueWith(
  act: (page: Page, visit: SceneVisit) => Promise<unknown>,
  sign: (page: Page, visit: SceneVisit) => Locator,
): OpenScene {
  const show = after(({ owner }) => Promise.resolve(owner.page), act, sign);
  continuing.add(show);
  return show;
}

const title =
  (key: Parameters<Translate>[0]) =>
  (page: Page, { t }: SceneVisit) =>
    byRole(page, 'heading', t(key));
const sheet =
  (key: Parameters<Translate>[0]) =>
  (page: Page, { t }: SceneVisit) =>
    byRole(page, 'dialog', t(key));
const press =
  (key: Parameters<Translate>[0]) =>
  (page: Page, { t }: SceneVisit) =>
    byRole(page, 'button', t(key)).last().click();
/** Chooses a manager's action from the menu of an item's page. */
const chooseFromMenu =
  (key: Parameters<Translate>[0]) =>
  async (page: Page, visit: SceneVisit): Promise<void> => {
    await press('manageItem')(page, visit);
    await page.getByRole('menuitem', { name: visit.t(key), exact: true }).click();
  };
const item = (kind: keyof DemoLeagues['items']) =>
  openAt(
    'owner',
    ({ items }) => `/item?id=${items[kind]}`,
    title(['started', 'ended'].includes(kind) ? 'memberBets' : 'whoHasBet'),
  );

const signInScreen = openAt(
  'guest',
  () => '/login',
  (page, { t }) => byRole(page, 'textbox', t('cellphone')),
);
const feed = openAt(
  'owner',
  () => '/main',
  (page) => page.getByRole('article'),
);
const wizard = openAt('owner', () => '/main?wizard=1', sheet('wizardLeague'));
/** Fills in the game's question, which is folded with other rules if it has a default. */
async function fillQuestion(page: Page, text: string, t: Translate): Promise<void> {
  const name = seedName('על מה הניחוש?', t);
  const question = page.getByRole('textbox', { name, exact: true, includeHidden: true });
  await question.waitFor({ state: 'attached' });
  if (!(await question.isVisible())) {
    const folded = page.locator('details').filter({ has: page.locator('input, textarea') });
    await folded.evaluateAll((questions) => questions.forEach((it) => it.setAttribute('open', '')));
  }
  await question.fill(text);
}
/** The button of a seeded game type; its label starts with the type's name. */
const typeButton = (within: Page | Locator, name: string, t: Translate) =>
  within.getByRole('button', { name: new RegExp(`^${seedName(name, t)}`) });
/** Chooses a team of the catalogue, after searching for it if it is not among the first. */
async function chooseTeam(slide: Locator, hebrew: string, t: Translate): Promise<void> {
  const name = seedName(hebrew, t);
  if (name !== hebrew) await slide.getByRole('searchbox').fill(name);
  await byRole(slide, 'button', name).click();
}
const types = continueWith(
  async (page, { t }) => {
    await page.getByRole('dialog').getByText('עוד ליגה', { exact: true }).click();
    await press('proceed')(page, { t } as SceneVisit);
  },
  (page, { t }) => typeButton(byRole(page, 'dialog', t('wizardType')), 'כדורגל', t),
);
const rules = continueWith(async (page, { t }) => {
  await typeButton(page, 'כדורגל', t).click();
  await typeButton(page, 'מחזור משחקים', t).click();
}, sheet('wizardRules'));
const matches = continueWith(
  async (page, { t }) => {
    await fillQuestion(page, 'חצי הגמר', t);
    await page.getByLabel(seedName('סגירת הניחושים', t)).fill(dayFromNow(9));
    await press('proceed')(page, { t } as SceneVisit);
    const slide = byRole(page, 'dialog', t('wizardMatches'));
    for (const team of ['אוסטריה', 'אנגליה', 'איראן']) await chooseTeam(slide, team, t);
  },
  (page, { t }) => page.getByText(t('matchesCount', { count: 1 }), { exact: true }),
);
const order = continueWith(async (page, visit) => {
  await chooseTeam(byRole(page, 'dialog', visit.t('wizardMatches')), 'אורוגוואי', visit.t);
  await press('proceed')(page, visit);
}, sheet('wizardReady'));
const inWizard = (where: (demo: DemoLeagues) => number) =>
  openAt('owner', (demo) => `/section/${where(demo)}?wizard=1`, sheet('wizardType'));
const pairs = after(
  inWizard((demo) => demo.pairs),
  async (page, visit) => {
    await typeButton(page, 'הצבעה', visit.t).click();
    await sheet('wizardRules')(page, visit).waitFor();
    await fillQuestion(page, 'מי ראשון?', visit.t);
    await press('proceed')(page, visit);
    for (const name of ['אבי', 'בני', 'גיא']) await byRole(page, 'button', name).click();
  },
  (page, { t }) => page.getByText(t('pairWaits', { name: 'גיא' })),
);
/** A scene that only staff see, shown to another member: the server would refuse to save anything. */
const asStaff =
  (open: OpenScene): OpenScene =>
  async (visit) => {
    const { page } = visit.owner;
    const calls = '**/api/getAppData/**';
    await page.route(calls, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { appuser: object };
      await route.fulfill({
        response: answer,
        json: { ...body, appuser: { ...body.appuser, is_staff: true, is_superuser: true } },
      });
    });
    await page.reload();
    await open(visit);
    await page.unroute(calls);
    return page;
  };
const newType = after(asStaff(inWizard((demo) => demo.other)), press('newItemType'), sheet('newItemType'));
const newRule = continueWith(
  async (page, visit) => {
    await press('close')(page, visit);
    await typeButton(page, 'הצבעה', visit.t).click();
    await press('newItemRule')(page, visit);
    await page.getByLabel(visit.t('itemRuleType')).selectOption('select');
  },
  (page, { t }) => byRole(page, 'textbox', t('itemRuleChoices')),
);
/** Not the tab of the same name. */
const mainLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
const guestsInvitation = openAt(
  'guest',
  ({ code }) => `/join?code=${code}`,
  (page, { t }) => mainLink(page, t('signIn')),
);
/** The invitation of a guest who began to sign in before, and went back to the first step. */
const invitationBeforeSignIn: OpenScene = async (visit) => {
  const { page } = visit.guest;
  await page.evaluate(() => location.replace('#/login'));
  const pin = byRole(page, 'textbox', visit.t('pincode'));
  await byRole(page, 'textbox', visit.t('cellphone')).or(pin).waitFor();
  if (await pin.isVisible()) await press('back')(page, visit);
  return guestsInvitation(visit);
};
/** A member without a name, in a separate tab, since the naming screen replaces all others. */
const namelessMember: OpenScene = async (visit) => {
  const page = await visit.owner.context.newPage();
  await page.route('**/api/getAppData/**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { appuser: object };
    await route.fulfill({ response: answer, json: { ...body, appuser: { ...body.appuser, fname: '' } } });
  });
  await page.goto(new URL('/', visit.owner.page.url()).href);
  await waitUntilLoaded(page, title('nameTitle')(page, visit), visit);
  return page;
};
const staffLeagues = asStaff(
  openAt(
    'owner',
    () => '/staff',
    (page, { t }) => byRole(page, 'button', t('newOfficialLeague')),
  ),
);
const staffTab = (key: 'postsForEveryone' | 'gameTypes', sign: Parameters<typeof continueWith>[1]) =>
  continueWith((page, { t }) => byRole(page, 'tab', t(key)).click(), sign);
/** The list of staff, as a superuser sees it. */
const staffMembers = continueWith(
  async (page, { t }) => {
    const calls = '**/api/role/**';
    const results = [{ id: 2, name: 'יוסי כהן', image: null, role: 'staff' }];
    await page.route(calls, (route) => route.fulfill({ json: { results, count: 1 } }));
    await byRole(page, 'tab', t('staffMembers')).click();
    await page.getByText('יוסי כהן').first().waitFor();
    await page.unroute(calls);
  },
  (page, { t }) => byRole(page, 'button', t('dismissName', { name: 'יוסי כהן' })),
);
const menu = openAt('owner', () => '/main?sheet=menu', sheet('menu'));
const newLeague = openAt('owner', () => '/main?sheet=newLeague', sheet('createNewLeague'));
const welcome = openAt(
  'owner',
  () => '/welcome',
  (page, { t }) => byRole(page, 'button', t('proceed')),
);
const league =
  (search = '') =>
  ({ league: id }: DemoLeagues) =>
    `/section/${id}${search}`;
const group = after(
  openAt('owner', () => '/clans-page', title('inviteFriends')),
  (page) => page.getByRole('link', { name: /^המשרד/ }).click(),
  (page) => byRole(page, 'heading', 'המשרד'),
);
const tournaments = openAt('owner', league('?sheet=tournament'), (page) =>
  page.getByRole('dialog').getByRole('radio'),
);
/** Pastes a file of matches into the sheet, and has it checked. */
const checkFile =
  (...rows: string[]) =>
  async (page: Page, visit: SceneVisit): Promise<void> => {
    const { t } = visit;
    await press('fileOpen')(page, visit);
    await byRole(page, 'textbox', t('filePaste')).fill(['מחזור,תאריך,שעה,מארחת,אורחת', ...rows].join('\n'));
    await byRole(page, 'textbox', t('fileTournamentName')).fill('גביע השכונה');
    await press('fileCheck')(page, visit);
  };
const startedMatch = item('started');
const chat = openAt(
  'owner',
  ({ post }) => `/main?sheet=chat&of=${post}`,
  (page) => page.locator('[data-message]'),
);
/** A chat whose messages cannot be fetched. */
const failedChat: OpenScene = async (visit) => {
  const { page } = visit.owner;
  const calls = '**/api/talk/**';
  await page.route(calls, (route) => route.fulfill({ status: 404, json: {} }));
  await openAt(
    'owner',
    ({ waiting }) => `/post/${waiting}?sheet=chat&of=${waiting}`,
    (screen, { t }) => screen.getByText(t('chatLost')),
  )(visit);
  await page.unroute(calls);
  return page;
};

/** A screen that is reopened after a change on the owner's device. */
const onDevice =
  (prepare: (page: Page) => Promise<unknown>, open: OpenScene): OpenScene =>
  async (visit) => {
    await openAt('owner', () => '/terms', title('terms'))(visit);
    await prepare(visit.owner.page);
    return open(visit);
  };
/** Simulates a browser with an install prompt, or an iPhone's, which has none. */
const setInstallable = (way: 'prompt' | 'iPhone') => (page: Page) =>
  page.evaluate((by) => {
    Object.assign(window, { installPrompt: by === 'prompt' ? new Event('beforeinstallprompt') : null });
    if (by === 'iPhone')
      Object.defineProperty(navigator, 'userAgent', { configurable: true, value: 'iPhone Safari/604.1' });
  }, way);
/** Stores a share as the service worker does: a text, a URL, a picture, and a file that is no picture. */
const keepShare = async (page: Page) => {
  const bytes = [...(await photo(60, 40))];
  await page.evaluate(async (jpeg) => {
    const form = new FormData();
    form.set('at', String(Date.now()));
    form.set('text', 'איזה גול של Messi');
    form.set('url', 'https://x.co/1');
    form.set('picture', new File([new Uint8Array(jpeg)], 'a.jpg', { type: 'image/jpeg' }));
    form.set('refusal', 'not_a_picture');
    await (await caches.open('share')).put('/share', new Response(form));
  }, bytes);
};

/** All scenes; their order matters, since the wizard's scenes go from slide to slide. */
export const scenes: readonly Scene[] = Object.entries<OpenScene>({
  'sign-in': signInScreen,
  'sign-in, refused': after(signInScreen, press('proceed'), (page, { t }) =>
    page.getByText(t('problem.phone')),
  ),
  'sign-in, second step': after(
    signInScreen,
    async (page, { guest, t }) => {
      await byRole(page, 'textbox', t('cellphone')).fill(guest.phone);
      await press('proceed')(page, { t } as SceneVisit);
    },
    (page, { t }) => byRole(page, 'textbox', t('pincode')),
  ),
  'the rules': openAt('guest', () => '/post/gameRules', title('gameRules')),
  'the terms': openAt('guest', () => '/terms', title('terms')),
  'leagues, for a guest': openAt('guest', () => '/sections', title('tabSearch')),
  'a private league': openAt('guest', () => '/section/987654', title('leaguePrivate')),
  'a guest’s notifications': openAt('guest', () => '/notifications', title('signInFirst')),
  'an invitation, for a guest': guestsInvitation,
  'the feed': feed,
  'the digit pad': after(
    feed,
    (page) => page.locator('[data-bet] button[aria-expanded][data-state=empty]').first().click(),
    (page, { t }) => byRole(page, 'button', t('padDone')),
  ),
  'a card’s menu': after(
    feed,
    async (page, visit) => {
      // The page is unchanged: the pad covers the last card.
      await page.keyboard.press('Escape');
      await byRole(page, 'button', visit.t('padDone')).waitFor({ state: 'hidden' });
      await press('manageItem')(page, visit);
    },
    sheet('manageItem'),
  ),
  'a post’s options': after(feed, press('options'), sheet('options')),
  'the feed’s end': after(
    feed,
    // Scrolled slowly: elements that are not measured before they are reached are laid out again, and move.
    async (page, { t }) => {
      const end = page.getByText(t('endOfList'), { exact: true });
      const feedBox = await page.getByRole('article').first().boundingBox();
      await page.mouse.move((feedBox?.x ?? 0) + 20, (page.viewportSize()?.height ?? 0) / 2);
      while (!(await isInWindow(end))) await page.mouse.wheel(0, 400);
    },
    (page, { t }) => page.getByText(t('endOfList'), { exact: true }),
  ),
  'games to bet': openAt(
    'owner',
    () => '/games',
    (page) => page.getByRole('article'),
  ),
  'one game': openAt(
    'owner',
    ({ post }) => `/post/${post}`,
    (page) => page.getByRole('article'),
  ),
  'a game’s words': openAt('owner', ({ post }) => `/post-form?id=${post}`, sheet('editPost')),
  'a match before': item('open'),
  'a match in play': openAt(
    'owner',
    ({ items }) => `/item?id=${items.started}`,
    // The points that it would bring are loaded last.
    (page, { t }) => page.getByText(`${t('ifItEnds')}:`),
  ),
  'a match’s seals': after(
    item('started'),
    async (page, visit) => {
      await press('seal.check')(page, visit);
      await page.getByText(visit.t('seal.opened'), { exact: true }).waitFor();
      for (const summary of await page.locator('[data-seals] summary').all()) await summary.click();
    },
    (page, { t }) => byRole(page, 'button', t('seal.download')),
  ),
  'a match that is over': item('ended'),
  'a result that is objected to': openAt(
    'owner',
    ({ items }) => `/item?id=${items.objectedTo}`,
    (page, { t }) => page.getByRole('region', { name: t('objection.title'), exact: true }).getByRole('list'),
  ),
  'an objection': after(
    openAt(
      'owner',
      ({ items }) => `/item?id=${items.provisional}`,
      (page, { t }) => byRole(page, 'button', t('objection.object')),
    ),
    press('objection.object'),
    sheet('objection.title'),
  ),
  'a final result': openAt(
    'owner',
    ({ items }) => `/item?id=${items.final}`,
    (page, { t }) => page.getByText(t('objection.final'), { exact: true }),
  ),
  'a match’s menu': after(item('ended'), press('manageItem'), sheet('manageItem')),
  'a vote': item('vote'),
  'a balance': item('balance'),
  'an option’s menu': after(
    item('vote'),
    (page, { t }) => byRole(page, 'button', t('optionMenu', { name: 'פיצה' })).click(),
    (page) => byRole(page, 'dialog', 'פיצה'),
  ),
  'a match’s words': openAt(
    'owner',
    ({ items }) => `/item?id=${items.started}&sheet=words`,
    sheet('editItem'),
  ),
  numbers: item('bets'),
  'a chat, empty': after(
    item('bets'),
    (page, { t }) => byRole(page, 'button', t('commentsCount', { count: 0 })).click(),
    (page, { t }) => page.getByText(t('chatEmptyTitle')),
  ),
  'a chat': chat,
  'a message’s actions': after(chat, press('messageActions'), sheet('messageActions')),
  'a chat, with a picture to send': after(
    chat,
    async (page) => {
      const buffer = await photo(60, 40);
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    },
    (page, { t }) => page.getByRole('group', { name: t('pictureNumber', { at: 1 }) }).locator('img'),
  ),
  'a chat that does not come': failedChat,
  'a start': after(item('open'), press('start'), sheet('startAsk')),
  'a result': after(startedMatch, chooseFromMenu('enterResults'), sheet('InsertItemResults')),
  'a void': after(item('ended'), chooseFromMenu('voidItem'), sheet('voidAsk')),
  'another date': after(
    openAt('owner', ({ items }) => `/item?id=${items.open}&sheet=date`, sheet('moveDate')),
    // None of the near days, which depend on today.
    (page, { t }) => page.getByLabel(t('gameDate')).fill(dayFromNow(9)),
    sheet('moveDate'),
  ),
  'a round’s results': openAt(
    'owner',
    ({ post }) => `/main?sheet=results&of=${post}`,
    (page, { t }) => byRole(page, 'dialog', t('roundResults')).getByRole('group'),
  ),
  'which game’s table': openAt('owner', league('?sheet=game'), (page) =>
    page.getByRole('dialog').getByRole('radio').nth(1),
  ),
  'a league’s table': openAt('owner', league(), (page) => page.getByRole('table')),
  'the table, if its matches end like this': after(
    openAt('owner', league(), (page) => page.getByRole('table')),
    (page, { t }) => page.getByRole('switch', { name: t('ifItEnds'), exact: true }).click(),
    (page, { t }) => page.getByRole('table', { name: t('ifItEnds'), exact: true }),
  ),
  'its games': openAt('owner', league('?tab=games'), (page) => page.getByRole('article')),
  'its members': openAt('owner', league('?tab=members'), (page) => page.locator('main a[href*="profile/"]')),
  'somebody’s points': after(
    openAt('owner', league(), (page) => page.getByRole('table')),
    (page) => page.getByRole('rowheader').getByRole('button').nth(1).click(),
    (page, { t }) => page.getByRole('dialog').getByText(t('counter.exact')),
  ),
  'somebody’s numbers': after(
    openAt('owner', league(), (page) => page.getByRole('table')),
    async (page, { t }) => {
      await page.getByRole('rowheader').getByRole('button').nth(1).click();
      await byRole(page.getByRole('dialog'), 'tab', t('numbers')).click();
    },
    (page, { t }) => page.getByRole('list', { name: t('likeness'), exact: true }),
  ),
  'its numbers': openAt(
    'owner',
    ({ league: id }) => `/section/${id}?sheet=numbers&of=${id}`,
    (page, { t }) => page.getByRole('list', { name: t('round.title'), exact: true }),
  ),
  'its race as a table': continueWith(
    (page, { t }) => page.getByText(t('asTable'), { exact: true }).click(),
    (page, { t }) => page.getByRole('region', { name: t('race.title'), exact: true }),
  ),
  'numbers of a league without any': openAt(
    'owner',
    ({ pairs: id }) => `/section/${id}?sheet=numbers&of=${id}`,
    (page, { t }) => page.getByText(t('numbersEmpty'), { exact: true }),
  ),
  'the table of a game that is over': openAt(
    'owner',
    ({ league: id, over }) => `/section/${id}?post=${over}`,
    (page, { t }) => byRole(page, 'button', t('rulesLab')),
  ),
  'its rules lab': openAt(
    'owner',
    ({ league: id, over }) => `/section/${id}?post=${over}&sheet=rulesLab&of=${over}`,
    (page, { t }) => page.getByRole('dialog').getByRole('table', { name: t('lab.table'), exact: true }),
  ),
  'its games that are over': openAt('owner', league('?tab=ended'), (page) => page.getByRole('article')),
  'its link, to scan': openAt('owner', league('?sheet=qr'), (page) =>
    page.getByRole('dialog').getByRole('img'),
  ),
  'a league that is closed': openAt('owner', ({ closed }) => `/section/${closed}`, title('archivedTitle')),
  'a league that asked us in': openAt(
    'owner',
    ({ requestedLeague }) => `/section/${requestedLeague}`,
    (page, { t }) => byRole(page, 'button', t('joinLeague')),
  ),
  'its settings': openAt('owner', league('?sheet=settings'), sheet('leagueSettings')),
  'before its owner leaves': openAt('owner', league('?sheet=settings&of=3'), sheet('leaveOwner')),
  'a league to print': openAt('owner', league('?sheet=settings&of=4'), (page, { t }) =>
    byRole(page.getByRole('dialog'), 'button', t('printStart')),
  ),
  'its words': openAt('owner', league('?sheet=settings&of=1'), sheet('editLeague')),
  'its next owner': openAt('owner', league('?sheet=settings&of=2'), sheet('handOver')),
  'its next tournament': tournaments,
  'a tournament’s points': after(
    tournaments,
    (page) => page.getByRole('dialog').locator('label').first().click(),
    (page, { t }) => page.getByRole('dialog').getByRole('spinbutton', { name: t('rule.exact') }),
  ),
  'a tournament from a file': after(tournaments, press('fileOpen'), (page, { t }) =>
    byRole(page, 'textbox', t('filePaste')),
  ),
  'a file of matches, checked': after(
    tournaments,
    checkFile('מחזור א,1.3.2038,18:00,נמרי הרחוב,שועלי הגן', 'מחזור ב,8.3.2038,20:00,נץ הגג,נמרי הרחוב'),
    (page, { t }) => page.getByText(t('fileSound')),
  ),
  'new teams of a file': after(
    tournaments,
    async (page, visit) => {
      await checkFile('מחזור א,1.3.2038,18:00,נמרי הרחוב,ברזיל', 'מחזור ב,8.3.2038,20:00,נץ הגג,נמרי הרחוב')(
        page,
        visit,
      );
      await press('fileStore')(page, visit);
    },
    (page) => page.getByRole('combobox', { name: 'נץ הגג', exact: true }),
  ),
  'what a changed file changes': after(
    tournaments,
    async (page, visit) => {
      const calls = '**/api/competitionFile/**';
      const answer = { competition: withChanges, problems: [], problemCount: 0 };
      await page.route(calls, (route) => route.fulfill({ json: answer }));
      await checkFile('גמר,13.6.2038,21:30,דובים,אריות')(page, visit);
      await page.getByText(visit.t('fileSound')).waitFor();
      await page.unroute(calls);
    },
    (page) => page.getByRole('dialog').getByRole('listitem').getByText('אריות'),
  ),
  'a file with problems': after(
    tournaments,
    checkFile('מחזור א,31.2.2038,18:00,נמרי הרחוב,שועלי הגן', 'מחזור ב,1.3.2038,25:00,נץ הגג,'),
    (page, { t }) => page.getByText(t('fileFaulty', { count: 3 })),
  ),
  'wizard: the league': wizard,
  'wizard: the type': types,
  'wizard: the rules': rules,
  'wizard: the matches': matches,
  'wizard: the order': order,
  'wizard: a kept draft': continueWith((page) => page.reload(), sheet('wizardResume')),
  'wizard: a game, just made': openAt(
    'owner',
    ({ waiting }) => `/post/${waiting}?sheet=created`,
    sheet('gameCreated'),
  ),
  'wizard: pairs': pairs,
  'wizard: pictures of options': continueWith(
    (page, { t }) => page.getByText(t('optionPictures'), { exact: true }).click(),
    (page, { t }) => page.getByRole('group', { name: `${t('pictureAdd')}: אבי` }),
  ),
  'wizard: a rule from a list of people': after(
    inWizard((demo) => demo.league),
    async (page) => {
      await page.getByRole('button', { name: /^כדורת/ }).click();
      await page.getByRole('button', { name: 'מי שופט?' }).click();
    },
    (page) => byRole(page, 'dialog', 'מי שופט?').getByRole('radio'),
  ),
  'wizard: a new type': newType,
  'wizard: a new rule': newRule,
  'the menu': after(
    menu,
    (page, { t }) => page.getByText(t('myLeagues'), { exact: true }).click(),
    (page) => page.getByText('עוד ליגה', { exact: true }),
  ),
  'a new league': newLeague,
  'a new league, let go': after(
    newLeague,
    async (page, { t }) => {
      await byRole(page, 'textbox', t('leagueName')).fill('משהו');
      await page.keyboard.press('Escape');
    },
    (page, { t }) => page.getByText(t('discardTitle')),
  ),
  groups: openAt('owner', () => '/clans-page', title('inviteFriends')),
  'groups, to a league': openAt(
    'owner',
    ({ league: id }) => `/clans-page?section=${id}`,
    (page, { t }) => byRole(page, 'link', t('inviteToLeague')),
  ),
  'a group': group,
  'its settings, of a group': after(group, press('clanSettings'), sheet('clanSettings')),
  'a group that is not mine': openAt('owner', () => '/clans-page?id=987654', title('clanGone')),
  'a new group': openAt('owner', () => '/clans-page?sheet=newGroup', sheet('newClan')),
  'a code to type': openAt(
    'owner',
    () => '/join',
    (page, { t }) => byRole(page, 'textbox', t('joinCode')),
  ),
  'an invitation': openAt(
    'owner',
    ({ code }) => `/join?code=${code}`,
    (page, { t }) => byRole(page, 'button', t('joinConfirm')),
  ),
  notifications: openAt(
    'owner',
    () => '/notifications',
    // The counter disappears once they were viewed.
    (page, { t }) =>
      page
        .locator('body')
        .filter({ has: byRole(page, 'heading', t('today')) })
        .filter({ has: page.getByRole('link', { name: t('tabNotifications'), exact: true }) }),
  ),
  'who has not bet': openAt('owner', ({ waiting }) => `/post/${waiting}`, title('whoIsMissing')),
  'my profile': openAt(
    'owner',
    () => '/profile',
    (page, { t }) => page.getByText(t('thisDevice')),
  ),
  'my points, as a table': after(
    openAt(
      'owner',
      () => '/profile',
      (page, { t }) => page.getByText(t('asTable')),
    ),
    (page, { t }) => page.getByText(t('asTable')).first().click(),
    (page, { t }) => page.getByRole('table', { name: t('pointsOverTime') }),
  ),
  'my account, on its way out': after(
    openAt(
      'owner',
      () => '/profile',
      (page, { t }) => page.getByRole('switch', { name: t('telling.pinned') }),
    ),
    press('deleteMe'),
    sheet('deleteMe'),
  ),
  'my name': openAt('owner', () => '/profile?sheet=name', sheet('name')),
  'somebody’s profile': openAt(
    'owner',
    () => '/profile/2',
    (page) => byRole(page, 'heading', 'יוסי כהן'),
  ),
  leagues: openAt('owner', () => '/sections', title('tabSearch')),
  welcome: welcome,
  'welcome: friends': after(welcome, press('proceed'), title('inviteFriends')),
  'nothing here': openAt('owner', () => '/item', title('failure.not_found')),
  'an invitation, at sign-in': after(
    invitationBeforeSignIn,
    (page, { t }) => mainLink(page, t('signIn')).click(),
    (page, { t }) => page.getByRole('region', { name: t('invitedTag') }).getByRole('heading'),
  ),
  'an invitation to nothing, at sign-in': after(
    invitationBeforeSignIn,
    (page) => page.goto(new URL('/?joinclan=NOPE', page.url()).href),
    (page, { t }) => byRole(page, 'button', t('withoutInvitation')),
  ),
  'a name, asked': namelessMember,
  'staff: leagues': staffLeagues,
  'staff: posts': staffTab('postsForEveryone', (page, { t }) =>
    byRole(page, 'button', t('newPostForEveryone')),
  ),
  'staff: types': staffTab('gameTypes', (page) => byRole(page, 'link', 'כדורת')),
  'staff: rules': continueWith(
    (page) => byRole(page, 'link', 'כדורת').click(),
    (page, { t }) => byRole(page, 'button', t('archiveName', { name: 'מי שופט?' })),
  ),
  'staff: people': staffMembers,
  'staff: a new one': continueWith(press('newStaff'), sheet('newStaff')),
  'the accessibility statement': openAt('guest', () => '/accessibility', title('accessibility')),
  'the feed beside the table': inWindow(
    1280,
    800,
    openAt(
      'owner',
      () => '/main',
      (page) =>
        page
          .locator('body')
          .filter({ has: page.getByRole('article') })
          .getByRole('table'),
    ),
  ),
  'a match beside the feed': inWindow(1280, 800, item('open')),
  'a match and its chat beside the table': inWindow(1920, 1080, async (visit) => {
    // It opens beside the current screen.
    await feed(visit);
    return openAt(
      'owner',
      ({ items, post }) => `/item?id=${items.started}&sheet=chat&of=${post}`,
      (page) =>
        page
          .locator('body')
          .filter({ has: page.getByRole('article') })
          .filter({ has: page.getByRole('table') })
          .locator('[data-message]'),
    )(visit);
  }),
  'nothing that was shared': openAt('owner', () => '/share', title('share.empty')),
  'my profile, to install the app': onDevice(
    setInstallable('prompt'),
    openAt(
      'owner',
      () => '/profile',
      (page, { t }) => byRole(page, 'button', t('install.here')),
    ),
  ),
  'what was shared': onDevice(
    keepShare,
    openAt(
      'owner',
      () => '/share',
      (page, { t }) =>
        page
          .locator('main')
          .filter({ has: page.getByText(t('pictureNotOne')) })
          .getByRole('listitem'),
    ),
  ),
  'my profile, on an iPhone': onDevice(
    setInstallable('iPhone'),
    openAt(
      'owner',
      () => '/profile',
      (page, { t }) => page.getByText(t('install.add')),
    ),
  ),
}).map(([name, show]) => ({ name, show, goesOn: continuing.has(show), isWide: wide.has(show) }));

/** Every `every`th scene, starting with number `from`, each with the scenes that continue it. */
export function everyNth(every: number, from = 0): Scene[] {
  let started = -1;
  return scenes.filter(({ goesOn }) => {
    if (!goesOn) started += 1;
    return started % every === from % every;
  });
}
