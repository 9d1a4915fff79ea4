import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { GameStepLine } from '#screens/chat/GameStepLine.tsx';
import { buildItem } from '#tests/support/builders.ts';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { DayDivider, Message, TextWithLinks, UnreadDivider, type MessagePicture } from '#ui/chat/Message.tsx';
import { MessageInput } from '#ui/chat/MessageInput.tsx';
import { StepLine } from '#ui/chat/StepLine.tsx';
import { createActor, createMachine, fromCallback, fromPromise, type EventObject } from 'xstate';
import type { Message as ChatMessage } from '#contract/models.ts';
import type { ChatUpdate, OpenedChat } from '#domain/chat-window.ts';
import { backStack } from '#machines/back-stack.ts';
import { chat } from '#machines/chat.ts';
import { command } from '#machines/command.ts';
import { composer } from '#machines/composer.ts';
import { resourceOf } from '#machines/resource.ts';
import { upload, type PreparedPicture, type UploadEvents } from '#machines/upload.ts';
import { uploads } from '#machines/uploads.ts';
import { ChatThread } from '#screens/chat/ChatThread.tsx';
import { buildComment } from '#tests/support/builders.ts';
import { outlineOf } from '#tests/support/views/outline.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';

const nothing = () => undefined;
const sent = { memberId: 7, name: 'נועה', at: '2026-06-20T18:00:00Z', time: '21:00' };
const timeLine = `  time datetime=${sent.at}: 21:00`;
const frame = 'data-side=mine';

describe('a message', () => {
  test('of another member has the name and face, once in a run', () => {
    const { outline, rerender } = renderView(
      <Message {...sent} image="/noa.jpg" mine={false} firstOfRun text="מה הסיכוי?" />,
    );
    expect(outline()).toEqual([
      'part data-first data-side=theirs data-state=sent',
      '  picture src=/noa.jpg',
      '  [נועה]',
      '  part dir=auto: מה הסיכוי?',
      timeLine,
    ]);
    rerender(<Message {...sent} image="/noa.jpg" mine={false} firstOfRun={false} text="אפס" />);
    expect(outline()).toEqual([
      'part data-side=theirs data-state=sent',
      '  group "נועה"',
      '    part dir=auto: אפס',
      `  ${timeLine}`,
    ]);
  });

  test('of the caller has neither, and is marked as sent', () => {
    const { outline } = renderView(<Message {...sent} mine firstOfRun text="אמרתי" />);
    expect(outline()).toEqual([
      `part data-first ${frame} data-state=sent`,
      '  group "נועה"',
      '    part dir=auto: אמרתי',
      `  ${timeLine}`,
      `    img "${t('messageSent')}"`,
    ]);
  });

  test.each([
    ['sending', [`    img "${t('messageSending')}"`]],
    ['waiting', []],
    ['held', []],
    ['refused', []],
  ] as const)('that is %s has the mark of its state', (state, marks) => {
    const { outline, container } = renderView(
      <Message {...sent} mine firstOfRun={false} text="אמרתי" state={state} />,
    );
    expect(outline().slice(0, 4 + marks.length)).toEqual([
      `part ${frame} data-state=${state}`,
      '  group "נועה"',
      '    part dir=auto: אמרתי',
      `  ${timeLine}`,
      ...marks,
    ]);
    const mark = container.querySelector('time + svg')?.getAttribute('class');
    expect(mark).toMatch(state === 'refused' ? /alert/ : /clock/);
  });

  test.each([
    ['waiting', 'messageWaiting'],
    ['held', 'messageHeld'],
    ['refused', 'messageRefused'],
  ] as const)('that is %s can be sent again or deleted', (state, statusText) => {
    const calls: string[] = [];
    const { outline } = renderView(
      <Message
        {...sent}
        mine
        firstOfRun={false}
        text="אמרתי"
        state={state}
        onRetry={() => calls.push('retry')}
        onDelete={() => calls.push('delete')}
      />,
    );
    expect(outline().slice(-3)).toEqual([
      `  ${t(statusText)}`,
      `  button "${t('retry')}"`,
      `  button "${t('delete')}"`,
    ]);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(calls).toEqual(['retry', 'delete']);
  });

  test.each(['sent', 'sending'] as const)('that is %s has no buttons', (state) => {
    renderView(<Message {...sent} mine firstOfRun={false} text="אמרתי" state={state} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test('has actions, unless it is deleted', () => {
    const onActions = vi.fn<() => void>();
    const { outline, rerender } = renderView(
      <Message {...sent} mine={false} firstOfRun={false} text="אפס" onActions={onActions} />,
    );
    expect(outline().at(-1)).toBe(`  button "${t('messageActions')}" haspopup=dialog`);
    fireEvent.click(screen.getByRole('button'));
    expect(onActions.mock.calls).toHaveLength(1);
    rerender(
      <Message
        {...sent}
        mine
        firstOfRun={false}
        text="אפס"
        onActions={onActions}
        pictures={[picture(1)]}
        deleted
      />,
    );
    expect(outline()).toEqual([
      `part ${frame} data-state=sent`,
      '  group "נועה"',
      `    ${t('messageGone')}`,
      `  ${timeLine}`,
    ]);
  });

  test('names of members have colours, the same one for a member everywhere', () => {
    const colourOf = (memberId: number) => {
      const { container, unmount } = renderView(
        <Message {...sent} memberId={memberId} mine={false} firstOfRun text="א" />,
      );
      const name = container.querySelector('bdi')?.className.split(' ').at(-1);
      unmount();
      return name;
    };
    const colours = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(colourOf);
    const kinds = new Set(colours);
    expect(kinds.size).toBeGreaterThan(3);
    expect(kinds).not.toContain(undefined);
    expect(colours).toEqual(colours.map((_, at) => colours[at % kinds.size]));
    expect([...kinds].every((kind) => kind?.includes('nameColors'))).toBe(true);
  });
});

const picture = (id: number): MessagePicture => ({
  id,
  url: `/full/${id}.jpg`,
  thumbnail: `/small/${id}.jpg`,
  width: 400,
  height: 300,
});
const shownPictures = (container: Element) => ({
  many: container.querySelector('[data-many]') !== null,
  links: [...container.querySelectorAll('a')].map((link) => [
    link.getAttribute('href'),
    link.target,
    link.rel,
    link.style.aspectRatio,
  ]),
  images: [...container.querySelectorAll('img')].map((image) => [
    image.getAttribute('src'),
    image.alt,
    image.getAttribute('width'),
    image.getAttribute('height'),
  ]),
});

test('one picture is shown in full, with its size reserved', () => {
  const { container } = renderView(<Message {...sent} mine firstOfRun text="" pictures={[picture(1)]} />);
  expect(shownPictures(container)).toEqual({
    many: false,
    links: [['/full/1.jpg', '_blank', 'noopener', '400 / 300']],
    images: [['/full/1.jpg', t('messagePicture', { name: 'נועה' }), '400', '300']],
  });
  // Without text there is no paragraph.
  expect(container.querySelector('p')).toBeNull();
});

test('several pictures are shown as thumbnails, each with a link to the full picture', () => {
  const { container } = renderView(
    <Message {...sent} mine firstOfRun text="תראו" pictures={[picture(1), picture(2)]} />,
  );
  const alt = t('messagePicture', { name: 'נועה' });
  expect(shownPictures(container)).toEqual({
    many: true,
    links: [
      ['/full/1.jpg', '_blank', 'noopener', '400 / 300'],
      ['/full/2.jpg', '_blank', 'noopener', '400 / 300'],
    ],
    images: [
      ['/small/1.jpg', alt, '400', '300'],
      ['/small/2.jpg', alt, '400', '300'],
    ],
  });
});

test('a picture that cannot be loaded is replaced by an icon with its name, and keeps its link', () => {
  const { container } = renderView(
    <Message {...sent} mine firstOfRun text="" pictures={[picture(1), picture(2)]} />,
  );
  const [first] = container.querySelectorAll('img');
  if (first) fireEvent.error(first);
  const name = t('messagePicture', { name: 'נועה' });
  expect(shownPictures(container)).toEqual({
    many: true,
    links: [
      ['/full/1.jpg', '_blank', 'noopener', '400 / 300'],
      ['/full/2.jpg', '_blank', 'noopener', '400 / 300'],
    ],
    images: [['/small/2.jpg', name, '400', '300']],
  });
  expect(screen.getAllByRole('img', { name }).map(({ localName }) => localName)).toEqual(['span', 'img']);
});

test('a message without pictures has no element for them', () => {
  const { container } = renderView(<Message {...sent} mine firstOfRun text="א" pictures={[]} />);
  expect(container.querySelector('[role=group]')?.firstElementChild?.localName).toBe('p');
});

test.each([
  ['בלי קישור', ['בלי קישור']],
  ['לראות: https://x.co/1.', ['לראות:', ['https://x.co/1'], '.']],
  ['HTTP://X.co/a?b=1 וגם (https://y.co/ב)', [['HTTP://X.co/a?b=1'], 'וגם (', ['https://y.co/ב'], ')']],
  ['<javascript:alert(1)> ftp://x.co', ['<javascript:alert(1)> ftp://x.co']],
])('the web addresses in “%s” are links, each isolated', (text, parts) => {
  const { outline, container } = renderView(
    <p>
      <TextWithLinks text={text} />
    </p>,
  );
  const expectedLines = parts.map((part) =>
    typeof part === 'string'
      ? part
      : `link "${part[0]}" href=${part[0]} rel=noopener nofollow ugc target=_blank`,
  );
  expect(outline()).toEqual(expectedLines);
  expect(container.querySelectorAll('bdi > a')).toHaveLength(
    parts.filter((part) => typeof part !== 'string').length,
  );
});

test.each([
  ['2026-06-20T05:00:00Z', t('today')],
  ['2026-06-19T22:00:00Z', t('today')],
  ['2026-06-19T05:00:00Z', t('yesterday')],
  ['2026-06-18T05:00:00Z', '18.6.26'],
  ['2026-06-21T05:00:00Z', '21.6.26'],
])('the day of %s, on the 20th of June in Israel, is %s', (at, day) => {
  const { outline } = renderView(<DayDivider at={at} now={Date.parse('2026-06-20T18:00:00Z')} />);
  expect(outline()).toEqual([`time datetime=${at}: ${day}`]);
});

test('the unread divider has its text', () => {
  const { outline } = renderView(<UnreadDivider />);
  expect(outline()).toEqual([t('unreadLine')]);
});

test('a step of the game is shown with its time', () => {
  const { outline } = renderView(
    <StepLine icon={<img src="/cup.svg" alt="" />} title="נגמר" at={sent.at} time="21:00">
      2:1
    </StepLine>,
  );
  expect(outline()).toEqual(['נגמר', `time datetime=${sent.at}: 21:00`, '2:1']);
});

test.each([
  [1, 'בול: א'],
  [3, 'בול: א, ב וג'],
  [5, 'בול: א, ב, ג, ד וה'],
  [6, 'בול: א, ב, ג, ד, ה ועוד אחד'],
  [8, 'בול: א, ב, ג, ד, ה ועוד 3'],
])('a result that %i members hit exactly names at most five of them, each isolated', (count, text) => {
  const exact = ['א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז', 'ח'].slice(0, count);
  const step = { id: 1, item: 5, kind: 'result', at: sent.at, to: null, exact } as const;
  const { container } = renderView(<GameStepLine step={step} item={buildItem(5, 'vote', {})} />);
  const names = [...container.querySelectorAll('bdi')].slice(1).map(({ textContent }) => textContent);
  expect(names).toEqual(exact.slice(0, 5));
  expect(container.textContent?.endsWith(text)).toBe(true);
});

describe('the input of messages', () => {
  type Props = Parameters<typeof MessageInput>[0];
  const input = (props: Partial<Props>) => (
    <MessageInput text="" onText={nothing} onSend={nothing} canSend maxLength={100} {...props} />
  );
  const box = (states: string) => `textbox "${t('writeMessage')}" ${states}`;
  const usual = `maxlength=100 placeholder=${t('writeMessage')} rows=1`;

  test('has the direction of its text, and of the page while it is empty', () => {
    const { outline, rerender } = renderView(
      input({ canSend: false, pictures: 'תמונות', attach: <button type="button">תמונה</button> }),
    );
    expect(outline()).toEqual([
      'תמונות',
      'button "תמונה"',
      box(`${usual} value=""`),
      `button "${t('send')}" disabled`,
    ]);
    rerender(input({ text: 'hello' }));
    expect(outline()).toEqual([box(`dir=auto ${usual} value="hello"`), `button "${t('send')}"`]);
  });

  test.each([
    [50, []],
    [51, ['[51/100]']],
    [100, ['[100/100]']],
  ])('with %i of 100 characters counts them: %j', (length, count) => {
    const { outline } = renderView(input({ text: 'א'.repeat(length) }));
    expect(outline().slice(1, -1)).toEqual(count);
  });

  const press = (init: KeyboardEventInit) =>
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...init });
  const withHover = () =>
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: hover)' }));

  test('reports the typed text, and sends by its button', () => {
    const onText = vi.fn<(text: string) => void>();
    const onSend = vi.fn<() => void>();
    renderView(input({ text: 'הי', onText, onSend }));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'היי' } });
    fireEvent.click(screen.getByRole('button'));
    expect([onText.mock.calls, onSend.mock.calls.length]).toEqual([[['היי']], 1]);
  });

  test('sends by Enter where a pointer can hover', () => {
    withHover();
    const onSend = vi.fn<() => void>();
    renderView(input({ text: 'הי', onSend }));
    expect([press({ shiftKey: true }), press({ isComposing: true }), press({ key: 'a' })]).toEqual([
      true,
      true,
      true,
    ]);
    expect(onSend.mock.calls).toHaveLength(0);
    expect(press({})).toBe(false);
    expect(onSend.mock.calls).toHaveLength(1);
  });

  test('starts a new line by Enter on a phone', () => {
    const onSend = vi.fn<() => void>();
    renderView(input({ text: 'הי', onSend }));
    expect([press({}), onSend.mock.calls.length]).toEqual([true, 0]);
  });

  test('sends nothing by Enter that its button would not send', () => {
    withHover();
    const onSend = vi.fn<() => void>();
    const { rerender } = renderView(input({ text: 'הי', onSend, canSend: false }));
    expect(press({})).toBe(false);
    rerender(input({ text: 'הי', onSend, busy: true }));
    expect(press({})).toBe(false);
    expect(onSend.mock.calls).toHaveLength(0);
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  });

  test('keeps the keyboard of a phone open while its button is pressed', () => {
    renderView(input({ text: 'הי' }));
    const button = screen.getByRole('button');
    const event = createEvent.pointerDown(button);
    fireEvent(button, event);
    expect(event.defaultPrevented).toBe(true);
  });

  test('accepts what is dropped on it, and is marked while something is dragged over it', () => {
    const dropped = vi.fn<() => void>();
    const handlers = { onDragOver: nothing, onDragLeave: nothing, onDrop: dropped, onPaste: nothing };
    const { container, rerender } = renderView(input({ drop: { over: true, handlers } }));
    const root = container.firstElementChild;
    expect(root?.getAttribute('data-over')).toBe('true');
    if (root) fireEvent.drop(root);
    expect(dropped.mock.calls).toHaveLength(1);
    rerender(input({ drop: { over: false, handlers } }));
    expect(root?.hasAttribute('data-over')).toBe(false);
  });
});

describe('the chat of a game', () => {
  const me = { id: 7, fname: 'דנה', is_staff: false };
  const ofDana = { member: 7, member_data: { name: 'דנה', image: null } };
  const unsent = (key: string, post: number, description: string) => ({
    key,
    post,
    description,
    images: [],
    made: '2026-06-11T20:30:00.000Z',
    refused: null,
  });
  const show = async (
    messages: readonly ChatMessage[],
    hasNewer = false,
    added: ChatMessage[] = [],
    own: Partial<{ uploads: typeof uploads }> = {},
  ) => {
    const spoken: unknown[] = [];
    const opened: OpenedChat = { messages, hasOlder: false, hasNewer, lastRead: null };
    const thread = chat.provide({
      actors: {
        openChat: fromPromise(() => Promise.resolve(opened)),
        fetchPage: fromPromise(() => new Promise(() => {})),
        fetchUpdate: fromPromise(() =>
          Promise.resolve<ChatUpdate>({ added: { messages: added, hasMore: false }, reloaded: null }),
        ),
        readReceipts: createMachine({}),
      } as never,
    });
    const written = composer.provide({
      actors: {
        loadDraft: fromPromise(() => Promise.resolve(null)),
        draftStore: fromCallback(() => undefined),
        takeShared: fromPromise(() => Promise.resolve(null)),
        shareStore: fromCallback(() => undefined),
      } as never,
    });
    const value = { thread, composer: written, uploads, ...own };
    const loaded = Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
    const steps = resourceOf<never, never>().provide({
      actors: { load: fromPromise(() => Promise.resolve([])) } as never,
    });
    const view = await renderScreen(<ChatThread post={7} league={4} me={me} items={[]} autoFocus={false} />, {
      machines: {
        chat: () => loaded as never,
        command,
        resources: { gameSteps: steps as never },
        backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
      },
      unsent: [unsent('k2', 8, 'לשיחה אחרת'), unsent('k3', 7, 'הגיעה'), unsent('k1', 7, 'בדרך')],
      children: {
        toasts: createMachine({
          on: { 'toast.show': { actions: ({ event }) => spoken.push(event['toast']) } },
        }),
      },
    });
    await screen.findByText('הודעה 31');
    const texts = () =>
      [...view.container.querySelectorAll('[data-message] p[dir]')].map(({ textContent }) => textContent);
    return { ...view, spoken, texts };
  };
  const three = [buildComment(31), buildComment(32, { ...ofDana, key: 'k3' }), buildComment(33)];

  test('sends a message once all its pictures are uploaded, and none with one that failed', async () => {
    const transfers: ((event: UploadEvents) => void)[] = [];
    const preparePicture = fromPromise<PreparedPicture, { file: File }>(({ input: { file } }) =>
      Promise.resolve({ picture: file }),
    );
    const sendPicture = fromCallback<EventObject, object, UploadEvents>(({ sendBack }) => {
      transfers.push(sendBack);
    });
    const slow = uploads.provide({
      actors: { upload: upload.provide({ actors: { preparePicture, sendPicture } as never }) },
    });
    const { container } = await show(three, false, [], { uploads: slow });
    const button = () => {
      const found = screen.getByRole('button', { name: t('send') });
      return [found.getAttribute('aria-busy'), found.hasAttribute('disabled')];
    };
    expect(button()).toEqual([null, true]);
    const files = ['one', 'two', 'three'].map((name) => new File([name], name, { type: 'image/png' }));
    const [input] = container.querySelectorAll<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no input of files');
    Object.defineProperty(input, 'files', { value: files });
    fireEvent.change(input);
    await expect.poll(() => transfers.length).toBe(3);
    expect(button()).toEqual(['true', false]);
    const image = { id: 4, imagefullurl: '/api/image/abc', width: 4, height: 3 };
    act(() => transfers[1]?.({ type: 'upload.done', image }));
    expect(button()).toEqual(['true', false]);
    act(() => transfers[0]?.({ type: 'upload.failed', failure: { kind: 'offline' } }));
    act(() => transfers[2]?.({ type: 'upload.done', image }));
    expect(button()).toEqual([null, true]);
    fireEvent.click(screen.getByRole('button', { name: new RegExp(t('pictureRetry')) }));
    expect(button()).toEqual(['true', false]);
    await expect.poll(() => transfers.length).toBe(4);
    act(() => transfers[3]?.({ type: 'upload.done', image }));
    expect(button()).toEqual([null, false]);
  });

  test('has the caller’s unsent messages to it at its end', async () => {
    const { texts } = await show(three);
    expect(texts()).toEqual(['הודעה 31', 'הודעה 32', 'הודעה 33', 'בדרך']);
  });

  test('that has later messages shows no unsent ones, and counts the messages of others that were not seen', async () => {
    const { texts, outline } = await show(three, true);
    expect(texts()).toEqual(['הודעה 31', 'הודעה 32', 'הודעה 33']);
    // Nothing is laid out: only the first message is on the screen.
    const jump = () => outline().filter((line) => line.startsWith('  button'))[0];
    await expect.poll(jump).toBe(`  button "${t('newMessages', { count: 1 })}"`);
  });

  test('reads the new messages of others aloud, or how many they are', async () => {
    const { tell, spoken } = await show(three, false, [
      buildComment(34, ofDana),
      buildComment(35, { description: 'מה הסיכוי?' }),
      buildComment(36, ofDana),
      buildComment(37, { description: '' }),
    ]);
    tell({ type: 'comment', section: 4, post: 7, item: null, version: null, member: null, id: 37 } as never);
    await expect
      .poll(() => spoken)
      .toEqual([
        { kind: 'spoken', message: 'spoken.said', values: { who: 'נועה', what: 'מה הסיכוי?' } },
        {
          kind: 'spoken',
          message: 'spoken.said',
          values: { who: 'נועה', what: t('spoken.pictures', { count: 0 }) },
        },
      ]);
  });

  test('opens the actions of a message that is pressed, in the direction of its text', async () => {
    const { container } = await show(three);
    const message = [...container.querySelectorAll('[data-message]')][1];
    fireEvent.contextMenu(message?.querySelector('p') ?? document.body);
    const dialog = await screen.findByRole('dialog', { name: t('messageActions') }, { timeout: 10_000 });
    expect(outlineOf(dialog)).toEqual([
      `button "${t('close')}" focused`,
      `heading "${t('messageActions')}" level=2`,
      '[דנה]',
      'part dir=auto: הודעה 32',
      `button "${t('copyMessage')}"`,
      `button "${t('deleteMessage')}"`,
    ]);
  });
});
