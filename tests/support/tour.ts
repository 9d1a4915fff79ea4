import type { Locator, Page } from 'playwright-core';
import { seedDemo } from '#server/demo/seed.ts';
import type { Group } from '#contract/models.ts';
import type { Translate } from '#i18n/i18n.ts';
import type { Db } from '#server/http/context.ts';
import { makeGame, makeLeague, makeOptions } from './games.ts';
import { photo } from './pictures.ts';
import { dayFromNow } from './play.ts';
import type { Member, Person, Town } from './town.ts';

/** Every screen of the app in its states, for what must hold on all of them. */

/** The demo's league in the middle of the World Cup, and a league with a game of every other kind. */
export type World = {
  readonly league: number;
  /** Another one, and one where two play as one. */
  readonly other: number;
  readonly pairs: number;
  readonly post: number;
  /** A game that still waits for bets. */
  readonly waiting: number;
  readonly items: Readonly<Record<'open' | 'started' | 'ended' | 'vote' | 'balance' | 'bets', number>>;
  /** Of a league that its visitor is not in. */
  readonly code: string;
  /** A league that a group of the owner's was asked into, and one that is closed. */
  readonly asked: number;
  readonly closed: number;
};

/** Who looks, and at what. `owner` runs every league here but one. */
export type Visit = {
  readonly owner: Member;
  readonly guest: Person;
  readonly world: World;
  readonly t: Translate;
};

/** The first of the demo's members, who owns its league. */
export const ownersPhone = '0500000001';

export async function furnish(town: Town): Promise<World> {
  const { db } = town.server.platform;
  await seedDemo(db, new Date());
  const owner = await town.livesHere('נועה', { phone: ownersPhone });
  const stranger = await town.livesHere('זר');
  const { code } = await makeLeague(stranger.call, [], 'הליגה של זר');
  const { id: asked } = await makeLeague(stranger.call, [], 'הליגה של השכנים');
  const group = (await stranger.call.post<Group>('clan/', { name: 'השכנים' })).body;
  await owner.call.get('joinAClan/', { code: group.code ?? '' });
  await stranger.call.get('inviteClanToSection/', { section: asked, clan: group.id });
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
  await askWhoReferees(db);
  const rows = await db.selectFrom('items').select(['id', 'post_id', 'status']).orderBy('id').execute();
  const first = (status: string) => rows.find((row) => row.status === status) ?? { id: 0, post_id: 0 };
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
    items: {
      open: first('open').id,
      started: first('started').id,
      ended: first('ended').id,
      vote: vote ?? 0,
      balance: balance ?? 0,
      bets: bets ?? 0,
    },
    code: code ?? '',
    asked,
    closed,
  };
}

/** A type of game with a rule that is answered from a list of people. */
async function askWhoReferees(db: Db): Promise<void> {
  const { id } = await db
    .insertInto('item_types')
    .values({ name: 'כדורת', layout: 'vote', position: 9 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const details = JSON.stringify({ model: 'member', other: true });
  const rule = { name: 'מי שופט?', key: 'referee', type: 'modelscroll', details, item_type_id: id };
  await db.insertInto('item_rules').values(rule).execute();
}

type Show = (visit: Visit) => Promise<Page>;
export type Scene = {
  readonly name: string;
  readonly show: Show;
  /** It begins where the scene before it ended. */
  readonly goesOn: boolean;
};

const named = (
  within: Page | Locator,
  role: 'button' | 'heading' | 'dialog' | 'tab' | 'link' | 'textbox',
  name: string,
) => within.getByRole(role, { name, exact: true });

/** The sign is there, and nothing is still on its way. */
async function arrive(page: Page, sign: Locator, { t }: Visit): Promise<void> {
  await sign.first().waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: t('loading') })
    .first()
    .waitFor({ state: 'hidden' });
}

/** Goes to a place in the address bar and waits for what shows that it is there. */
function at(
  who: 'owner' | 'guest',
  place: (world: World) => string,
  sign: (page: Page, visit: Visit) => Locator,
): Show {
  return async (visit) => {
    const { page } = visit[who];
    // A sheet that no address holds closes with its screen.
    const sheets = page.getByRole('dialog');
    if ((await sheets.count()) > 0) {
      await page.evaluate(() => location.replace('#/terms'));
      await sheets.waitFor({ state: 'hidden' });
    }
    await page.evaluate((to) => location.replace(`#${to}`), place(visit.world));
    await arrive(page, sign(page, visit), visit);
    return page;
  };
}

/** Something done after another scene, and what shows that it happened. */
function then(
  before: Show,
  act: (page: Page, visit: Visit) => Promise<unknown>,
  sign: (page: Page, visit: Visit) => Locator,
): Show {
  return async (visit) => {
    const page = await before(visit);
    await act(page, visit);
    await arrive(page, sign(page, visit), visit);
    return page;
  };
}

const further = new Set<Show>();
/** The next step from where the scene before it ended. */
function onward(
  act: (page: Page, visit: Visit) => Promise<unknown>,
  sign: (page: Page, visit: Visit) => Locator,
): Show {
  const show = then(({ owner }) => Promise.resolve(owner.page), act, sign);
  further.add(show);
  return show;
}

const title =
  (key: Parameters<Translate>[0]) =>
  (page: Page, { t }: Visit) =>
    named(page, 'heading', t(key));
const sheet =
  (key: Parameters<Translate>[0]) =>
  (page: Page, { t }: Visit) =>
    named(page, 'dialog', t(key));
const press =
  (key: Parameters<Translate>[0]) =>
  (page: Page, { t }: Visit) =>
    named(page, 'button', t(key)).last().click();
const item = (kind: keyof World['items']) =>
  at(
    'owner',
    ({ items }) => `/item?id=${items[kind]}`,
    title(['started', 'ended'].includes(kind) ? 'memberBets' : 'whoHasBet'),
  );

const door = at(
  'guest',
  () => '/login',
  (page, { t }) => named(page, 'textbox', t('cellphone')),
);
const feed = at(
  'owner',
  () => '/main',
  (page) => page.getByRole('article'),
);
const wizard = at('owner', () => '/main?wizard=1', sheet('wizardLeague'));
const types = onward(
  async (page, { t }) => {
    await page.getByRole('dialog').getByText('עוד ליגה', { exact: true }).click();
    await press('proceed')(page, { t } as Visit);
  },
  (page, { t }) => named(page, 'dialog', t('wizardType')).getByRole('button', { name: /^כדורגל/ }),
);
const rules = onward(async (page) => {
  await page.getByRole('button', { name: /^כדורגל/ }).click();
  await page.getByRole('button', { name: /^מחזור משחקים/ }).click();
}, sheet('wizardRules'));
const matches = onward(
  async (page, { t }) => {
    await named(page, 'textbox', 'על מה מהמרים?').fill('חצי הגמר');
    await page.getByLabel('סגירת ההימורים').fill(dayFromNow(3));
    await press('proceed')(page, { t } as Visit);
    const slide = named(page, 'dialog', t('wizardMatches'));
    for (const team of ['אוסטריה', 'אנגליה', 'איראן']) await named(slide, 'button', team).click();
  },
  (page, { t }) => page.getByText(t('matchesCount', { count: 1 }), { exact: true }),
);
const order = onward(async (page, visit) => {
  await named(page, 'button', 'אורוגוואי').click();
  await press('proceed')(page, visit);
}, sheet('wizardReady'));
const inWizard = (where: (world: World) => number) =>
  at('owner', (world) => `/section/${where(world)}?wizard=1`, sheet('wizardType'));
const pairs = then(
  inWizard((world) => world.pairs),
  async (page, visit) => {
    await page.getByRole('button', { name: /^הצבעה/ }).click();
    await sheet('wizardRules')(page, visit).waitFor();
    await named(page, 'textbox', 'על מה מהמרים?').fill('מי ראשון?');
    await press('proceed')(page, visit);
    for (const name of ['אבי', 'בני', 'גיא']) await named(page, 'button', name).click();
  },
  (page, { t }) => page.getByText(t('pairWaits', { name: 'גיא' })),
);
/** What only staff see, to somebody who is none: the server would refuse what they save. */
const asStaff: Show = async (visit) => {
  const { page } = visit.owner;
  const calls = '**/api/getAppData/**';
  await page.route(calls, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { appuser: object };
    await route.fulfill({
      response: answer,
      json: { ...body, appuser: { ...body.appuser, is_staff: true } },
    });
  });
  await page.reload();
  await inWizard((world) => world.other)(visit);
  await page.unroute(calls);
  return page;
};
const newType = then(asStaff, press('newItemType'), sheet('newItemType'));
const newRule = onward(
  async (page, visit) => {
    await press('close')(page, visit);
    await page.getByRole('button', { name: /^הצבעה/ }).click();
    await press('newItemRule')(page, visit);
    await page.getByLabel(visit.t('itemRuleType')).selectOption('select');
  },
  (page, { t }) => named(page, 'textbox', t('itemRuleChoices')),
);
const menu = at('owner', () => '/main?sheet=menu', sheet('menu'));
const newLeague = at('owner', () => '/main?sheet=newLeague', sheet('createNewLeague'));
const welcome = at(
  'owner',
  () => '/welcome',
  (page, { t }) => named(page, 'button', t('proceed')),
);
const league =
  (search = '') =>
  ({ league: id }: World) =>
    `/section/${id}${search}`;
const group = then(
  at('owner', () => '/clans-page', title('inviteFriends')),
  (page) => page.getByRole('link', { name: /^המשרד/ }).click(),
  (page) => named(page, 'heading', 'המשרד'),
);
const manage = item('started');
const chat = at(
  'owner',
  ({ post }) => `/main?sheet=chat&of=${post}`,
  (page) => page.locator('[data-message]'),
);
/** Whose messages do not come. */
const lostChat: Show = async (visit) => {
  const { page } = visit.owner;
  const calls = '**/api/talk/**';
  await page.route(calls, (route) => route.fulfill({ status: 404, json: {} }));
  await at(
    'owner',
    ({ waiting }) => `/post/${waiting}?sheet=chat&of=${waiting}`,
    (there, { t }) => there.getByText(t('chatLost')),
  )(visit);
  await page.unroute(calls);
  return page;
};

/** In this order: the wizard goes on from slide to slide. */
export const scenes: readonly Scene[] = Object.entries<Show>({
  'the door': door,
  'the door, refused': then(door, press('proceed'), (page, { t }) => page.getByText(t('problem.phone'))),
  'the door’s second step': then(
    door,
    async (page, { guest, t }) => {
      await named(page, 'textbox', t('cellphone')).fill(guest.phone);
      await press('proceed')(page, { t } as Visit);
    },
    (page, { t }) => named(page, 'textbox', t('pincode')),
  ),
  'the rules': at('guest', () => '/post/gameRules', title('gameRules')),
  'the terms': at('guest', () => '/terms', title('terms')),
  'leagues, for a guest': at('guest', () => '/sections', title('tabSearch')),
  'a private league': at('guest', () => '/section/987654', title('leaguePrivate')),
  'a guest’s notifications': at('guest', () => '/notifications', title('signInFirst')),
  'an invitation, for a guest': at('guest', ({ code }) => `/join?code=${code}`, title('joinAClan')),
  'the feed': feed,
  'the digit pad': then(
    feed,
    (page) => page.locator('[data-pick-option] button').first().click(),
    (page, { t }) => named(page, 'button', t('padDone')),
  ),
  'a card’s menu': then(feed, press('manageItem'), sheet('manageItem')),
  'a post’s options': then(feed, press('options'), sheet('options')),
  'games to bet': at(
    'owner',
    () => '/games',
    (page) => page.getByRole('article'),
  ),
  'one game': at(
    'owner',
    ({ post }) => `/post/${post}`,
    (page) => page.getByRole('article'),
  ),
  'a game’s words': at('owner', ({ post }) => `/post-form?id=${post}`, sheet('editPost')),
  'a match before': item('open'),
  'a match in play': item('started'),
  'a match that is over': item('ended'),
  'a vote': item('vote'),
  'a balance': item('balance'),
  'an option’s menu': then(
    item('vote'),
    (page, { t }) => named(page, 'button', t('optionMenu', { name: 'פיצה' })).click(),
    (page) => named(page, 'dialog', 'פיצה'),
  ),
  'a match’s words': at('owner', ({ items }) => `/item?id=${items.started}&sheet=words`, sheet('editItem')),
  numbers: item('bets'),
  'a chat, empty': then(
    item('bets'),
    (page, { t }) => named(page, 'button', t('commentsCount', { count: 0 })).click(),
    (page, { t }) => page.getByText(t('chatEmptyTitle')),
  ),
  'a chat': chat,
  'a chat, with a picture to send': then(
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
  'a chat that does not come': lostChat,
  'a start': then(item('open'), press('start'), sheet('startAsk')),
  'a result': then(manage, press('enterResults'), sheet('resultTitle')),
  'a void': then(item('ended'), press('voidItem'), sheet('voidAsk')),
  'another date': at('owner', ({ items }) => `/item?id=${items.open}&sheet=date`, sheet('moveDate')),
  'a game’s results': at('owner', ({ post }) => `/post/${post}?sheet=result`, sheet('resultOf')),
  'one of a game’s results': at(
    'owner',
    ({ post, items }) => `/post/${post}?sheet=result&of=${items.started}`,
    (page, { t }) => page.getByRole('dialog').getByRole('spinbutton', { name: t('home') }),
  ),
  'which game’s table': at('owner', league('?sheet=game'), (page) =>
    page.getByRole('dialog').getByRole('radio').nth(1),
  ),
  'a league’s table': at('owner', league(), (page) => page.getByRole('table')),
  'its games': at('owner', league('?tab=games'), (page) => page.getByRole('article')),
  'its members': at('owner', league('?tab=members'), (page, { t }) =>
    page.getByText(t('owner'), { exact: true }),
  ),
  'somebody’s points': then(
    at('owner', league(), (page) => page.getByRole('table')),
    (page) => page.getByRole('rowheader').getByRole('button').nth(1).click(),
    (page, { t }) => page.getByRole('dialog').getByText(t('counter.exact')),
  ),
  'its games that are over': at('owner', league('?tab=ended'), (page) => page.getByRole('article')),
  'its link, to scan': at('owner', league('?sheet=qr'), (page) => page.getByRole('dialog').getByRole('img')),
  'a league that is closed': at('owner', ({ closed }) => `/section/${closed}`, title('archivedTitle')),
  'a league that asked us in': at(
    'owner',
    ({ asked }) => `/section/${asked}`,
    (page, { t }) => named(page, 'button', t('joinLeague')),
  ),
  'its settings': at('owner', league('?sheet=settings'), sheet('leagueSettings')),
  'before its owner leaves': at('owner', league('?sheet=settings&of=3'), sheet('leaveOwner')),
  'its words': at('owner', league('?sheet=settings&of=1'), sheet('editLeague')),
  'its next owner': at('owner', league('?sheet=settings&of=2'), sheet('handOver')),
  'wizard: the league': wizard,
  'wizard: the type': types,
  'wizard: the rules': rules,
  'wizard: the matches': matches,
  'wizard: the order': order,
  'wizard: pairs': pairs,
  'wizard: pictures of options': onward(
    (page, { t }) => page.getByText(t('optionPictures'), { exact: true }).click(),
    (page, { t }) => page.getByRole('group', { name: `${t('pictureAdd')}: אבי` }),
  ),
  'wizard: a rule from a list of people': then(
    inWizard((world) => world.league),
    async (page) => {
      await page.getByRole('button', { name: /^כדורת/ }).click();
      await page.getByRole('button', { name: 'מי שופט?' }).click();
    },
    (page) => named(page, 'dialog', 'מי שופט?').getByRole('radio'),
  ),
  'wizard: a new type': newType,
  'wizard: a new rule': newRule,
  'the menu': then(
    menu,
    (page, { t }) => page.getByText(t('myLeagues'), { exact: true }).click(),
    (page) => page.getByText('עוד ליגה', { exact: true }),
  ),
  'a new league': newLeague,
  'a new league, let go': then(
    newLeague,
    async (page, { t }) => {
      await named(page, 'textbox', t('leagueName')).fill('משהו');
      await page.keyboard.press('Escape');
    },
    (page, { t }) => page.getByText(t('discardTitle')),
  ),
  groups: at('owner', () => '/clans-page', title('inviteFriends')),
  'groups, to a league': at(
    'owner',
    ({ league: id }) => `/clans-page?section=${id}`,
    (page, { t }) => named(page, 'link', t('inviteToLeague')),
  ),
  'a group': group,
  'its settings, of a group': then(group, press('clanSettings'), sheet('clanSettings')),
  'a group that is not mine': at('owner', () => '/clans-page?id=987654', title('clanGone')),
  'a new group': at('owner', () => '/clans-page?sheet=newGroup', sheet('newClan')),
  'a code to type': at(
    'owner',
    () => '/join',
    (page, { t }) => named(page, 'textbox', t('joinCode')),
  ),
  'an invitation': at(
    'owner',
    ({ code }) => `/join?code=${code}`,
    (page, { t }) => named(page, 'button', t('joinConfirm')),
  ),
  notifications: at('owner', () => '/notifications', title('today')),
  'who has not bet': at('owner', ({ waiting }) => `/post/${waiting}`, title('whoIsMissing')),
  'my profile': at(
    'owner',
    () => '/profile',
    (page, { t }) => page.getByText(t('thisDevice')),
  ),
  'my points, as a table': then(
    at(
      'owner',
      () => '/profile',
      (page, { t }) => page.getByText(t('asTable')),
    ),
    (page, { t }) => page.getByText(t('asTable')).first().click(),
    (page, { t }) => page.getByRole('table', { name: t('pointsOverTime') }),
  ),
  'my account, on its way out': then(
    at(
      'owner',
      () => '/profile',
      (page, { t }) => page.getByRole('switch', { name: t('telling.pinned') }),
    ),
    press('deleteMe'),
    sheet('deleteMe'),
  ),
  'my name': at('owner', () => '/profile?sheet=name', sheet('name')),
  'somebody’s profile': at(
    'owner',
    () => '/profile/2',
    (page) => named(page, 'heading', 'יוסי כהן'),
  ),
  leagues: at('owner', () => '/sections', title('tabSearch')),
  welcome: welcome,
  'welcome: friends': then(welcome, press('proceed'), title('inviteFriends')),
  'nothing here': at('owner', () => '/item?id=987654', title('failure.not_found')),
}).map(([name, show]) => ({ name, show, goesOn: further.has(show) }));

/** One of every so many scenes, each with those that go on from it. */
export function oneOf(every: number): Scene[] {
  let begun = -1;
  return scenes.filter(({ goesOn }) => {
    if (!goesOn) begun += 1;
    return begun % every === 0;
  });
}
