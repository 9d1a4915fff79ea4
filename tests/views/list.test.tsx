import { act } from '@testing-library/react';
import { createRef } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderView } from '#tests/support/views/render-view.tsx';
import { ChatList, type ChatListHandle, type VisibleRows } from '#ui/chat/ChatList.tsx';

describe('queued rendering', () => {
  let now = 10_000;
  const frames: FrameRequestCallback[] = [];
  /** The render queue of a page that was just opened. */
  const openPage = async () => {
    vi.resetModules();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    frames.length = 0;
    const { QueuedPart, useQueuedRender } = await import('#ui/list/render-queue.tsx');
    const Whole = ({ children }: { children: string }) => useQueuedRender() && children;
    return { QueuedPart, Whole };
  };
  const drawFrame = (after: number) => {
    now += after;
    act(() => {
      for (const frame of frames.splice(0)) frame(now);
    });
  };
  const scroll = () => window.dispatchEvent(new Event('scroll'));

  test('is immediate while the page does not scroll', async () => {
    const { Whole } = await openPage();
    const { container } = renderView(<Whole>א</Whole>);
    expect([container.textContent, frames.length]).toEqual(['א', 0]);
    scroll();
    now += 151;
    const later = renderView(<Whole>ב</Whole>);
    expect([later.container.textContent, frames.length]).toEqual(['ב', 0]);
  });

  test('is one part a frame while the page scrolls, the parts of started rows first', async () => {
    const { Whole, QueuedPart } = await openPage();
    scroll();
    now += 150;
    const { container } = renderView(
      <>
        <Whole>א</Whole>
        <Whole>ב</Whole>
        <QueuedPart>1</QueuedPart>
        <QueuedPart>2</QueuedPart>
      </>,
    );
    const texts: (string | null)[] = [container.textContent];
    for (let frame = 0; frame < 5; frame += 1) {
      drawFrame(20);
      texts.push(container.textContent);
    }
    expect(texts).toEqual(['', '1', '12', 'א12', 'אב12', 'אב12']);
    expect(frames).toEqual([]);
  });

  test('is two parts a frame where frames are fast', async () => {
    const { Whole, QueuedPart } = await openPage();
    scroll();
    const { container } = renderView(
      <>
        <Whole>א</Whole>
        <Whole>ב</Whole>
        <QueuedPart>1</QueuedPart>
        <QueuedPart>2</QueuedPart>
        <QueuedPart>3</QueuedPart>
      </>,
    );
    drawFrame(19);
    expect(container.textContent).toBe('12');
    drawFrame(19);
    expect(container.textContent).toBe('א123');
    drawFrame(19);
    expect(container.textContent).toBe('אב123');
  });

  test('starts again after it has ended, and skips unmounted parts', async () => {
    const { Whole } = await openPage();
    scroll();
    const first = renderView(<Whole>א</Whole>);
    const unmounted = renderView(<Whole>ב</Whole>);
    const last = renderView(<Whole>ג</Whole>);
    unmounted.unmount();
    drawFrame(20);
    drawFrame(20);
    expect([first.container.textContent, last.container.textContent, frames.length]).toEqual(['א', 'ג', 0]);
    scroll();
    const again = renderView(<Whole>ד</Whole>);
    expect(again.container.textContent).toBe('');
    drawFrame(20);
    expect(again.container.textContent).toBe('ד');
  });
});

describe('a list that grows at both ends', () => {
  const rowHeight = 30;
  const viewHeight = 100;
  const scrolled = new WeakMap<Element, number>();
  const resize: (() => void)[] = [];
  const observed: Element[] = [];
  const heightOf = (list: Element) => list.querySelectorAll('[data-row]').length * rowHeight;

  /** Rows of 30 px in a list of 100 px, 500 px down the page, drawn at half its size as in a sheet that opens. */
  beforeEach(() => {
    resize.length = 0;
    observed.length = 0;
    const scroller = (element: Element) => element.closest('[role=region]') ?? element;
    const rowsOf = (element: Element) => [...scroller(element).querySelectorAll('[data-row]')];
    const topOf = (list: Element) => scrolled.get(list) ?? 0;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
      const at = rowsOf(this).findIndex((row) => this.contains(row));
      const isList = this.matches('[role=region]');
      const top = isList ? 500 : 500 + (at * rowHeight - topOf(scroller(this))) / 2;
      const height = (isList ? viewHeight : rowHeight) / 2;
      return { top, bottom: top + height, width: 100 } as DOMRect;
    });
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200);
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: Element) {
      return heightOf(this);
    });
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(viewHeight);
    vi.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(function top(this: Element) {
      return topOf(this);
    });
    vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function scrollTo(this: Element, top) {
      scrolled.set(this, Math.max(0, Math.min(top, heightOf(this) - viewHeight)));
    });
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resize.push(callback);
        }
        observe(element: Element) {
          observed.push(element);
        }
        disconnect() {
          resize.length = 0;
        }
      },
    );
  });

  const rows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ key: String(from + at) }));
  type Row = ReturnType<typeof rows>[number];
  const rowsByKey = new Map<string, Row>();
  /** An unchanged row is the same object. */
  const rowsAt = (from: number, to: number) =>
    rows(from, to).map((row) => {
      const same = rowsByKey.get(row.key) ?? row;
      rowsByKey.set(row.key, same);
      return same;
    });

  function show(from: number, to: number, startAt: string | null = null) {
    const reports: [VisibleRows, boolean][] = [];
    const drawn: string[] = [];
    const handle = createRef<ChatListHandle>();
    const renderRow = (row: Row) => {
      drawn.push(row.key);
      return <p data-row>{row.key}</p>;
    };
    const list = (first: number, last: number) => (
      <ChatList
        ref={handle}
        label="הודעות"
        header="כל ההודעות"
        rows={rowsAt(first, last)}
        renderRow={renderRow}
        startAt={startAt}
        onVisibleRows={(visible, atBottom) => reports.push([visible, atBottom])}
      />
    );
    const view = renderView(list(from, to));
    const region = view.container.querySelector('[role=region]');
    if (!region) throw new Error('no list');
    return {
      ...view,
      region,
      handle,
      takeReports: () => reports.splice(0),
      takeDrawn: () => drawn.splice(0),
      grow: (first: number, last: number) => view.rerender(list(first, last)),
      scrollTo(top: number) {
        region.scrollTop = top;
        act(() => void region.dispatchEvent(new Event('scroll')));
      },
    };
  }

  test('is a region of its rows below its header, which can be focused by keyboard', () => {
    const { outline } = show(1, 2);
    expect(outline()).toEqual([
      'region "הודעות" tabindex=0',
      '  כל ההודעות',
      '  part data-row: 1',
      '  part data-row: 2',
    ]);
  });

  test('starts at the bottom, and reports the visible rows', () => {
    const { region, takeReports } = show(1, 10);
    expect(region.scrollTop).toBe(200);
    expect(takeReports()).toEqual([[{ top: '7', bottom: '10' }, true]]);
  });

  test('starts at a given row', () => {
    const { region, takeReports } = show(1, 10, '3');
    expect(region.scrollTop).toBe(60);
    expect(takeReports()).toEqual([[{ top: '3', bottom: '6' }, false]]);
  });

  test('reports the visible rows whenever it scrolls', () => {
    const { scrollTo, takeReports } = show(1, 10);
    takeReports();
    scrollTo(0);
    scrollTo(45);
    scrollTo(198);
    scrollTo(199);
    expect(takeReports()).toEqual([
      [{ top: '1', bottom: '4' }, false],
      [{ top: '2', bottom: '5' }, false],
      [{ top: '7', bottom: '10' }, false],
      [{ top: '7', bottom: '10' }, true],
    ]);
  });

  test('keeps the visible rows in place when rows are added above them', () => {
    const { scrollTo, grow, region, takeReports } = show(11, 20);
    scrollTo(45);
    takeReports();
    grow(1, 20);
    expect(region.scrollTop).toBe(345);
    expect(takeReports()).toEqual([[{ top: '12', bottom: '15' }, false]]);
    grow(1, 30);
    expect(region.scrollTop).toBe(345);
  });

  test('follows new rows at the bottom', () => {
    const { grow, region, takeReports } = show(1, 10);
    takeReports();
    grow(1, 12);
    expect(region.scrollTop).toBe(260);
    expect(takeReports()).toEqual([[{ top: '9', bottom: '12' }, true]]);
  });

  test('goes to the bottom when toBottom is called, and stays there', () => {
    const { scrollTo, grow, region, handle } = show(1, 10);
    scrollTo(30);
    act(() => handle.current?.toBottom());
    expect(region.scrollTop).toBe(200);
    grow(1, 11);
    expect(region.scrollTop).toBe(230);
  });

  test('stays at the bottom when the window is resized', () => {
    const { region, unmount } = show(1, 10);
    expect(observed).toEqual([region, region.firstElementChild]);
    scrolled.set(region, 120);
    act(() => resize[0]?.());
    expect(region.scrollTop).toBe(200);
    unmount();
    expect(resize).toEqual([]);
  });

  test('renders an unchanged row once', () => {
    const { grow, takeDrawn } = show(11, 13);
    expect(takeDrawn()).toEqual(['11', '12', '13']);
    grow(10, 14);
    expect(takeDrawn().toSorted()).toEqual(['10', '14']);
  });

  test('without rows reports nothing', () => {
    const { takeReports } = show(1, 0);
    expect(takeReports()).toEqual([]);
  });
});
