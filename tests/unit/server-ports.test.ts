import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, createMachine, toPromise, type AnyActorLogic } from 'xstate';
import { createApi } from '#actors/api.ts';
import { createHttpClient } from '#actors/http-client.ts';
import { createStorage } from '#actors/storage.ts';
import { createAnswerCache } from '#app/answer-cache.ts';
import { provideAuth } from '#app/auth-ports.ts';
import { provideBetRegistry } from '#app/bet-ports.ts';
import { fetchAll } from '#app/fetch-all.ts';
import { provideImportCompetition } from '#app/import-competition-ports.ts';
import { provideInvite } from '#app/invite-ports.ts';
import { provideJoin } from '#app/join-ports.ts';
import { provideLinkPhone } from '#app/link-phone-ports.ts';
import { earlyFeedOf, provideLists } from '#app/list-ports.ts';
import { provideNotificationPreferences } from '#app/notification-preferences-ports.ts';
import { provideObjections } from '#app/objection-ports.ts';
import { provideOutbox } from '#app/outbox-ports.ts';
import { providePrint } from '#app/print-ports.ts';
import { provideResources } from '#app/resource-ports.ts';
import { provideRoundResults } from '#app/round-results-ports.ts';
import { provideSession } from '#app/session-ports.ts';
import { provideSocialLogin } from '#app/social-login-ports.ts';
import { provideStatistics } from '#app/statistics-ports.ts';
import { provideWelcome } from '#app/welcome-ports.ts';
import { provideWhatIf } from '#app/what-if-ports.ts';
import { provideWizard } from '#app/wizard-ports.ts';
import { failureStatus, type FailureCode, type FieldProblems } from '#contract/failures.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import type { AppActor } from '#machines/app.ts';
import {
  buildAppUser,
  buildGroup,
  buildItem,
  buildOwnLeague,
  buildPage,
  buildPost,
  buildStandings,
} from '#tests/support/builders.ts';

/** The requests for lists, resources, codes and bets, and how their answers are used. */

/** The requests, without their version, in alphabetical order. */
let sentRequests: string[];
let answer: (path: string, query: URLSearchParams) => unknown;

class Refusal {
  constructor(
    readonly code: FailureCode,
    readonly fields?: FieldProblems,
  ) {}
}
const refuse = (code: FailureCode, fields?: FieldProblems) => new Refusal(code, fields);
function respond(url: URL, { method = 'GET', body }: RequestInit = {}): Response {
  const { pathname, searchParams } = url;
  searchParams.delete('ver');
  const path = pathname.slice('/api/'.length);
  const verb = method === 'GET' ? '' : `${method} `;
  sentRequests = [
    ...sentRequests,
    `${verb}${path}?${searchParams}${typeof body === 'string' ? body : ''}`,
  ].toSorted();
  const given = answer(path, searchParams);
  if (!(given instanceof Refusal)) return Response.json(given);
  const { code, fields } = given;
  const status = failureStatus[code];
  return Response.json({ type: 'about:blank', title: '', status, code, detail: '', fields }, { status });
}

const client = createHttpClient({
  origin: 'http://server',
  version: '1',
  token: () => 'dana-1',
  onExpired: () => undefined,
  onServerTime: () => undefined,
});
const api = createApi(client);
let cache: ReturnType<typeof createAnswerCache>;
const nextPage = (storage = createStorage(null)) =>
  createAnswerCache(
    storage,
    () => ({ member: 2, language: 'he', version: '1' }),
    () => 1200,
  );

beforeEach(() => {
  sentRequests = [];
  cache = nextPage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { documentElement: { lang: 'he' } });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    Promise.resolve(respond(new URL(input instanceof Request ? input.url : input), init)),
  );
});
afterEach(() => vi.unstubAllGlobals());

type Ports = { readonly implementations: { readonly actors: object } };
const portOf = ({ implementations: { actors } }: Ports, name: string) =>
  (actors as Record<string, AnyActorLogic>)[name] as AnyActorLogic & Ports;
/** What a machine's port resolves with. */
const run = (machine: Ports, port: string, input: object): Promise<unknown> =>
  toPromise(createActor(portOf(machine, port), { input }).start());
const fetchRows = (list: Ports, ids: readonly number[]) =>
  run(portOf(list, 'rowRefresh'), 'fetchRows', { ids });
const fetchPage = (list: Ports, input: { offset?: number; [key: string]: unknown } = {}) => {
  const first = { filters: {}, search: '', asOf: null, offset: 0, limit: 10 };
  return run(list, 'fetchPage', { ...first, mayBeCached: !input.offset, ...input });
};

describe('rows by their ids', () => {
  test('omit those that are gone or no longer allowed to the caller', async () => {
    const group = buildGroup(4, 'השכנים');
    answer = (path) =>
      path === 'clan/4/' ? group : path === 'clan/9/' ? refuse('not_found') : refuse('forbidden');
    expect(await fetchRows(provideLists(api, cache).groups, [9, 4, 6])).toEqual([group]);
    expect(sentRequests).toEqual(['clan/4/?', 'clan/6/?', 'clan/9/?']);
  });

  test('reject if one of them cannot be loaded', async () => {
    answer = (path) => (path === 'clan/4/' ? buildGroup(4, 'השכנים') : refuse('unavailable'));
    await expect(fetchRows(provideLists(api, cache).groups, [4, 9])).rejects.toThrow('unavailable');
  });

  test('of games are requested a hundred at a time', async () => {
    answer = (_, query) => {
      const ids = query.get('ids')?.split(',').map(Number) ?? [];
      return buildPage(...ids.slice(-1).map((id) => buildPost(id)));
    };
    const ids = Array.from({ length: 201 }, (_, at) => 300 - at);
    expect(await fetchRows(provideLists(api, cache).feed, ids)).toEqual([
      buildPost(201),
      buildPost(101),
      buildPost(100),
    ]);
    const query = (part: readonly number[]) =>
      `post/?${new URLSearchParams({ ids: String(part) })}&limit=100`;
    expect(sentRequests).toEqual(
      [query(ids.slice(0, 100)), query(ids.slice(100, 200)), query(ids.slice(200))].toSorted(),
    );
  });
});

describe('a page', () => {
  test('of the feed is requested as of the time of the first page', async () => {
    const first = { ...buildPage(buildPost(8)), as_of: '2026-06-11T19:00:00.000Z' };
    answer = () => first;
    const { feed } = provideLists(api, cache);
    expect(await fetchPage(feed)).toEqual(first);
    await fetchPage(feed, { offset: 10, asOf: '2026-06-11T19:00:00.000Z' });
    expect(sentRequests).toEqual([
      'post/?offset=0&limit=10&as_of=now',
      'post/?offset=10&limit=10&as_of=2026-06-11T19%3A00%3A00.000Z',
    ]);
  });

  describe('of the feed that the page’s head asked for', () => {
    const early = { ...buildPage(buildPost(8)), as_of: '2026-06-11T19:00:00.000Z', last_event: 40 };
    const asked = { ...buildPage(buildPost(9), buildPost(8)), as_of: '2026-06-11T19:00:01.000Z' };
    /** An app whose event stream is in this state and has brought this event last. */
    const appAt = (lastEventId: number | null, state: 'opening' | 'live' | 'closed' = 'live') => {
      const connection = createActor(
        createMachine({
          initial: state,
          context: { lastEventId },
          states: {
            opening: { tags: 'opening', on: { open: 'live' } },
            live: { tags: 'live' },
            closed: {},
          },
        }),
      ).start();
      const snapshot = { context: { session: { token: 'dana-1' } }, children: { connection } };
      const app = { getSnapshot: () => snapshot };
      return Object.assign(() => app as unknown as AppActor, {
        open: () => connection.send({ type: 'open' }),
      });
    };
    const answered = (page: unknown, token = 'dana-1') =>
      vi.stubGlobal('window', {
        earlyAnswers: {
          token,
          feed: Promise.resolve({ text: JSON.stringify(page), date: null, receivedAt: 900 }),
        },
      });
    const feedAt = (...at: Parameters<typeof appAt>) =>
      provideLists(api, nextPage(), earlyFeedOf(appAt(...at))).feed;
    const refresh = { mayBeCached: false };
    beforeEach(() => {
      answered(early);
      answer = () => asked;
    });

    test.each([
      ['that it includes', 40],
      ['before it', 39],
    ])('is the server’s answer, once, where the newest event is one %s', async (_, event) => {
      const feed = feedAt(event);
      expect(await fetchPage(feed)).toEqual(new CachedAnswer(early, 900));
      expect(await fetchPage(feed, refresh)).toEqual(early);
      expect(sentRequests).toEqual([]);
      expect(await fetchPage(feed, refresh)).toEqual(asked);
      expect(sentRequests).toEqual(['post/?offset=0&limit=10&as_of=now']);
    });

    test.each<[string, number | null, 'live' | 'closed']>([
      ['an event has come since', 41, 'live'],
      ['the stream is not open', 40, 'closed'],
      ['no event is known', null, 'live'],
    ])('is shown while the server is asked where %s', async (_, event, state) => {
      const feed = feedAt(event, state);
      expect(await fetchPage(feed)).toEqual(new CachedAnswer(early, 900));
      expect(sentRequests).toEqual([]);
      expect(await fetchPage(feed, refresh)).toEqual(asked);
      expect(sentRequests).toEqual(['post/?offset=0&limit=10&as_of=now']);
    });

    test('is shown while the server is asked where it does not say what it includes', async () => {
      answered({ ...early, last_event: undefined });
      const feed = feedAt(0);
      expect(await fetchPage(feed)).toMatchObject({ answer: { results: early.results } });
      expect(await fetchPage(feed, refresh)).toEqual(asked);
    });

    test('waits for a stream that is being opened, for two seconds', async () => {
      const app = appAt(40, 'opening');
      const { feed } = provideLists(api, nextPage(), earlyFeedOf(app));
      await fetchPage(feed);
      const refreshed = fetchPage(feed, refresh);
      app.open();
      expect([await refreshed, sentRequests]).toEqual([early, []]);

      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const slow = feedAt(40, 'opening');
        await fetchPage(slow);
        const late = fetchPage(slow, refresh);
        await vi.advanceTimersByTimeAsync(1_999);
        expect(sentRequests).toEqual([]);
        await vi.advanceTimersByTimeAsync(1);
        expect([await late, sentRequests.length]).toEqual([asked, 1]);
      } finally {
        vi.useRealTimers();
      }
    });

    test('is shown before the feed that the device has stored', async () => {
      const storage = createStorage(null);
      await fetchPage(provideLists(api, nextPage(storage)).feed);
      sentRequests = [];
      const { feed } = provideLists(api, nextPage(storage), earlyFeedOf(appAt(40)));
      expect(await fetchPage(feed)).toEqual(new CachedAnswer(early, 900));
      expect(await fetchPage(feed, refresh)).toEqual(early);
      expect(sentRequests).toEqual([]);
    });

    test.each([
      ['of another member', {}, 'noa-2'],
      ['where one league’s are shown', { filters: { section: 4 } }, 'dana-1'],
      ['where the games to bet on are', { filters: { to_bet: true } }, 'dana-1'],
      ['for a later page', { offset: 10 }, 'dana-1'],
    ])('is not used: %s', async (_, input, token) => {
      answered(early, token);
      const feed = feedAt(40);
      expect(await fetchPage(feed, input)).toEqual(asked);
      expect(await fetchPage(feed, { ...input, ...refresh })).toEqual(asked);
      expect(sentRequests).toHaveLength(2);
    });

    test('is not shown to whoever signs in after its member', async () => {
      let token = 'dana-1';
      const app = () =>
        ({
          getSnapshot: () => ({ context: { session: { token } }, children: {} }),
        }) as unknown as AppActor;
      const { feed } = provideLists(api, nextPage(), earlyFeedOf(app));
      expect(await fetchPage(feed)).toEqual(new CachedAnswer(early, 900));
      token = 'noa-2';
      const next = provideLists(api, nextPage(), earlyFeedOf(app)).feed;
      expect([await fetchPage(feed, refresh), await fetchPage(next)]).toEqual([asked, asked]);
    });
  });

  test.each([
    ['the first of all leagues', {}, true],
    ['a later one', { offset: 10 }, false],
    ['one league’s', { filters: { section: 4 } }, false],
    ['the games to bet on', { filters: { to_bet: true } }, false],
    ['one state’s', { filters: { state: 'live' } }, false],
  ])('of the feed is cached for the next visit or not: %s', async (_, input, isKept) => {
    const storage = createStorage(null);
    answer = () => buildPage(buildPost(8));
    await fetchPage(provideLists(api, nextPage(storage)).feed, input);
    const began = await fetchPage(provideLists(api, nextPage(storage)).feed, input);
    expect(began instanceof CachedAnswer).toBe(isKept);
  });

  test.each([
    ['the first', 0, true],
    ['a later one', 10, false],
  ])('of a table is cached for the next visit or not: %s', async (_, offset, isKept) => {
    const storage = createStorage(null);
    const table = buildStandings('דנה');
    answer = () => table;
    const rows = {
      results: table.results.map((row) => ({ ...row, id: 21 })),
      count: table.count,
    };
    const input = { filters: { section: 4 }, offset };
    expect(await fetchPage(provideLists(api, nextPage(storage)).standings, input)).toEqual(rows);
    const began = await fetchPage(provideLists(api, nextPage(storage)).standings, input);
    expect(began).toEqual(isKept ? new CachedAnswer(rows, 1200) : rows);
    expect(sentRequests).toHaveLength(isKept ? 1 : 2);
  });

  test('of the chats is the cached feed where the server cannot be reached', async () => {
    const storage = createStorage(null);
    answer = () => buildPage(buildPost(8));
    await fetchPage(provideLists(api, nextPage(storage)).feed);
    const { chats } = provideLists(api, nextPage(storage));
    answer = () => refuse('unavailable');
    expect(await fetchPage(chats)).toEqual(new CachedAnswer(buildPage(buildPost(8)), 1200));
    await expect(fetchPage(chats, { offset: 10 })).rejects.toThrow('unavailable');
    expect(sentRequests.slice(-2)).toEqual([
      'post/?offset=0&limit=10&order=chat',
      'post/?offset=10&limit=10&order=chat',
    ]);
  });

  test.each(['feed', 'standings', 'chats'] as const)(
    'of %s is not replaced by the cached one where rows are shown, and its failure counts as missed',
    async (name) => {
      const storage = createStorage(null);
      const table = buildStandings('דנה');
      answer = () => (name === 'standings' ? table : buildPage(buildPost(8)));
      const last = nextPage(storage);
      const list = provideLists(api, last)[name];
      await fetchPage(name === 'chats' ? provideLists(api, last).feed : list);
      answer = () => refuse('unavailable');
      await expect(fetchPage(list, { mayBeCached: false })).rejects.toThrow('unavailable');
      expect(last.takeMissed()).toBe(true);
      expect(await fetchPage(list)).toBeInstanceOf(CachedAnswer);
    },
  );

  test('of a search is requested with its text', async () => {
    answer = () => buildPage();
    await fetchPage(provideLists(api, cache).groups, { search: 'שכנים', filters: { section: 4 } });
    expect(sentRequests).toEqual([`clan/?section=4&offset=0&limit=10&search=${encodeURIComponent('שכנים')}`]);
  });
});

describe('the leagues that the caller runs', () => {
  const leagues = [buildOwnLeague(7, 'המשרד'), buildOwnLeague(5, 'השכונה')];
  const load = (league?: number) =>
    run(provideResources(api, cache).leaguesToRun, 'load', { params: { league } });
  const list = 'section/?is_staff=True&active=True&limit=100';

  test.each([
    ['of no league', undefined, leagues, [list]],
    ['of one of them', 5, leagues, [list]],
    ['of another one', 3, [buildOwnLeague(3, 'הנבחרת'), ...leagues], ['section/3/?', list]],
    ['of one that is gone', 9, leagues, ['section/9/?', list]],
  ])('are requested on the page %s', async (_, league, found, requests) => {
    answer = (path) =>
      path === 'section/'
        ? buildPage(...leagues)
        : path === 'section/3/'
          ? buildOwnLeague(3, 'הנבחרת')
          : refuse('not_found');
    expect(await load(league)).toEqual(found);
    expect(sentRequests).toEqual(requests.toSorted());
  });

  test('reject if the page’s own league cannot be loaded', async () => {
    answer = (path) => (path === 'section/' ? buildPage(...leagues) : refuse('unavailable'));
    await expect(load(3)).rejects.toThrow('unavailable');
  });
});

test('a league and a game are requested with the code that opens them', async () => {
  const { league, post } = provideResources(api, cache);
  const params = { id: 7, code: 'A1B2C3D4E5' };
  answer = (path) => (path === 'post/7/' ? buildPost(7) : buildOwnLeague(7, 'המשרד'));
  expect([await run(league, 'load', { params }), await run(post, 'load', { params })]).toEqual([
    buildOwnLeague(7, 'המשרד'),
    buildPost(7),
  ]);
  expect(sentRequests).toEqual(['post/7/?code=A1B2C3D4E5', 'section/7/?code=A1B2C3D4E5']);
});

test.each([
  ['gameSteps', { post: 5 }, 'steps/?post=5'],
  ['gameType', { id: 6 }, 'itemtype/6/?'],
  ['item', { id: 7 }, 'item/7/?'],
  ['profile', { member: 3 }, 'profile/?member=3'],
  ['missingBettors', { post: 5 }, 'missing/?post=5&limit=100'],
  ['bettors', { item: 7 }, 'bettors/?item=7&limit=100'],
  ['standings', { section: 4, limit: 1 }, 'standings/?section=4&limit=1'],
  ['sessions', {}, 'session/?limit=100'],
] as const)('%s of %j is requested by one call', async (name, params, request) => {
  answer = () => refuse('forbidden');
  const resources = provideResources(api, cache);
  await expect(run(resources[name], 'load', { params })).rejects.toThrow('forbidden');
  expect(sentRequests).toEqual([request]);
});

test.each([
  ['post', { id: 7 }, buildPost(7)],
  ['item', { id: 7 }, buildItem(7, 'home/away', { 11: 2, 12: null })],
  ['league', { id: 7 }, buildOwnLeague(7, 'המשרד')],
  ['standings', { section: 7 }, buildStandings('דנה')],
] as const)(
  'after a transient failure %s is the cached one, but only where nothing is shown yet',
  async (name, params, found) => {
    const resources = provideResources(api, cache);
    answer = () => found;
    expect(await run(resources[name], 'load', { params, mayBeCached: true })).toEqual(found);
    answer = () => refuse('unavailable');
    await expect(run(resources[name], 'load', { params, mayBeCached: false })).rejects.toThrow('unavailable');
    expect(await run(resources[name], 'load', { params, mayBeCached: true })).toEqual(
      new CachedAnswer(found, 1200),
    );
  },
);

describe('a page of text', () => {
  const load = (language: string) =>
    run(provideResources(api, cache).page, 'load', { params: { slug: 'terms', language } });

  test.each([
    ['heb', 'terms', ['post/terms/?']],
    ['en', 'terms.en', ['post/terms.en/?']],
    ['ar', 'terms', ['post/terms.ar/?', 'post/terms/?']],
  ])('in the language %s is %s', async (language, slug, requests) => {
    answer = (path) =>
      path === 'post/terms.ar/' ? refuse('not_found') : buildPost(8, { description: path });
    expect(await load(language)).toEqual(buildPost(8, { description: `post/${slug}/` }));
    expect(sentRequests).toEqual(requests);
  });

  test('is not replaced by another language’s after a transient failure', async () => {
    answer = () => refuse('unavailable');
    await expect(load('en')).rejects.toThrow('unavailable');
  });
});

describe('a code', () => {
  const target = { kind: 'clan', id: 4, name: 'השכנים', image: null, size: 3 };
  const request = { code: 'A1B2C3D4E5', by: null, league: null };

  test.each([
    ['previewJoin', request, 'joinAClan/?code=A1B2C3D4E5&preview=True'],
    ['join', request, 'joinAClan/?code=A1B2C3D4E5&preview=False'],
    ['join', { ...request, by: 9, league: 7 }, 'joinAClan/?code=A1B2C3D4E5&preview=False&by=9&section=7'],
  ])('is sent by %s: %j', async (port, input, sent) => {
    answer = () => ({ res: target });
    expect(await run(provideJoin(client), port, input)).toEqual(target);
    expect(sentRequests).toEqual([sent]);
  });

  test('that is unknown resolves with null', async () => {
    answer = () => ({ res: 0 });
    expect(await run(provideJoin(client), 'join', request)).toBeNull();
  });
});

describe('the PIN for a phone number to link', () => {
  const logIn = () =>
    run(provideLinkPhone(api, 'device'), 'logIn', { phone: '+972501234567', pin: '123456' });

  test.each([
    ['with tries left', { code: 'pin' as const, limit: 3 }, 3],
    ['with none', { code: 'pin' as const }, 0],
  ])('is reported as wrong, %s', async (_, pincode, attemptsLeft) => {
    answer = () => refuse('validation', { pincode });
    expect(await logIn()).toEqual({ success: false, reason: 'wrong_pin', attemptsLeft });
    expect(sentRequests).toEqual(['POST linkPhone/?{"cellphone":"+972501234567","pincode":"123456"}']);
  });

  test.each([
    ['another field', () => refuse('validation', { cellphone: { code: 'phone' } }), 'validation'],
    ['too many tries', () => refuse('too_many'), 'too_many'],
  ])('is not reported as wrong after a refusal for %s', async (_, refusal, kind) => {
    answer = refusal;
    await expect(logIn()).rejects.toThrow(kind);
  });
});

describe('a machine that is loaded on demand', () => {
  const identityProvider = {
    prepare: () => Promise.resolve(),
    signIn: () => Promise.resolve(null),
    signOut: () => Promise.resolve(),
  };
  const onPinSent = vi.fn<() => void>();
  beforeEach(() => onPinSent.mockClear());
  function provideMachines() {
    const storage = createStorage(null);
    const { signIn } = provideAuth(client, identityProvider, 'device-5', storage, onPinSent);
    const linkPhone = provideLinkPhone(api, 'device-5');
    const imports = provideImportCompetition(api, storage);
    const wizard = provideWizard(storage, api, (work) => work);
    return {
      signIn,
      resendPin: portOf(signIn, 'resendPin'),
      linkPhone,
      resendLinkPin: portOf(linkPhone, 'resendPin'),
      statistics: provideStatistics(api).league,
      memberStatistics: provideStatistics(api).member,
      projectedTable: provideWhatIf(api).table,
      projectedPlace: provideWhatIf(api).place,
      rulesLab: provideWhatIf(api).lab,
      objections: provideObjections(api).ofItem,
      objectionForm: provideObjections(api).form,
      preferences: provideNotificationPreferences(api, () => 2),
      welcome: provideWelcome(api, storage, () => 2).machine,
      imports,
      file: portOf(imports, 'competitionFile'),
      invite: provideInvite(api),
      roundResults: provideRoundResults(api, storage),
      outbox: provideOutbox(api, storage),
      types: portOf(wizard, 'gameTypePicker'),
      options: portOf(wizard, 'optionPicker'),
      createLeague: portOf(wizard, 'createLeague'),
    };
  }
  type Name = keyof ReturnType<typeof provideMachines>;

  const number = { phone: '+972501234567', name: 'דנה' };
  const pinRequest = `sendPinCode/?cellphone=%2B972501234567&name=${encodeURIComponent('דנה')}&device=device-5`;
  const result = { item: 7, value: { home: 2, away: 1 }, version: 3 };
  const text = { section: 4, text: 'מכבי,הפועל' };
  const importInput = { section: 4, competition: 'euro', rules: { pts_exact: 4 } };
  const reads: readonly (readonly [Name, string, object, string])[] = [
    ['statistics', 'load', { params: { section: 4 } }, 'statistics/?section=4'],
    [
      'memberStatistics',
      'load',
      { params: { section: 4, member: 3 } },
      'memberStatistics/?section=4&member=3',
    ],
    [
      'projectedTable',
      'fetchProjection',
      { section: 4, clan: 6 },
      'projectedStandings/?section=4&clan=6&limit=100',
    ],
    [
      'projectedPlace',
      'load',
      { params: { section: 4, item: 7 } },
      'projectedStandings/?section=4&item=7&limit=1',
    ],
    [
      'rulesLab',
      'previewRules',
      { post: 5, rules: { pts_exact: 4, joker: true } },
      'rulesPreview/?post=5&pts_exact=4&joker=True&limit=100',
    ],
    ['objections', 'load', { params: { item: 7 } }, 'objections/?item=7'],
    ['preferences', 'fetchPreferences', {}, 'member/2/?'],
    ['imports', 'fetchCompetitions', { league: 4 }, 'competition/?section=4'],
    ['file', 'checkFile', text, `POST competitionFile/?${JSON.stringify(text)}`],
    ['invite', 'inviteGroup', { league: 4, group: 6 }, 'inviteClanToSection/?section=4&clan=6'],
    ['signIn', 'sendPin', number, pinRequest],
    ['resendPin', 'sendPin', number, pinRequest],
    [
      'signIn',
      'logIn',
      { ...number, pin: '123456' },
      'POST api-token-auth/?{"username":"+972501234567","password":"123456","name":"דנה","device":"device-5"}',
    ],
    ['linkPhone', 'sendPin', number, pinRequest],
    ['resendLinkPin', 'sendPin', number, pinRequest],
    ['types', 'loadTypes', { section: 4 }, 'itemtype/?section=4&limit=100'],
    ['types', 'loadRules', { itemType: 3 }, 'itemrule/?itemType=3&limit=100'],
    [
      'options',
      'searchOptions',
      { league: 4, search: 'a', offset: 20, limit: 10 },
      'option/?search=a&offset=20&limit=10&section=4',
    ],
  ];
  const writes: typeof reads = [
    [
      'objectionForm',
      'saveValues',
      { id: 7, values: { version: 3, words: 'לא נכון' } },
      'POST objections/?{"item":7,"version":3,"words":"לא נכון"}',
    ],
    ['roundResults', 'setResults', result, `POST setItemResults/?${JSON.stringify(result)}`],
    [
      'preferences',
      'savePreferences',
      { changes: { comment: false } },
      'PUT member/2/?{"preferences":{"notifications":{"comment":false}}}',
    ],
    ['welcome', 'markWelcomed', {}, 'PUT member/2/?{"new_member":false}'],
    [
      'outbox',
      'sendMessage',
      { key: 'k-1', post: 5, description: 'שלום', images: [{ id: 9 }, { id: 8 }], made: '' },
      'POST postcomment/?{"comment_post":5,"description":"שלום","images":[9,8],"key":"k-1"}',
    ],
    ['file', 'storeFile', text, `POST competitionFile/?${JSON.stringify({ ...text, store: true })}`],
    ['imports', 'importCompetition', importInput, `POST importCompetition/?${JSON.stringify(importInput)}`],
    [
      'imports',
      'undoImport',
      { league: 4, competition: 'euro' },
      'DELETE importCompetition/?section=4&competition=euro',
    ],
    ['createLeague', 'createLeague', { name: 'המשרד' }, 'POST section/?{"name":"המשרד","custom":true}'],
    ['options', 'createOption', { name: 'מכבי', league: 4 }, 'POST option/?{"name":"מכבי","section":4}'],
  ];

  test.each([...reads, ...writes])('%s: %s of %j is one call', async (name, port, input, request) => {
    answer = () => refuse('forbidden');
    await expect(run(provideMachines()[name], port, input)).rejects.toThrow('forbidden');
    expect(sentRequests).toEqual([request]);
  });

  test.each(['signIn', 'resendPin'] as const)('%s: sendPin reports a PIN once it is sent', async (name) => {
    answer = () => refuse('too_many');
    await expect(run(provideMachines()[name], 'sendPin', number)).rejects.toThrow('too_many');
    expect(onPinSent.mock.calls).toEqual([]);
    answer = () => ({ name: 'דנה' });
    expect(await run(provideMachines()[name], 'sendPin', number)).toEqual({ name: 'דנה' });
    expect(onPinSent.mock.calls).toEqual([[]]);
  });

  /** Whether the request of a port is given up when its machine stops. */
  async function isGivenUp(name: Name, port: string, input: object): Promise<boolean> {
    const signals: (AbortSignal | null | undefined)[] = [];
    vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => {
      signals.push(init?.signal);
      return new Promise(() => undefined);
    });
    const actor = createActor(portOf(provideMachines()[name], port), { input }).start();
    await expect.poll(() => signals.length).toBe(1);
    actor.stop();
    return signals[0]?.aborted === true;
  }

  test.each(reads)('%s: %s ends with its machine', async (name, port, input) => {
    expect(await isGivenUp(name, port, input)).toBe(true);
  });

  test.each(writes)('%s: %s outlives its machine', async (name, port, input) => {
    expect(await isGivenUp(name, port, input)).toBe(false);
  });

  test.each([
    [1, true],
    [0, false],
  ])('reads the answer %d to an invitation as %s', async (res, isInvited) => {
    answer = () => ({ res });
    expect(await run(provideInvite(api), 'inviteGroup', { league: 4, group: 6 })).toBe(isInvited);
  });

  test('prints a league with its whole table, and its games five at a time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-11T19:00:00.000Z') });
    try {
      const league = buildOwnLeague(4, 'המשרד');
      const table = buildStandings('דנה');
      const games = [9, 3, 5, 4, 8, 2].map((id) => ({ id, name: `game ${id}`, items: [] }));
      answer = (path, query) => {
        const offset = Number(query.get('offset'));
        if (path === 'section/4/') return league;
        return path === 'standings/' ? table : { results: games.slice(offset, offset + 5), count: 6 };
      };
      expect(await run(providePrint(api), 'fetchLeague', { league: 4 })).toEqual({
        league,
        table: table.results,
        games,
        at: '2026-06-11T19:00:00.000Z',
      });
      expect(sentRequests).toEqual([
        'printedGames/?section=4&limit=5&offset=0',
        'printedGames/?section=4&limit=5&offset=5',
        'section/4/?',
        'standings/?section=4&limit=100&offset=0',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a sign-in by a provider', () => {
  /** A provider with this result, and how often its own session was ended. */
  function signInWith(result: { idToken: string } | { reason: 'blocked'; detail: null } | null) {
    const signOut = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const signInAt = vi.fn<(provider: string) => Promise<typeof result>>(() => Promise.resolve(result));
    const provider = { prepare: () => Promise.resolve(), signIn: signInAt, signOut };
    const login = provideSocialLogin(client, provider, 'device-5');
    return { outcome: run(login, 'signInWithProvider', { provider: 'google' }), signInAt, signOut };
  }
  const request = 'POST socialAuth?{"token":"id-1","device":"device-5"}';

  test('opens a session with the provider’s token on this device', async () => {
    const user = buildAppUser(2);
    answer = () => ({ data: { ...user, token: 'dana-2' } });
    const { outcome, signInAt, signOut } = signInWith({ idToken: 'id-1' });
    expect(await outcome).toEqual({ token: 'dana-2', user });
    expect([sentRequests, signInAt.mock.calls, signOut.mock.calls]).toEqual([[request], [['google']], []]);
  });

  test.each([null, { reason: 'blocked' as const, detail: null }])(
    'that ends with %j at the provider sends nothing',
    async (result) => {
      expect(await signInWith(result).outcome).toEqual(result);
      expect(sentRequests).toEqual([]);
    },
  );

  test('that the server refuses ends the provider’s session too', async () => {
    answer = () => refuse('forbidden');
    const { outcome, signOut } = signInWith({ idToken: 'id-1' });
    await expect(outcome).rejects.toThrow('forbidden');
    expect([sentRequests, signOut.mock.calls]).toEqual([[request], [[]]]);
  });
});

test.each([
  ['a session', 'dana-1', ['POST logout/?']],
  ['no session', null, []],
])('the sign-out from %s ends the provider’s session too, whatever fails', async (_, token, requests) => {
  answer = () => refuse('unavailable');
  const signOutProvider = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('popup closed')));
  const session = provideSession(createStorage(null), client, signOutProvider);
  await run(session, 'endSession', { token });
  expect([sentRequests, signOutProvider.mock.calls]).toEqual([requests, [[]]]);
});

test('all rows of a list are fetched page by page, and an empty page ends it whatever the count', async () => {
  const pages: object[] = [];
  const all = (rows: readonly number[], count = rows.length) =>
    fetchAll((page) => {
      pages.push(page);
      return Promise.resolve({ results: rows.slice(page.offset, page.offset + page.limit), count });
    }, 2);
  expect([await all([5, 3, 8, 1, 4]), await all([7, 2], 3), await all([])]).toEqual([
    [5, 3, 8, 1, 4],
    [7, 2],
    [],
  ]);
  expect(pages).toEqual([0, 2, 4, 0, 2, 0].map((offset) => ({ limit: 2, offset })));
});

describe('a bet', () => {
  const app = { getSnapshot: () => ({ context: { session: { user: { id: 2 } } } }) };
  const at = '2026-06-11T19:00:00.000Z';
  const saved = {
    id: 90,
    created: at,
    updated: at,
    itemOption: 31,
    item: 7,
    post: 5,
    value: 2,
    version: 4,
    seal: 'a1',
  };
  let storage: ReturnType<typeof createStorage>;
  const save = (changes: { set?: object[]; clear?: number[] }) => {
    const registry = provideBetRegistry(api, storage, () => app as unknown as AppActor);
    return run(portOf(registry, 'bet'), 'saveBets', {
      item: 7,
      post: 5,
      version: 3,
      set: [],
      clear: [],
      ...changes,
    });
  };
  const set = [{ itemOption: 31, value: 2 }];
  const setRequest = 'POST bet/?[{"itemOption":31,"value":2,"post":5,"version":3}]';
  const clearRequest = (version: number) => `DELETE bet/?version=${version}&ids=4%2C6`;
  const shownSeal = () => storage.read('seal:2:7');
  beforeEach(() => {
    storage = createStorage(null);
    storage.write('seal:2:7', 'of an earlier bet');
    storage.write('seal:2:8', 'of another item');
  });

  test('is sent with its game and version, and its seal is stored as the shown one', async () => {
    answer = () => [saved];
    expect(await save({ set })).toEqual({ bets: [saved], version: 4 });
    expect([sentRequests, shownSeal(), storage.read('seal:2:8')]).toEqual([
      [setRequest],
      'a1',
      'of another item',
    ]);
  });

  test('that is cleared has no seal, even where others are set', async () => {
    answer = (_, query) => (query.has('ids') ? { res: 1 } : [saved]);
    // The removal comes after the values that are set, and makes a version of its own.
    expect(await save({ set, clear: [4, 6] })).toEqual({ bets: [saved], version: 5 });
    expect([sentRequests, shownSeal()]).toEqual([[clearRequest(4), setRequest], null]);
    expect(await save({ clear: [4, 6] })).toEqual({ bets: [], version: 4 });
    expect(sentRequests).toContain(clearRequest(3));
  });

  test('that an earlier attempt has cleared counts as removed, with an unknown version', async () => {
    answer = () => refuse('not_found');
    expect(await save({ clear: [4, 6] })).toEqual({ bets: [], version: undefined });
    expect([sentRequests, shownSeal()]).toEqual([[clearRequest(3)], null]);
  });

  test('that is refused keeps the shown seal', async () => {
    answer = () => refuse('item_closed');
    await expect(save({ clear: [4, 6] })).rejects.toThrow('item_closed');
    await expect(save({ set })).rejects.toThrow('item_closed');
    expect(shownSeal()).toBe('of an earlier bet');
  });

  test('is read anew for at most a hundred items', async () => {
    answer = () => buildPage();
    const registry = provideBetRegistry(api, storage, () => app as unknown as AppActor);
    const ids = Array.from({ length: 101 }, (_, nth) => 300 - nth);
    expect(await run(registry, 'fetchItems', { ids })).toMatchObject({ items: [] });
    const query = new URLSearchParams({ ids: String(ids.slice(0, 100)), limit: '100' });
    expect(sentRequests).toEqual([`item/?${query}`]);
  });
});
