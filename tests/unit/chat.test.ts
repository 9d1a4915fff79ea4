import { describe, expect, test } from 'vitest';
import { arrivedSince } from '#domain/arrived-messages.ts';
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
import {
  createMessageRows,
  firstUnreadId,
  isStep,
  messagesOf as messageRowsOf,
  nearestMessageId,
} from '#screens/chat/message-rows.ts';
import { buildComment, buildItem } from '#tests/support/builders.ts';

const messagesOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => buildComment(from + at));
const windowOf = (from: number, to: number, more: Partial<ChatWindow> = {}): ChatWindow => ({
  messages: messagesOf(from, to),
  hasOlder: true,
  hasNewer: false,
  syncedId: to,
  ...more,
});
/** The window's first and last id, its number of messages, and its other fields. */
const gist = ({ messages, hasOlder, hasNewer, syncedId }: ChatWindow) => [
  messages[0]?.id,
  messages.at(-1)?.id,
  messages.length,
  { hasOlder, hasNewer, syncedId },
];

describe('a window of a chat', () => {
  test('grows at both ends, each message once', () => {
    const opened = openWindow({
      messages: messagesOf(50, 60),
      hasOlder: true,
      hasNewer: true,
      lastRead: null,
    });
    expect(gist(opened)).toEqual([50, 60, 11, { hasOlder: true, hasNewer: true, syncedId: 60 }]);
    const up = withOlder(opened, null, { messages: messagesOf(40, 50), hasMore: false });
    expect(gist(up)).toEqual([40, 60, 21, { hasOlder: false, hasNewer: true, syncedId: 60 }]);
    const down = withNewer(up, null, { messages: messagesOf(59, 70), hasMore: false });
    expect(gist(down)).toEqual([40, 70, 31, { hasOlder: false, hasNewer: false, syncedId: 70 }]);
  });

  test('distinguishes messages that arrived at its end from those that were loaded', () => {
    const idsArrived = (before: ChatWindow, after: ChatWindow) =>
      arrivedSince(before, after).map(({ id }) => id);
    const read = windowOf(50, 60);
    const older = withOlder(read, null, { messages: messagesOf(40, 49), hasMore: false });
    expect(idsArrived(read, older)).toEqual([]);
    const newer = withNewer(older, null, { messages: messagesOf(61, 62), hasMore: false });
    expect(idsArrived(older, newer)).toEqual([61, 62]);
    expect(idsArrived(newer, withRemoved(newer, 62))).toEqual([]);
    // The end is not loaded, so newer messages are no arrivals.
    const far = windowOf(50, 60, { hasNewer: true });
    expect(idsArrived(far, withNewer(far, null, { messages: messagesOf(61, 70), hasMore: true }))).toEqual(
      [],
    );
  });

  test('keeps 160 rows: those far below the reader are freed, which sets hasNewer', () => {
    const up = withOlder(
      windowOf(101, 250),
      { top: 120, bottom: 130 },
      { messages: messagesOf(81, 100), hasMore: true },
    );
    expect(gist(up)).toEqual([81, 240, 160, { hasOlder: true, hasNewer: true, syncedId: 240 }]);
    // All rows near the reader stay, however many.
    const near = withOlder(
      windowOf(101, 250),
      { top: 185, bottom: 195 },
      { messages: messagesOf(81, 100), hasMore: true },
    );
    expect(gist(near)).toEqual([81, 250, 170, { hasOlder: true, hasNewer: false, syncedId: 250 }]);
    const withGap = withOlder(windowOf(101, 250), null, { messages: messagesOf(81, 100), hasMore: true });
    expect(withGap.messages).toHaveLength(170);
  });

  test.each([
    ['160 rows in all', 240, 120],
    ['60 rows below the reader', 250, 190],
  ])('frees no rows below where there are %s', (_, last, bottom) => {
    const page = { messages: messagesOf(81, 100), hasMore: true };
    const up = withOlder(windowOf(101, last), { top: 110, bottom }, page);
    expect(gist(up)).toEqual([81, last, last - 80, { hasOlder: true, hasNewer: false, syncedId: last }]);
  });

  test.each([
    ['160 rows in all', 111, 230],
    ['60 rows above the reader', 101, 161],
    ['fewer above the reader', 101, 120],
  ])('frees no rows above where there are %s', (_, first, top) => {
    const page = { messages: messagesOf(251, 270), hasMore: true };
    const down = withNewer(windowOf(first, 250, { hasOlder: false }), { top, bottom: 240 }, page);
    expect(gist(down)).toEqual([first, 270, 271 - first, { hasOlder: false, hasNewer: true, syncedId: 270 }]);
  });

  test('frees a single row above the 160', () => {
    const older = { messages: messagesOf(81, 100), hasMore: true };
    expect(gist(withOlder(windowOf(101, 241), { top: 110, bottom: 120 }, older))).toEqual([
      81,
      240,
      160,
      { hasOlder: true, hasNewer: true, syncedId: 240 },
    ]);
    const newer = { messages: messagesOf(251, 270), hasMore: false };
    const down = withNewer(windowOf(110, 250, { hasOlder: false }), { top: 230, bottom: 240 }, newer);
    expect(gist(down)).toEqual([111, 270, 160, { hasOlder: true, hasNewer: false, syncedId: 270 }]);
  });

  test('frees rows far above as the reader scrolls down', () => {
    const down = withNewer(
      windowOf(101, 250, { hasOlder: false, hasNewer: true }),
      { top: 230, bottom: 240 },
      { messages: messagesOf(251, 270), hasMore: true },
    );
    expect(gist(down)).toEqual([111, 270, 160, { hasOlder: true, hasNewer: true, syncedId: 270 }]);
  });

  test('counts rows beyond the screen by ids, since visible ones may have been deleted', () => {
    expect(countBeyond(windowOf(10, 30), { top: 15, bottom: 25 })).toEqual({ above: 5, below: 5 });
    expect(
      countBeyond({ messages: [...messagesOf(1, 4), ...messagesOf(8, 9)] }, { top: 6, bottom: 6 }),
    ).toEqual({
      above: 4,
      below: 2,
    });
    expect(countBeyond(windowOf(10, 30), null)).toEqual({ above: 0, below: 0 });
  });

  test('has the member’s sent message in its place, and still fetches others’ messages before it', () => {
    const mine = withSent(windowOf(10, 12), buildComment(15, { member: 1 }));
    expect(gist(mine)).toEqual([10, 15, 4, { hasOlder: true, hasNewer: false, syncedId: 12 }]);
    expect(updateRequestOf(mine)).toEqual({ after: 12, oldest: 10, newest: 15, count: 4, skipNewer: false });
    const all = withUpdate(mine, null, {
      added: { messages: messagesOf(13, 15), hasMore: false },
      reloaded: null,
    });
    expect(gist(all)).toEqual([10, 15, 6, { hasOlder: true, hasNewer: false, syncedId: 15 }]);
    // A message that is fetched twice is there once, and the synced id does not decrease.
    expect(withNewer(all, null, { messages: messagesOf(13, 14), hasMore: false }).syncedId).toBe(15);
  });

  test('keeps a deleted message’s place and inserts a late one in order', () => {
    const withoutRemoved = withRemoved(windowOf(10, 12), 11);
    expect(withoutRemoved.messages.map(({ id, active }) => [id, active])).toEqual([
      [10, true],
      [11, false],
      [12, true],
    ]);
    expect(updateRequestOf(withoutRemoved).count).toBe(2);
    const withLateMessage = withUpdate(
      { ...windowOf(10, 13), messages: [buildComment(10), ...messagesOf(12, 13)] },
      null,
      {
        added: { messages: [], hasMore: false },
        reloaded: [...messagesOf(10, 11), buildComment(13)],
      },
    );
    expect(withLateMessage.messages.map(({ id, active }) => [id, active])).toEqual([
      [10, true],
      [11, true],
      [12, false],
      [13, true],
    ]);
  });

  test('without the newest messages adds none on an update, but marks deleted ones', () => {
    const elsewhere = windowOf(10, 12, { hasNewer: true });
    const update = withUpdate(elsewhere, null, {
      added: { messages: messagesOf(90, 91), hasMore: false },
      reloaded: messagesOf(10, 11),
    });
    expect(gist(update)).toEqual([10, 12, 3, { hasOlder: true, hasNewer: true, syncedId: 12 }]);
    expect(update.messages[2]?.active).toBe(false);
  });

  test('that is empty requests an update from id 0', () => {
    expect(
      updateRequestOf(openWindow({ messages: [], hasOlder: false, hasNewer: false, lastRead: null })),
    ).toEqual({
      after: 0,
      oldest: 0,
      newest: 0,
      count: 0,
      skipNewer: false,
    });
  });
});

describe('the rows of a chat', () => {
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
  const messageBy = (id: number, member: number, created = '2026-06-11T20:00:00.000Z', more = {}) =>
    buildComment(id, { member, created, ...more });

  test('mark the first of a run, the first of a day and the first unread one', () => {
    const rows = [
      messageBy(1, 2),
      messageBy(2, 2),
      messageBy(3, 1),
      messageBy(4, 2),
      messageBy(5, 2),
      messageBy(6, 2, '2026-06-12T08:00:00.000Z'),
    ];
    const lines = createMessageRows(day)({ messages: rows, hasOlder: false, lastRead: 2 }, [], me, way);
    expect(
      messageRowsOf(lines).map(({ id, mine, firstOfRun, firstOfDay, firstUnread }) => [
        id,
        mine,
        firstOfRun,
        firstOfDay,
        firstUnread,
      ]),
    ).toEqual([
      [1, false, true, true, false],
      [2, false, false, false, false],
      // Own messages are never unread.
      [3, true, true, false, false],
      [4, false, true, false, true],
      [5, false, false, false, false],
      [6, false, true, true, false],
    ]);
    // While there are older messages, the first row begins no day.
    expect(
      createMessageRows(day)({ messages: rows, hasOlder: true, lastRead: null }, [], me, way)[0]?.firstOfDay,
    ).toBe(false);
  });

  test('have no unread line where nothing was read, or only own and deleted messages follow', () => {
    const rows = [messageBy(1, 2), messageBy(2, 1), messageBy(3, 2, undefined, { active: false })];
    expect([
      firstUnreadId({ messages: rows, lastRead: null }, 1),
      firstUnreadId({ messages: rows, lastRead: 1 }, 1),
    ]).toEqual([null, null]);
    expect(firstUnreadId({ messages: rows, lastRead: 0 }, 1)).toBe(1);
  });

  test('have pending messages last, and a stored one once', () => {
    const rows = [messageBy(1, 2), messageBy(2, 1, undefined, { key: 'a' })];
    const lines = createMessageRows(day)(
      { messages: rows, hasOlder: false, lastRead: null },
      [unsent('a'), unsent('b'), unsent('c'), unsent('d', true)],
      me,
      way,
    );
    expect(messageRowsOf(lines).map(({ key, id, state }) => [key, id, state])).toEqual([
      ['1', 1, 'sent'],
      ['2', 2, 'sent'],
      ['b', null, 'sending'],
      ['c', null, 'waiting'],
      ['d', null, 'refused'],
    ]);
    // A pending one as a whole: the caller's own, which nobody has deleted.
    expect(lines[2]).toEqual({
      key: 'b',
      id: null,
      memberId: 1,
      name: 'דנה',
      image: null,
      mine: true,
      text: 'הודעה b',
      pictures: [],
      at: '2026-06-12T00:10:00.000Z',
      deleted: false,
      state: 'sending',
      firstOfRun: true,
      firstOfDay: true,
      firstUnread: false,
    });
  });

  test('keep the identity of unchanged rows, so that they are not rendered again', () => {
    const make = createMessageRows(day);
    const rows = [messageBy(3, 2), messageBy(4, 2)];
    const before = make({ messages: rows, hasOlder: true, lastRead: null }, [], me, way);
    const after = make(
      { messages: [messageBy(2, 1), ...rows, messageBy(5, 2)], hasOlder: true, lastRead: null },
      [],
      me,
      way,
    );
    expect([after[1] === before[0], after[2] === before[1]]).toEqual([true, true]);
    // With an older message of the same author above it, it no longer begins a run.
    const later = make({ messages: [messageBy(2, 2), ...rows], hasOlder: true, lastRead: null }, [], me, way);
    expect([messageRowsOf(later)[1]?.firstOfRun, later[2] === before[1]]).toEqual([false, true]);
  });

  test('have the game’s steps between messages by time, but none beyond the loaded messages', () => {
    const item = buildItem(5, 'home/away', {});
    const step = (id: number, at: string, kind: 'started' | 'result' = 'started') => ({
      id,
      item: 5,
      kind,
      at,
      to: null,
      exact: [],
    });
    const at = (minute: number) => `2026-06-11T20:${minute}:00.000Z`;
    const chat = {
      messages: [messageBy(7, 2, at(20)), messageBy(8, 2, at(30)), messageBy(9, 2, at(40))],
      hasOlder: true,
      hasNewer: true,
      lastRead: null,
      items: [item],
      steps: [step(1, at(15)), step(2, at(25)), step(3, at(35), 'result'), step(4, at(50), 'result')],
    };
    const make = createMessageRows(day);
    const within = make(chat, [], me, way);
    expect(within.map(({ key }) => key)).toEqual(['7', 'step 2', '8', 'step 3', '9']);
    // The author is named again after a step.
    expect(messageRowsOf(within).map(({ firstOfRun }) => firstOfRun)).toEqual([true, true, true]);
    // A scroll position is kept as a message id: for a step that of the message before it, else of the one after.
    expect(['7', 'step 2', 'step 3'].map((key) => nearestMessageId(within, key))).toEqual([7, 7, 8]);

    const fullyLoaded = make({ ...chat, hasOlder: false, hasNewer: false }, [unsent('b')], me, way);
    expect(fullyLoaded.map(({ key, firstOfDay }) => [key, firstOfDay])).toEqual([
      ['step 1', true],
      ['7', false],
      ['step 2', false],
      ['8', false],
      ['step 3', false],
      ['9', false],
      ['step 4', false],
      ['b', true],
    ]);
    expect(['step 1', 'b'].map((key) => nearestMessageId(fullyLoaded, key))).toEqual([7, 9]);
    expect([fullyLoaded[2] === within[1], fullyLoaded[3] === within[2]]).toEqual([true, true]);
    // A step of an item that the game no longer has is not shown.
    expect(make({ ...chat, items: [] }, [], me, way).some(isStep)).toBe(false);
  });

  test('have the sizes and thumbnails of their pictures', () => {
    const images = [{ id: 3, imagefullurl: '/api/image/x', width: 4, height: 3 }];
    const [line] = messageRowsOf(
      createMessageRows(day)(
        { messages: [messageBy(1, 2, undefined, { images })], hasOlder: false, lastRead: null },
        [],
        me,
        way,
      ),
    );
    expect(line?.pictures).toEqual([
      { id: 3, url: '/api/image/x', thumbnail: '/api/image/x?size=small', width: 4, height: 3 },
    ]);
  });
});
