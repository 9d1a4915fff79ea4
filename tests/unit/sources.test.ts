import { describe, expect, it } from 'vitest';
import { roundOf, type SourceMatch } from '#server/competitions/sources/source.ts';
import { competitionOfSource } from '#server/competitions/sources/competition-of-source.ts';
import {
  parseCompetition,
  type Competition,
  type CompetitionMatch,
} from '#server/competitions/competition-format.ts';
import { backOff } from '#server/competitions/sources/ask.ts';
import {
  fetchDocument,
  maxDocumentBytes,
  retryAfterOf,
} from '#server/competitions/sources/fetch-document.ts';
import { footballData } from '#server/competitions/sources/football-data.ts';
import { openfootball } from '#server/competitions/sources/openfootball.ts';
import { openligadb } from '#server/competitions/sources/openligadb.ts';
import { footballDataDocument, footballDataMatch } from '#tests/support/server/source-stand-in.ts';

const noTeams = new Map<string, string>();
const first = (answer: ReturnType<typeof footballData.read>) => answer?.matches[0];

describe('football-data.org', () => {
  const read = (...rows: object[]) => footballData.read(footballDataDocument(...rows), noTeams);
  const derby = (more: Parameters<typeof footballDataMatch>[2]) =>
    first(read(footballDataMatch(435943, ['Burnley FC', 'Arsenal FC'], more)));

  it('identifies a match by its own id, with all that is known of it', () => {
    expect(derby({ date: '2027-08-11T19:00:00Z', matchday: 7 })).toEqual({
      id: '435943',
      round: { id: '7', heb: 'מחזור 7', en: 'Matchday 7' },
      group: null,
      date: '2027-08-11T19:00:00.000Z',
      home: { id: '700', name: 'Burnley FC' },
      away: { id: '701', name: 'Arsenal FC' },
      status: 'scheduled',
      score: null,
      extraTime: null,
      penalties: null,
      updated: '2027-01-01T00:00:00.000Z',
    });
  });

  it.each([
    ['TIMED', 'scheduled'],
    ['IN_PLAY', 'live'],
    ['PAUSED', 'live'],
    ['EXTRA_TIME', 'live'],
    ['PENALTY_SHOOTOUT', 'live'],
    ['FINISHED', 'final'],
    ['AWARDED', 'final'],
    ['SUSPENDED', 'suspended'],
    ['CANCELLED', 'cancelled'],
    ['CANCELED', 'cancelled'],
  ])('reads the status %s as %s, with the score', (status, expected) => {
    expect(derby({ status, score: [2, 1] })).toMatchObject({
      status: expected,
      score: { home: 2, away: 1 },
    });
  });

  it.each([
    ['REGULAR_SEASON', 7, '7'],
    ['GROUP_STAGE', 2, '2'],
    ['LEAGUE_STAGE', 8, '8'],
    ['', 3, '3'],
    ['GROUP_STAGE', null, 'GROUP-STAGE'],
    // The two legs of a knockout have a number each.
    ['QUARTER_FINALS', 2, 'QUARTER-FINALS'],
    ['', null, 'x'],
  ])('puts a match of stage %s and matchday %s into the round %s', (stage, matchday, round) => {
    expect(derby({ stage, matchday })?.round.id).toBe(round);
  });

  it('reads a team only with an id and a name, and a score only with both sides', () => {
    const row = footballDataMatch(5, ['A', 'B']);
    const half = { ...row.score, fullTime: { home: 1, away: null } };
    const match = read(
      { ...row, homeTeam: { id: null, name: 'A' }, awayTeam: { id: 9, name: null } },
      { ...row, status: 'IN_PLAY', score: half },
      { ...row, status: 'IN_PLAY', score: { ...half, fullTime: { home: null, away: 1 } } },
    );
    expect(match?.matches.map(({ home, away, score }) => [home?.name, away?.name, score])).toEqual([
      [undefined, undefined, null],
      ['A', 'B', null],
      ['A', 'B', null],
    ]);
  });

  it('adds extra time to the 90 minutes where both are given and the match went on', () => {
    const regularTime = { home: 1, away: 2 };
    const extraTime = { home: 1, away: 3 };
    const extraTimeOf = (after: object) => derby({ status: 'FINISHED', score: [2, 2], after })?.extraTime;
    const wentOn = { duration: 'EXTRA_TIME', regularTime, extraTime };
    expect([
      extraTimeOf(wentOn),
      extraTimeOf({ ...wentOn, duration: 'REGULAR' }),
      extraTimeOf({ ...wentOn, regularTime: null }),
      extraTimeOf({ ...wentOn, extraTime: null }),
    ]).toEqual([{ home: 2, away: 5 }, null, null, null]);
  });

  it('is named as the competition of the document, and has an empty name without one', () => {
    const { matches, ...named } = footballDataDocument(footballDataMatch(5, ['A', 'B']));
    const documents = [{ ...named, matches }, { matches }];
    expect(documents.map((document) => footballData.read(document, noTeams)?.name)).toEqual([
      'Premier League',
      '',
    ]);
  });

  it('has no date for a postponed match', () => {
    const match = derby({ status: 'POSTPONED', date: '2027-08-11T19:00:00Z' });
    expect(match).toMatchObject({ status: 'postponed', date: null });
  });

  it('takes the 90 minutes as the score of a match that went to penalties', () => {
    // Full time holds all goals: 1:1, another 1:0 in extra time, and 6:5 in the shoot-out.
    const after = {
      duration: 'PENALTY_SHOOTOUT',
      regularTime: { home: 1, away: 1 },
      extraTime: { home: 1, away: 0 },
      penalties: { home: 6, away: 5 },
    };
    expect(derby({ status: 'FINISHED', score: [8, 6], after })).toMatchObject({
      score: { home: 1, away: 1 },
      extraTime: { home: 2, away: 1 },
      penalties: { home: 6, away: 5 },
    });
  });

  it('has no score for a match that went on and lacks its 90 minutes', () => {
    const match = derby({ status: 'FINISHED', score: [2, 1], after: { duration: 'EXTRA_TIME' } });
    expect(match).toMatchObject({ status: 'final', score: null });
  });

  it('skips invalid rows, and no others', () => {
    const validMatch = footballDataMatch(5, ['A', 'B']);
    const answer = read(
      { ...validMatch, id: 'five' },
      validMatch,
      { ...validMatch, status: 'DREAMT' },
      {
        ...footballDataMatch(6, ['A', 'B'], { score: [-1, 0] }),
      },
    );
    expect([answer?.matches.map(({ id }) => id), answer?.skipped]).toEqual([['5'], 3]);
    expect(footballData.read({ message: 'The resource is restricted.' }, noTeams)).toBeNull();
  });
});

describe('OpenLigaDB', () => {
  const row = {
    matchID: 77561,
    matchDateTimeUTC: '2027-05-09T13:30:00Z',
    leagueName: 'DFB-Pokal 2026',
    group: { groupName: '3. Spieltag', groupOrderID: 3, groupID: 9 },
    team1: { teamId: 40, teamName: 'FC Bayern München' },
    team2: { teamId: 7, teamName: 'Borussia Dortmund' },
    lastUpdateDateTime: '2027-05-09T17:31:32.66',
    matchIsFinished: false,
    matchResults: [] as object[],
    goals: [] as object[],
  };
  const result = (resultName: string, resultTypeKind: string, pointsTeam1: number, pointsTeam2: number) => ({
    resultName,
    resultTypeKind,
    pointsTeam1,
    pointsTeam2,
  });
  const read = (more: object) => first(openligadb.read([{ ...row, ...more }], noTeams));

  it('identifies a match by its own id, with all that is known of it', () => {
    expect(read({})).toEqual({
      id: '77561',
      round: { id: '3', heb: 'מחזור 3', en: 'Matchday 3' },
      group: null,
      date: '2027-05-09T13:30:00.000Z',
      home: { id: '40', name: 'FC Bayern München' },
      away: { id: '7', name: 'Borussia Dortmund' },
      status: 'scheduled',
      score: null,
      extraTime: null,
      penalties: null,
      updated: '2027-05-09T17:31:32.660Z',
    });
  });

  it('takes the current score from the last goal, and not from half time', () => {
    const goals = [
      { scoreTeam1: 0, scoreTeam2: 1 },
      { scoreTeam1: 1, scoreTeam2: 1 },
    ];
    const matchResults = [result('Halbzeit', 'HalfTime', 0, 1)];
    expect(read({ goals, matchResults })).toMatchObject({ status: 'live', score: { home: 1, away: 1 } });
  });

  it('has the score 0:0 in a running match without goals', () => {
    const matchResults = [result('Halbzeit', 'HalfTime', 0, 0)];
    expect(read({ matchResults })).toMatchObject({ status: 'live', score: { home: 0, away: 0 } });
  });

  it('takes the end result where the only other one is that of half time', () => {
    const matchResults = [
      { ...result('Endergebnis', 'After90Minutes', 3, 1), resultTypeID: 2 },
      { ...result('Halbzeitergebnis', 'HalfTime', 2, 0), resultTypeID: 1 },
    ];
    expect(read({ matchIsFinished: true, matchResults })).toMatchObject({
      status: 'final',
      score: { home: 3, away: 1 },
    });
  });

  it('recognises half time by its name, whatever its kind', () => {
    const matchResults = [result('Halbzeit', 'Unknown', 2, 0), result('Endergebnis', 'Unknown', 3, 1)];
    expect(read({ matchIsFinished: true, matchResults })).toMatchObject({ score: { home: 3, away: 1 } });
  });

  it('recognises a result without a name by its kind or number', () => {
    const points = (pointsTeam1: number, pointsTeam2: number, more: object) => ({
      pointsTeam1,
      pointsTeam2,
      ...more,
    });
    const byNumber = [points(2, 0, { resultTypeID: 1 }), points(3, 1, { resultTypeID: 2 })];
    expect(read({ matchIsFinished: true, matchResults: byNumber })).toMatchObject({
      score: { home: 3, away: 1 },
    });
    const byKind = [
      points(6, 5, { resultTypeKind: 'AfterPenalties', resultName: null }),
      points(1, 1, { resultTypeKind: 'After90Minutes' }),
    ];
    expect(read({ matchIsFinished: true, matchResults: byKind })).toMatchObject({
      score: { home: 1, away: 1 },
      extraTime: null,
      penalties: { home: 6, away: 5 },
    });
  });

  it.each(['AfterExtraTime', 'AfterPenalties'])(
    'does not take the end result for that of 90 minutes where %s shows that the match went on',
    (kind) => {
      const matchResults = [result('Endergebnis', 'Unknown', 2, 1), result('', kind, 2, 1)];
      expect(read({ matchIsFinished: true, matchResults })).toMatchObject({ status: 'final', score: null });
    },
  );

  it('reads a match as live from its first goal, with an unknown score if the last goal has none', () => {
    const after = (goal: object, more: object = {}) => read({ goals: [{}, goal], ...more });
    const goal = { scoreTeam1: 1, scoreTeam2: 0 };
    expect(read({ goals: [goal] })).toMatchObject({ status: 'live', score: { home: 1, away: 0 } });
    expect(after({ scoreTeam1: 1 })).toMatchObject({ status: 'live', score: null });
    expect(after({ scoreTeam2: 1 })).toMatchObject({ status: 'live', score: null });
    expect(after(goal, { matchIsFinished: true })).toMatchObject({ status: 'final', score: null });
    expect(read({ goals: null, matchResults: null })).toMatchObject({ status: 'scheduled', score: null });
  });

  it('reads the time of the last change with and without the letter of UTC', () => {
    const updated = ['2027-05-09T17:31:32.66', '2027-05-09T17:31:32.66Z', null, undefined].map(
      (lastUpdateDateTime) => read({ lastUpdateDateTime })?.updated,
    );
    expect(updated).toEqual(['2027-05-09T17:31:32.660Z', '2027-05-09T17:31:32.660Z', null, null]);
  });

  it('takes the 90 minutes of a cup match by their name, where their kind is unknown', () => {
    const matchResults = [
      result('Endergebnis', 'Unknown', 6, 5),
      result('nach Elfmeterschießen', 'AfterPenalties', 6, 5),
      result('nach 90 Minuten', 'Unknown', 1, 1),
      result('nach Verlängerung', 'AfterExtraTime', 2, 2),
    ];
    expect(read({ matchIsFinished: true, matchResults })).toMatchObject({
      score: { home: 1, away: 1 },
      extraTime: { home: 2, away: 2 },
      penalties: { home: 6, away: 5 },
    });
  });

  it('is named as the league of its first match, and has an empty name without one', () => {
    const nameOf = (...rows: object[]) => openligadb.read(rows, noTeams)?.name;
    expect([nameOf(row, { ...row, leagueName: 'Another' }), nameOf()]).toEqual(['DFB-Pokal 2026', '']);
  });

  it('refuses a document that is no list', () => {
    expect(openligadb.read({ matches: [row] }, noTeams)).toBeNull();
  });
});

describe('openfootball', () => {
  const final = {
    round: 'Final',
    num: 104,
    date: '2026-07-19',
    time: '15:00 UTC-4',
    team1: 'Spain',
    team2: 'Argentina',
    score: { et: [1, 0], ft: [0, 0], ht: [0, 0] },
  };
  const opening = {
    round: 'Matchday 1',
    date: '2026-06-11',
    time: '13:00 UTC-6',
    team1: 'Mexico',
    team2: 'South Africa',
    group: 'Group A',
  };
  const teams = new Map([
    ['Mexico', 'MEX'],
    ['South Africa', 'RSA'],
  ]);
  const read = (...matches: object[]) => openfootball.read({ name: 'World Cup 2026', matches }, teams);

  it('identifies a knockout match by its number, and others by the catalogue’s ids of their teams', () => {
    expect(read(final, opening)?.matches).toEqual([
      {
        id: '104',
        round: { id: 'Final', heb: 'הגמר', en: 'Final' },
        group: null,
        date: '2026-07-19T19:00:00.000Z',
        home: { id: 'Spain', name: 'Spain' },
        away: { id: 'Argentina', name: 'Argentina' },
        status: 'final',
        score: { home: 0, away: 0 },
        extraTime: { home: 1, away: 0 },
        penalties: null,
        updated: null,
      },
      {
        id: 'MEX-RSA',
        round: { id: 'Matchday-1', heb: 'מחזור 1', en: 'Matchday 1' },
        group: 'A',
        date: '2026-06-11T19:00:00.000Z',
        home: { id: 'MEX', name: 'Mexico' },
        away: { id: 'RSA', name: 'South Africa' },
        status: 'scheduled',
        score: null,
        extraTime: null,
        penalties: null,
        updated: null,
      },
    ]);
  });

  it.each([
    ['13:00 UTC-6', '2026-06-11T19:00:00.000Z'],
    ['21:30 UTC+3', '2026-06-11T18:30:00.000Z'],
    ['9:05 UTC+5:30', '2026-06-11T03:35:00.000Z'],
    ['9:05 UTC-3:30', '2026-06-11T12:35:00.000Z'],
    ['15:00 UTC', '2026-06-11T15:00:00.000Z'],
    ['25:00 UTC', null],
    ['15:00', null],
    ['soon', null],
    [undefined, null],
  ])('reads the local kick-off %s as %s', (time, date) => {
    expect(read({ ...opening, time })?.matches.map((match) => match.date)).toEqual([date]);
  });

  it('reads extra time, penalties and the competition’s name', () => {
    const score = { ft: [1, 1], et: [2, 2], p: [4, 3] };
    expect(read({ ...final, score })).toMatchObject({
      name: 'World Cup 2026',
      skipped: 0,
      matches: [
        { score: { home: 1, away: 1 }, extraTime: { home: 2, away: 2 }, penalties: { home: 4, away: 3 } },
      ],
    });
  });

  it('skips matches without a number that lack a team, and those with an invalid number', () => {
    const slots = [{ team1: 'W74' }, { team2: '3A/B/C' }, { team1: '1A', team2: 'L101' }];
    const { matches, skipped } = read(
      ...slots.map((slot) => ({ ...opening, ...slot })),
      { ...final, ...slots[0] },
      { ...final, num: 0 },
      { ...final, num: 1.5 },
    ) ?? { matches: [] };
    expect([matches.map(({ id, home }) => [id, home]), skipped]).toEqual([[['104', null]], 5]);
  });

  it('has ids of at most forty characters, which differ even where the names begin alike', () => {
    const idOf = (home: string, away: string) =>
      openfootball.read(
        { name: 'x', matches: [{ ...opening, team1: home, team2: away }] },
        new Map([
          [home, home],
          [away, away],
        ]),
      )?.matches[0]?.id ?? '';
    expect(idOf('a'.repeat(19), 'b'.repeat(20))).toBe(`${'a'.repeat(19)}-${'b'.repeat(20)}`);
    const long = idOf('a'.repeat(19), 'b'.repeat(21));
    expect(long).toMatch(/^a{19}-b{7}-[0-9a-f]{12}$/);
    expect(idOf('a'.repeat(19), `${'b'.repeat(20)}c`)).not.toBe(long);
  });

  it('distinguishes a final from the same teams’ match in the group, where neither has a number', () => {
    const again = { ...opening, round: 'Final', group: undefined, date: '2026-07-19' };
    const dates = read(again, opening)?.matches.map(({ id, date }) => [id, date]);
    expect(dates).toEqual([
      ['MEX-RSA-Final', '2026-07-19T19:00:00.000Z'],
      ['MEX-RSA', '2026-06-11T19:00:00.000Z'],
    ]);
  });

  it.each([
    ['Matchday 7', undefined, 'MEX-RSA'],
    ['League, Matchday 7', undefined, 'MEX-RSA'],
    ['Preliminary', 'Group A', 'MEX-RSA'],
    ['Round of 16', undefined, 'MEX-RSA-Round-of-16'],
    ['Quarter-finals', undefined, 'MEX-RSA-Quarter-finals'],
  ])('identifies a match of %s (%s) as %s on any date', (round, group, id) => {
    const row = { ...opening, round, group };
    const moved = { ...row, date: '2026-06-30', time: undefined };
    expect([first(read(row))?.id, first(read(moved))?.id]).toEqual([id, id]);
  });

  it('distinguishes two matches whose long names begin alike', () => {
    const home = 'Borussia Mönchengladbach';
    const cup = { ...opening, round: 'Round of 16', group: undefined, team1: home };
    const ids = read(
      { ...cup, team2: 'Bayer Leverkusen 1904' },
      { ...cup, team2: 'Bayer Leverkusen Reserves' },
      { ...cup, round: 'Quarter-finals', team2: 'Bayer Leverkusen 1904' },
      { ...cup, round: 'Matchday 1', team2: 'Bayer Leverkusen 1904' },
      { ...cup, round: 'Matchday 2', team2: 'Bayer Leverkusen Reserves' },
    )?.matches.map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids ?? []) expect(id).toMatch(/^Borussia-Monchengladbach-Ba-[0-9a-f]{12}$/);
  });

  it('has no team for a slot until it is known who plays', () => {
    const match = read({ ...final, team1: 'W101', team2: '3A/B/F', score: undefined })?.matches[0];
    expect(match).toMatchObject({ id: '104', home: null, away: null, status: 'scheduled' });
  });
});

describe('a team', () => {
  const blank = `  ${'א'.repeat(60)}`;
  const row = {
    ...footballDataMatch(5, ['Burnley FC', 'Arsenal FC']),
    homeTeam: { id: 40, name: ` ${'א'.repeat(59)} ב` },
  };
  const league = {
    matchID: 5,
    group: { groupName: '1', groupOrderID: 1 },
    matchIsFinished: false,
    team1: { teamId: 40, teamName: ` ${'א'.repeat(59)} ב` },
    team2: { teamId: 41, teamName: `${blank}ב` },
  };
  const cup = {
    round: 'Final',
    num: 5,
    date: '2027-05-01',
    team1: ` ${'א'.repeat(59)} ב`,
    team2: `${blank}ב`,
  };
  it.each([
    [footballData, footballDataDocument({ ...row, awayTeam: { id: 41, name: `${blank}ב` } })],
    [openligadb, [league]],
    [openfootball, { name: 'Cup', matches: [cup] }],
  ])('of $name has its name trimmed and cut to the length of an option’s', (adapter, document) => {
    const match = first(adapter.read(document, noTeams));
    expect([match?.home?.name, match?.away?.name]).toEqual(['א'.repeat(59), 'א'.repeat(60)]);
  });
});

describe('a round', () => {
  it.each([
    [' 3. Spieltag ', { heb: 'מחזור 3', en: 'Matchday 3' }],
    [' Play-off ', { heb: 'Play-off', en: 'Play-off' }],
    [' Semi-finals ', { heb: 'חצי הגמר', en: 'Semi-finals' }],
    [' ', { heb: 'x', en: 'x' }],
  ])('that a source calls "%s" has its name trimmed', (name, called) => {
    expect(roundOf(name)).toMatchObject(called);
  });
});

describe('a round', () => {
  it('with a long name has its id and name cut to forty characters', () => {
    expect(roundOf('Qualification of the champions, the third leg')).toEqual({
      id: 'Qualification-of-the-champions-the-third',
      heb: 'Qualification of the champions, the thir',
      en: 'Qualification of the champions, the thir',
    });
  });
});

describe('a competition that is not in the catalogue', () => {
  it('has the names of its groups cut to the format’s length', () => {
    const row = footballDataMatch(4, ['A', 'B']);
    const answer = footballData.read(
      footballDataDocument({ ...row, group: `GROUP_${'A'.repeat(21)}` }, { ...row, id: 5, group: 'GROUP_B' }),
      noTeams,
    );
    const competition = answer && competitionOfSource('premier', undefined, answer);
    expect(competition?.matches.map(({ group }) => group)).toEqual(['A'.repeat(20), 'B']);
  });

  it.each([
    ['Campeonato Brasileiro Série A', 'Campeonato Brasileir'],
    ['Primera División de la Liga', 'Primera División de'],
    ['', 'premier'],
  ])('called %s has its name cut to the length of a league’s: %s', (name, called) => {
    const answer = footballData.read(footballDataDocument(footballDataMatch(4, ['A', 'B'])), noTeams);
    const competition = answer && competitionOfSource('premier', undefined, { ...answer, name });
    expect(competition?.name).toEqual({ heb: called, en: called });
  });

  it('is valid in the format, with its rounds by their first kick-off', () => {
    const answer = footballData.read(
      footballDataDocument(
        footballDataMatch(9, ['C', 'A'], { stage: 'FINAL', matchday: null, date: '2027-03-01T10:00:00Z' }),
        footballDataMatch(4, ['A', 'B'], { date: '2027-02-01T10:00:00Z', status: 'FINISHED', score: [2, 0] }),
        { ...footballDataMatch(8, ['C', 'A'], { stage: 'FINAL' }), homeTeam: { id: null, name: null } },
      ),
      noTeams,
    );
    const competition = answer && competitionOfSource('premier', undefined, answer);
    expect(parseCompetition(competition)).toEqual({
      competition: expect.objectContaining({
        id: 'premier',
        name: { heb: 'Premier League', en: 'Premier League' },
        rounds: [
          { id: '1', name: { heb: 'מחזור 1', en: 'Matchday 1' } },
          { id: 'FINAL', name: { heb: 'הגמר', en: 'Final' } },
        ],
        matches: [
          expect.objectContaining({ id: '4', round: '1', result: { home: 2, away: 0 } }),
          expect.objectContaining({ id: '9', round: 'FINAL', date: '2027-03-01T10:00:00.000Z' }),
        ],
      }),
    });
  });
});

describe('a document', () => {
  const fetchBody = (body: string) =>
    fetchDocument(
      async () => new Response(body),
      { url: 'https://source.example/', token: null, etag: null, lastModified: null },
      new AbortController().signal,
    );

  it('is read up to the largest size', async () => {
    const largestDocument = `"${'a'.repeat(maxDocumentBytes - 2)}"`;
    expect((await fetchBody(largestDocument)).kind).toBe('document');
    expect(await fetchBody(`${largestDocument} `)).toEqual({
      kind: 'failed',
      reason: 'no JSON, or too much of it',
      retryAfter: null,
    });
  });
});

describe('the next request', () => {
  it.each([
    [0, null, 30],
    [1, null, 60],
    [20, null, 3600],
    [0, 120, 120],
    [3, 10, 240],
    [0, 9_999_999, 86_400],
  ])('after %s failures, with Retry-After %s, waits %s seconds', (failures, retryAfter, seconds) => {
    expect(backOff(failures, retryAfter)).toBe(seconds);
  });

  it('reads Retry-After as seconds or as a date', () => {
    // A fraction of a second counts as a whole one, and a moment that has passed as no wait.
    const now = Date.parse('2027-01-01T00:00:00.400Z');
    const dates = ['Fri, 01 Jan 2027 00:01:30 GMT', 'Thu, 31 Dec 2026 23:59:00 GMT'];
    expect([null, '120', ...dates, 'soon'].map((header) => retryAfterOf(header, now))).toEqual([
      null,
      120,
      90,
      0,
      null,
    ]);
  });
});

describe('a source’s report', () => {
  const sourceMatch = (id: string, more: Partial<SourceMatch> = {}): SourceMatch => ({
    id,
    round: { id: 'final', heb: 'הגמר', en: 'Final' },
    group: null,
    date: null,
    home: null,
    away: null,
    status: 'scheduled',
    score: null,
    extraTime: null,
    penalties: null,
    updated: null,
    ...more,
  });
  const team = (id: string) => ({ id, name: id.toUpperCase() });
  const slot = { slot: { winnerOf: '2' } };
  const one: CompetitionMatch = {
    id: '2',
    round: 'semi',
    date: '2027-05-01T18:00:00.000Z',
    home: { team: 'a' },
    away: slot,
  };
  const cup: Competition = {
    version: 1,
    id: 'cup',
    name: { heb: 'גביע', en: 'Cup' },
    teams: [
      { id: 'b', name: { heb: 'ב', en: 'B' } },
      { id: 'a', name: { heb: 'א', en: 'A' } },
    ],
    rounds: [{ id: 'semi', name: { heb: 'חצי הגמר', en: 'Semi-finals' } }],
    matches: [{ ...one, id: '9' }, one],
  };
  /** A match of the catalogue after this report of its source. */
  const after = (more: Partial<SourceMatch>, before: CompetitionMatch = one) => {
    const storedCup = { ...cup, matches: [{ ...one, id: '9' }, before] };
    const now = competitionOfSource('cup', storedCup, {
      name: 'Another name',
      matches: [sourceMatch('7', { date: '2027-06-01T00:00:00.000Z' }), sourceMatch('2', more)],
      skipped: 0,
    });
    const [other, match] = now.matches;
    // Matches that are not reported, and all that is no match, stay unchanged.
    expect({ ...now, matches: [other] }).toEqual({ ...cup, matches: [{ ...one, id: '9' }] });
    return match;
  };

  it('of a catalogue match moves its date, and removes it only where the match is postponed', () => {
    expect(after({ date: '2027-05-02T18:00:00.000Z' })).toEqual({ ...one, date: '2027-05-02T18:00:00.000Z' });
    expect(after({})).toEqual(one);
    expect(after({ status: 'postponed' })).toEqual({ ...one, date: null });
    const later = '2027-05-09T18:00:00.000Z';
    expect(after({ status: 'postponed', date: later })).toEqual({ ...one, date: later });
  });

  it('of its sides sets their teams, also beside a slot, if the catalogue has these teams', () => {
    expect(after({ home: team('b'), away: team('a') })).toEqual({
      ...one,
      home: { team: 'b' },
      away: { ...slot, team: 'a' },
    });
    expect(after({ home: team('c'), away: team('c') })).toEqual(one);
  });

  it('of a final match sets its result, with extra time and penalties; otherwise the result is kept', () => {
    const score = { home: 1, away: 1 };
    const extraTime = { home: 2, away: 2 };
    const penalties = { home: 4, away: 3 };
    expect(after({ status: 'final', score })).toEqual({ ...one, result: score });
    expect(after({ status: 'final', score, extraTime, penalties })).toEqual({
      ...one,
      result: { ...score, extraTime, penalties },
    });
    expect(after({ status: 'live', score })).toEqual(one);
    expect(after({ status: 'final' })).toEqual(one);
    const ended = { ...one, result: score };
    expect(after({ status: 'live', score: { home: 0, away: 0 } }, ended)).toEqual(ended);
  });

  it('of a competition outside the catalogue has the matches whose two teams are known', () => {
    const own = competitionOfSource('own', undefined, {
      name: 'Own',
      matches: [
        sourceMatch('3', { home: team('b'), away: team('a') }),
        sourceMatch('1', { home: team('a') }),
        sourceMatch('2', { away: team('b') }),
      ],
      skipped: 0,
    });
    expect(own.matches).toEqual([
      { id: '3', round: 'final', date: null, home: { team: 'b' }, away: { team: 'a' } },
    ]);
  });
});

it('each source has a shorter pace during matches, and football-data.org takes a token', () => {
  const sourcePaces = [openfootball, openligadb, footballData].map(({ name, pace, takesToken }) => [
    name,
    pace.live,
    pace.idle,
    takesToken,
  ]);
  expect(sourcePaces).toEqual([
    ['openfootball', 900, 3_600, false],
    ['OpenLigaDB', 60, 3_600, false],
    ['football-data.org', 60, 3_600, true],
  ]);
});
