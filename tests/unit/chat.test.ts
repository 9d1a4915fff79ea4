import { describe, expect, test } from 'vitest';
import {
  countBeyond,
  openWindow,
  updateRequestOf,
  withNewer,
  withUpdate,
  withOlder,
  withSent,
  withRemoved,
  type ChatWindow,
} from '#domain/chat-window.ts';
import { createMessageRows, firstUnreadId } from '#screens/chat/message-rows.ts';
import { buildComment } from '#tests/support/builders.ts';

const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => buildComment(from + at));
const talkOf = (from: number, to: number, more: Partial<ChatWindow> = {}): ChatWindow => ({
  rows: rowsOf(from, to),
  older: true,
  newer: false,
  synced: to,
  ...more,
});
/** First, last, how many, and what else it says. */
const gist = ({ rows, older, newer, synced }: ChatWindow) => [
  rows[0]?.id,
  rows.at(-1)?.id,
  rows.length,
  { older, newer, synced },
];

describe('a stretch of a talk', () => {
  test('grows at both ends, each comment once', () => {
    const opened = openWindow({ rows: rowsOf(50, 60), older: true, newer: true, last: null });
    expect(gist(opened)).toEqual([50, 60, 11, { older: true, newer: true, synced: 60 }]);
    const up = withOlder(opened, null, { rows: rowsOf(40, 50), more: false });
    expect(gist(up)).toEqual([40, 60, 21, { older: false, newer: true, synced: 60 }]);
    const down = withNewer(up, null, { rows: rowsOf(59, 70), more: false });
    expect(gist(down)).toEqual([40, 70, 31, { older: false, newer: false, synced: 70 }]);
  });

  test('keeps a hundred and sixty rows: what is far below the reader goes, and is known to be there', () => {
    const up = withOlder(talkOf(101, 250), { top: 120, bottom: 130 }, { rows: rowsOf(81, 100), more: true });
    expect(gist(up)).toEqual([81, 240, 160, { older: true, newer: true, synced: 240 }]);
    // As much as the reader is near to stays, however many that are.
    const near = withOlder(
      talkOf(101, 250),
      { top: 185, bottom: 195 },
      { rows: rowsOf(81, 100), more: true },
    );
    expect(gist(near)).toEqual([81, 250, 170, { older: true, newer: false, synced: 250 }]);
    const unseen = withOlder(talkOf(101, 250), null, { rows: rowsOf(81, 100), more: true });
    expect(unseen.rows).toHaveLength(170);
  });

  test('and so what is far above, as one comes down again', () => {
    const down = withNewer(
      talkOf(101, 250, { older: false, newer: true }),
      { top: 230, bottom: 240 },
      { rows: rowsOf(251, 270), more: true },
    );
    expect(gist(down)).toEqual([111, 270, 160, { older: true, newer: true, synced: 270 }]);
  });

  test('counts what is beyond the screen by ids: those in sight may be gone meanwhile', () => {
    expect(countBeyond(talkOf(10, 30), { top: 15, bottom: 25 })).toEqual({ above: 5, below: 5 });
    expect(countBeyond({ rows: [...rowsOf(1, 4), ...rowsOf(8, 9)] }, { top: 6, bottom: 6 })).toEqual({
      above: 4,
      below: 2,
    });
    expect(countBeyond(talkOf(10, 30), null)).toEqual({ above: 0, below: 0 });
  });

  test('one’s own stands where it will be, and what others said before it is still asked for', () => {
    const mine = withSent(talkOf(10, 12), buildComment(15, { member: 1 }));
    expect(gist(mine)).toEqual([10, 15, 4, { older: true, newer: false, synced: 12 }]);
    expect(updateRequestOf(mine)).toEqual({ after: 12, oldest: 10, newest: 15, have: 4, elsewhere: false });
    const all = withUpdate(mine, null, { fresh: { rows: rowsOf(13, 15), more: false }, whole: null });
    expect(gist(all)).toEqual([10, 15, 6, { older: true, newer: false, synced: 15 }]);
    // Told of twice, it is there once; and what is known of further on stays known.
    expect(withNewer(all, null, { rows: rowsOf(13, 14), more: false }).synced).toBe(15);
  });

  test('what was taken down keeps its place, and one that came late gets its own', () => {
    const gone = withRemoved(talkOf(10, 12), 11);
    expect(gone.rows.map(({ id, active }) => [id, active])).toEqual([
      [10, true],
      [11, false],
      [12, true],
    ]);
    expect(updateRequestOf(gone).have).toBe(2);
    const late = withUpdate({ ...talkOf(10, 13), rows: [buildComment(10), ...rowsOf(12, 13)] }, null, {
      fresh: { rows: [], more: false },
      whole: [...rowsOf(10, 11), buildComment(13)],
    });
    expect(late.rows.map(({ id, active }) => [id, active])).toEqual([
      [10, true],
      [11, true],
      [12, false],
      [13, true],
    ]);
  });

  test('the reader who is elsewhere gets no newest, but hears what was taken down', () => {
    const elsewhere = talkOf(10, 12, { newer: true });
    const news = withUpdate(elsewhere, null, {
      fresh: { rows: rowsOf(90, 91), more: false },
      whole: rowsOf(10, 11),
    });
    expect(gist(news)).toEqual([10, 12, 3, { older: true, newer: true, synced: 12 }]);
    expect(news.rows[2]?.active).toBe(false);
  });

  test('nothing at all is asked about from nothing', () => {
    expect(updateRequestOf(openWindow({ rows: [], older: false, newer: false, last: null }))).toEqual({
      after: 0,
      oldest: 0,
      newest: 0,
      have: 0,
      elsewhere: false,
    });
  });
});

describe('the lines of a chat', () => {
  const me = { id: 1, name: 'דנה' };
  const way = { sending: 'b', state: 'waiting' as const };
  const unsent = (key: string, refused = false) => ({
    key,
    post: 7,
    description: `הודעה ${key}`,
    images: [],
    made: '2026-06-12T00:10:00.000Z',
    refused: refused ? { kind: 'not_found' as const } : null,
  });
  const day = (at: string) => at.slice(0, 10);
  const said = (id: number, member: number, created = '2026-06-11T20:00:00.000Z', more = {}) =>
    buildComment(id, { member, created, ...more });

  test('say whose they are once a run, which day begins, and what was not read', () => {
    const rows = [
      said(1, 2),
      said(2, 2),
      said(3, 1),
      said(4, 2),
      said(5, 2),
      said(6, 2, '2026-06-12T08:00:00.000Z'),
    ];
    const lines = createMessageRows(day)({ rows, older: false, last: 2 }, [], me, way);
    expect(
      lines.map(({ id, mine, start, day: begins, unread }) => [id, mine, start, begins, unread]),
    ).toEqual([
      [1, false, true, true, false],
      [2, false, false, false, false],
      // One's own is no news.
      [3, true, true, false, false],
      [4, false, true, false, true],
      [5, false, false, false, false],
      [6, false, true, true, false],
    ]);
    // While more are above, the first row begins no day.
    expect(createMessageRows(day)({ rows, older: true, last: null }, [], me, way)[0]?.day).toBe(false);
  });

  test('where nothing was read, or all of it, there is no unread line', () => {
    const rows = [said(1, 2), said(2, 1), said(3, 2, undefined, { active: false })];
    expect([firstUnreadId({ rows, last: null }, 1), firstUnreadId({ rows, last: 1 }, 1)]).toEqual([
      null,
      null,
    ]);
    expect(firstUnreadId({ rows, last: 0 }, 1)).toBe(1);
  });

  test('those on their way come last; one that has arrived is there once', () => {
    const rows = [said(1, 2), said(2, 1, undefined, { key: 'a' })];
    const lines = createMessageRows(day)(
      { rows, older: false, last: null },
      [unsent('a'), unsent('b'), unsent('c'), unsent('d', true)],
      me,
      way,
    );
    expect(lines.map(({ key, id, state }) => [key, id, state])).toEqual([
      ['1', 1, 'sent'],
      ['2', 2, 'sent'],
      ['b', null, 'sending'],
      ['c', null, 'waiting'],
      ['d', null, 'refused'],
    ]);
  });

  test('what has not changed is the same line: it need not be drawn again', () => {
    const make = createMessageRows(day);
    const rows = [said(3, 2), said(4, 2)];
    const before = make({ rows, older: true, last: null }, [], me, way);
    const after = make({ rows: [said(2, 1), ...rows, said(5, 2)], older: true, last: null }, [], me, way);
    expect([after[1] === before[0], after[2] === before[1]]).toEqual([true, true]);
    // With one of the same person above it, it begins nothing any more.
    const later = make({ rows: [said(2, 2), ...rows], older: true, last: null }, [], me, way);
    expect([later[1]?.start, later[2] === before[1]]).toEqual([false, true]);
  });

  test('pictures bring what they measure, and a small one', () => {
    const images = [{ id: 3, imagefullurl: '/api/image/x', width: 4, height: 3 }];
    const [line] = createMessageRows(day)(
      { rows: [said(1, 2, undefined, { images })], older: false, last: null },
      [],
      me,
      way,
    );
    expect(line?.pictures).toEqual([
      { id: 3, address: '/api/image/x', small: '/api/image/x?size=small', width: 4, height: 3 },
    ]);
  });
});
