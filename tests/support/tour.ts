import type { Locator, Page } from 'playwright-core';
import { seedDemo } from '#server/demo/seed.ts';
import type { Translate } from '#i18n/i18n.ts';
import { makeGame, makeLeague, makeOptions } from './games.ts';
import { dayFromNow } from './play.ts';
import type { Member, Person, Town } from './town.ts';

/** Every screen of the app in its states, for what must hold on all of them. */

/** The demo's league in the middle of the World Cup, and a league with a game of every other kind. */
export type World = {
  readonly league: number;
  readonly post: number;
  readonly items: Readonly<Record<'open' | 'started' | 'ended' | 'vote' | 'balance' | 'bets', number>>;
  /** Of a league that its visitor is not in. */
  readonly code: string;
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
  const rows = await db.selectFrom('items').select(['id', 'post_id', 'status']).orderBy('id').execute();
  const first = (status: string) => rows.find((row) => row.status === status) ?? { id: 0, post_id: 0 };
  const { league_id } = await db
    .selectFrom('posts')
    .select('league_id')
    .where('id', '=', first('open').post_id)
    .executeTakeFirstOrThrow();
  return {
    league: league_id ?? 0,
    post: first('started').post_id,
    items: {
      open: first('open').id,
      started: first('started').id,
      ended: first('ended').id,
      vote: vote ?? 0,
      balance: balance ?? 0,
      bets: bets ?? 0,
    },
    code: code ?? '',
  };
}

type Show = (visit: Visit) => Promise<Page>;
export type Scene = { readonly name: string; readonly show: Show };

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

/** The next step from where the scene before it ended. */
const onward = (
  act: (page: Page, visit: Visit) => Promise<unknown>,
  sign: (page: Page, visit: Visit) => Locator,
): Show => then(({ owner }) => Promise.resolve(owner.page), act, sign);

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
const manage = item('started');

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
  numbers: item('bets'),
  'a start': then(item('open'), press('start'), sheet('startAsk')),
  'a result': then(manage, press('enterResults'), sheet('resultTitle')),
  'a void': then(item('ended'), press('voidItem'), sheet('voidAsk')),
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
  'its settings': at('owner', league('?sheet=settings'), sheet('leagueSettings')),
  'its words': at('owner', league('?sheet=settings&of=1'), sheet('editLeague')),
  'its next owner': at('owner', league('?sheet=settings&of=2'), (page) =>
    page.getByRole('dialog').getByRole('radio'),
  ),
  'wizard: the league': wizard,
  'wizard: the type': types,
  'wizard: the rules': rules,
  'wizard: the matches': matches,
  'wizard: the order': order,
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
  notifications: at('owner', () => '/notifications', title('tabNotifications')),
  'my profile': at(
    'owner',
    () => '/profile',
    (page, { t }) => page.getByText(t('thisDevice')),
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
}).map(([name, show]) => ({ name, show }));
