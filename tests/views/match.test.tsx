import { createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { Crest } from '#ui/match/Crest.tsx';
import type { CellDirection } from '#domain/digit-cells.ts';
import { DigitCell, isFinal, type DigitState } from '#ui/match/DigitCell.tsx';
import { DigitPad } from '#ui/match/DigitPad.tsx';
import { MatchRow } from '#ui/match/MatchRow.tsx';
import { ObjectionList } from '#ui/match/ObjectionList.tsx';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import { ResultCell } from '#ui/match/ResultCell.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Countdown, TimeTag } from '#ui/match/TimeTag.tsx';
import { VoteBar } from '#ui/match/VoteBar.tsx';

const nothing = () => undefined;
const brazil = { name: 'ברזיל', image: '/bra.svg' };
const japan = { name: 'יפן', image: '/jpn.svg' };

describe('a crest', () => {
  // In Hebrew a full stop would be placed before the digit.
  test.each([
    ['1. FC Köln', '1F'],
    ['מ.ס. אשדוד', 'מס'],
  ])('of %s has letters without punctuation', (name, letters) => {
    expect(renderView(<Crest name={name} />).container.textContent).toBe(letters);
  });

  test('is a picture, an emoji, or the first two letters of the name, and is always decorative', () => {
    const { outline, container } = renderView(
      <>
        <Crest name="ברזיל" image="/bra.svg" />
        <Crest name="יפן" image="🇯🇵" />
        <Crest name="כדורגל" image="⚽" />
        <Crest name=" 👍השכונה" />
        <Crest name="השכונה" image={null} />
      </>,
    );
    expect(outline()).toEqual(['picture src=/bra.svg']);
    const hidden = [...container.querySelectorAll('[aria-hidden=true]')];
    expect(hidden.map(({ textContent }) => textContent)).toEqual(['🇯🇵', '⚽', '👍ה', 'הש']);
    expect(hidden.map(({ className }) => /emoji|letters/.exec(className)?.[0])).toEqual([
      'emoji',
      'emoji',
      'letters',
      'letters',
    ]);
  });

  test('has letters where its picture cannot be loaded', () => {
    const { outline, container } = renderView(<Crest {...brazil} />);
    const [picture] = container.getElementsByTagName('img');
    if (picture) fireEvent.error(picture);
    expect([outline(), container.textContent]).toEqual([[], 'בר']);
  });

  test('of a pair has the pictures of both members, and of an option its own', () => {
    const { outline, rerender } = renderView(<OptionCrest of={{ name: '', data: [brazil, japan] }} />);
    expect(outline()).toEqual(['picture src=/bra.svg', 'picture src=/jpn.svg']);
    rerender(<OptionCrest of={{ ...brazil, data: [japan] }} />);
    expect(outline()).toEqual(['picture src=/bra.svg']);
    rerender(<OptionCrest of={brazil} />);
    expect(outline()).toEqual(['picture src=/bra.svg']);
  });
});

test('a pair’s names are isolated, with a plus between them', () => {
  const { outline, rerender } = renderView(<OptionName of={{ name: 'זוג', data: [brazil, japan] }} />);
  expect(outline()).toEqual(['[ברזיל]', '+', '[יפן]']);
  rerender(<OptionName of={{ ...brazil, data: [] }} />);
  expect(outline()).toEqual(['[ברזיל]']);
});

test('names are stacked if requested', () => {
  const { container } = renderView(
    <>
      <OptionName of={brazil} />
      <OptionName of={brazil} stacked />
    </>,
  );
  const [usual = '', stacked = ''] = [...container.children].map(({ className }) => className);
  expect(stacked.replace(usual, '')).toMatch(/^ \S*stacked\S*$/);
});

describe('a digit cell', () => {
  const cell = (state: DigitState, digit: number | null) => {
    const { outline, container, unmount } = renderView(
      <DigitCell name="ברזיל" digit={digit} state={state} onOpen={nothing} />,
    );
    const [line] = outline();
    const shown = container.firstElementChild?.textContent;
    const marks = [...container.querySelectorAll('svg')].map((svg) => svg.querySelectorAll('path').length);
    unmount();
    return [line, shown, marks];
  };

  test.each([
    ['empty', null, 'button', 'cellEmpty', 'empty', '', []],
    ['mine', 2, 'button', 'cellMine', 'mine', '2', []],
    ['saving', 2, 'button', 'cellSaving', 'saving', '2', [1]],
    ['saving', null, 'button', 'cellTakenBack', 'saving', '', [1]],
    ['saved', 2, 'button', 'cellSaved', 'saved', '2', [1]],
    ['waiting', 2, 'button', 'cellWaiting', 'waiting', '2', [1]],
    ['waiting', null, 'button', 'cellTakenBackWaits', 'waiting', '', [1]],
    ['refused', 2, 'button', 'cellRefused', 'refused', '2!', []],
    ['locked', 0, 'img', 'cellLocked', 'locked', '0', [1]],
    ['locked', null, 'img', 'cellLockedEmpty', 'closed', '–', []],
    ['exact', 2, 'img', 'cellExact', 'exact', '2', [2]],
    ['hit', 2, 'img', 'cellHit', 'hit', '2', [1]],
    ['missed', 2, 'img', 'cellMissed', 'missed', '2×', []],
  ] as const)(
    'that is %s with %s has its label, digit and mark',
    (state, digit, role, key, dataState, shown, marks) => {
      const name = t(key, { name: 'ברזיל', digit });
      const states = role === 'button' ? `data-state=${dataState} expanded=false` : `data-state=${dataState}`;
      expect(cell(state, digit)).toEqual([`${role} "${name}" ${states}`, shown, marks]);
      expect(isFinal(state)).toBe(role === 'img');
    },
  );

  test('that is small has no mark', () => {
    const { container } = renderView(
      <DigitCell name="ברזיל" digit={2} state="saved" size="small" onOpen={nothing} />,
    );
    expect(container.querySelectorAll('svg')).toHaveLength(0);
  });

  test('shows whether the pad or the keyboard writes into it', () => {
    const { outline, rerender } = renderView(
      <DigitCell name="ברזיל" digit={2} state="mine" active="pad" onOpen={nothing} />,
    );
    const name = t('cellMine', { name: 'ברזיל', digit: 2 });
    expect(outline()).toEqual([`button "${name}" data-active=pad data-state=mine expanded`]);
    rerender(<DigitCell name="ברזיל" digit={2} state="mine" active="keys" onOpen={nothing} />);
    expect(outline()).toEqual([`button "${name}" data-active=keys data-state=mine expanded=false`]);
  });

  test('opens by a press, and reports focus and blur of the keyboard', () => {
    const calls: string[] = [];
    renderView(
      <DigitCell
        name="ברזיל"
        id="cell"
        digit={2}
        state="mine"
        onOpen={() => calls.push('open')}
        onFocus={() => calls.push('focus')}
        onBlur={() => calls.push('blur')}
      />,
    );
    const button = screen.getByRole('button');
    expect(button.id).toBe('cell');
    const isByKeys = vi.spyOn(button, 'matches').mockReturnValue(false);
    fireEvent.click(button);
    fireEvent.focus(button);
    expect(calls).toEqual(['open']);
    isByKeys.mockImplementation((selector) => selector === ':focus-visible');
    button.focus();
    expect(calls).toEqual(['open', 'focus']);
    // Another window has the keyboard: the cell is still the active element here.
    fireEvent.blur(button);
    expect(calls).toEqual(['open', 'focus']);
    button.blur();
    expect(calls).toEqual(['open', 'focus', 'blur']);
  });

  const pressIn = (language: 'heb' | 'en', active: 'pad' | null, closes = true) => {
    const calls: unknown[] = [];
    const { unmount } = renderView(
      <DigitCell
        name="ברזיל"
        digit={2}
        state="mine"
        active={active}
        onDigit={(digit: number) => calls.push(digit)}
        onClear={() => calls.push('clear')}
        onMove={(move: CellDirection) => calls.push(move)}
        {...(closes && { onClose: () => calls.push('close') })}
      />,
      language,
    );
    const button = screen.getByRole('button');
    const press = (key: string, modifiers = {}) => {
      calls.length = 0;
      const isLeft = fireEvent.keyDown(button, { key, ...modifiers });
      return isLeft ? [...calls, 'left to the page'] : [...calls];
    };
    return { press, unmount };
  };

  test('accepts digits, deletions, arrows and Escape while it is active', () => {
    const { press } = pressIn('heb', 'pad');
    expect(['0', '7', '9', 'Backspace', 'Delete', 'Enter', 'Escape'].map((key) => press(key))).toEqual([
      [0],
      [7],
      [9],
      ['clear'],
      ['clear'],
      ['next'],
      ['close'],
    ]);
    expect(['a', 'Tab', '12', ' ', 'F1'].map((key) => press(key))).toEqual(
      Array.from({ length: 5 }, () => ['left to the page']),
    );
  });

  test('leaves the browser’s shortcuts to the page', () => {
    const { press } = pressIn('heb', 'pad');
    const modifiers = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }];
    expect(modifiers.map((modifier) => press('1', modifier))).toEqual(
      modifiers.map(() => ['left to the page']),
    );
  });

  test('that is not active leaves Enter and Escape to the page', () => {
    const { press } = pressIn('heb', null);
    expect([press('Enter'), press('Escape'), press('4')]).toEqual([
      ['left to the page'],
      ['left to the page'],
      [4],
    ]);
  });

  test('that cannot be closed leaves Escape to the page', () => {
    const { press } = pressIn('heb', 'pad', false);
    expect(press('Escape')).toEqual(['left to the page']);
  });

  test.each([
    ['heb', { ArrowLeft: 'next', ArrowRight: 'previous', ArrowUp: 'up', ArrowDown: 'down' }],
    ['en', { ArrowLeft: 'previous', ArrowRight: 'next', ArrowUp: 'up', ArrowDown: 'down' }],
  ] as const)('moves by arrows in their direction on the screen in %s', (language, moves) => {
    const { press } = pressIn(language, null);
    expect(Object.keys(moves).map((key) => press(key))).toEqual(Object.values(moves).map((move) => [move]));
  });
});

test('a result’s cell shows and accepts the goals of one side', () => {
  const calls: unknown[] = [];
  const keys = {
    onOpen: () => calls.push('open'),
    onDigit: (digit: number) => calls.push(digit),
    onMove: (move: CellDirection) => calls.push(move),
    onClose: () => calls.push('close'),
  };
  const { outline, rerender } = renderView(
    <ResultCell name="ברזיל" goals={null} active={false} disabled={false} {...keys} />,
  );
  expect(outline()).toEqual([`button "${t('goalsOfNone', { name: 'ברזיל' })}" data-empty expanded=false`]);
  const cell = screen.getByRole('button');
  fireEvent.click(cell);
  for (const key of ['3', 'ArrowLeft', 'Escape']) fireEvent.keyDown(cell, { key });
  expect(calls).toEqual(['open', 3, 'next']);
  rerender(<ResultCell name="ברזיל" goals={12} active disabled={false} {...keys} />);
  const name = t('goalsOf', { name: 'ברזיל', goals: 12 });
  expect(outline()).toEqual([`button "${name}" data-active expanded`]);
  expect(cell.textContent).toBe('12');
  fireEvent.keyDown(cell, { key: 'Escape' });
  expect(calls).toEqual(['open', 3, 'next', 'close']);
  rerender(<ResultCell name="ברזיל" goals={12} active={false} disabled {...keys} />);
  expect(outline()).toEqual([`button "${name}" disabled expanded=false`]);
});

describe('the digit pad', () => {
  const keysOf = (digit: number | null) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((key) => `    button "${key}" pressed${key === digit ? '' : '=false'}`);

  test('has the keys of a telephone, in the same order in every language', () => {
    const calls: unknown[] = [];
    const { outline } = renderView(
      <DigitPad
        title="הניחוש לברזיל"
        digit={4}
        onDigit={(digit) => calls.push(digit)}
        onClear={() => calls.push('clear')}
        onClose={() => calls.push('close')}
      />,
    );
    expect(outline()).toEqual([
      'region "הניחוש לברזיל"',
      '  [הניחוש לברזיל]',
      '  part dir=ltr',
      ...keysOf(4),
      `    button "${t('padClear')}"`,
      '    button "0" pressed=false',
      `    button "${t('padDone')}"`,
    ]);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(calls).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 'clear', 0, 'close']);
  });

  test('for goals has +10 instead of the closing key, and clearing is disabled while it is empty', () => {
    const onTens = vi.fn<() => void>();
    const { outline } = renderView(
      <DigitPad inline title="כמה?" digit={null} onDigit={nothing} onClear={nothing} onTens={onTens} />,
    );
    expect(outline()).toEqual([
      'region "כמה?"',
      '  [כמה?]',
      '  part dir=ltr',
      ...keysOf(null),
      `    button "${t('padClear')}" disabled`,
      '    button "0" pressed=false',
      '    button "+10"',
    ]);
    const tens = screen.getByRole('button', { name: '+10' });
    expect(tens.title).toBe(t('padTens'));
    fireEvent.click(tens);
    expect(onTens.mock.calls).toHaveLength(1);
  });

  test('takes no focus from the cell', () => {
    renderView(<DigitPad title="כמה?" digit={1} onDigit={nothing} onClear={nothing} />);
    const press = createEvent.pointerDown(screen.getByRole('button', { name: '1' }));
    fireEvent(screen.getByRole('button', { name: '1' }), press);
    expect(press.defaultPrevented).toBe(true);
  });

  test('has an exit animation over the screen, and none in a sheet', () => {
    const markers = (inline: boolean) => {
      const { container, unmount } = renderView(
        <DigitPad title="כמה?" inline={inline} digit={1} onDigit={nothing} onClear={nothing} />,
      );
      const count = container.querySelectorAll('section > [hidden]').length;
      unmount();
      return count;
    };
    expect([markers(false), markers(true)]).toEqual([1, 0]);
  });
});

test('a row of a match has a button of its own to open it', () => {
  const onPress = vi.fn<(row: HTMLElement) => void>();
  const { outline, rerender, container } = renderView(
    <MatchRow
      home={brazil}
      away={japan}
      middle="22:00"
      mine="אין ניחוש"
      open={{ label: 'לפתוח', onPress }}
    />,
  );
  const sides = (...button: string[]) => [
    'part data-match-row',
    ...button,
    '  part lang=he',
    '    picture src=/bra.svg',
    '    [ברזיל]',
    '  22:00',
    '  part data-away lang=he',
    '    picture src=/jpn.svg',
    '    [יפן]',
    '  אין ניחוש',
  ];
  expect(outline()).toEqual(sides('  button "לפתוח"'));
  fireEvent.click(screen.getByRole('button'));
  expect(onPress.mock.calls).toEqual([[container.firstElementChild]]);
  rerender(
    <MatchRow
      home={brazil}
      away={japan}
      middle="22:00"
      mine="אין ניחוש"
      open={{ label: 'לפתוח', onPress, current: true }}
    />,
  );
  expect(outline()).toEqual(sides('  button "לפתוח" current'));
  rerender(<MatchRow home={brazil} away={japan} middle="22:00" mine="אין ניחוש" />);
  expect(outline()).toEqual(sides());
});

test('a name has the language of its own script, whatever the page’s is', () => {
  const named = (name: string) => ({ ...japan, name });
  // The name that a pair has itself is in the site's language, and is not shown.
  const pairOf = (...names: string[]) => ({ ...named('ארגנטינה + ברזיל'), data: names.map(named) });
  const { container } = renderView(
    <>
      <MatchRow home={named('Borussia Mönchengladbach')} away={named('מכבי FC')} middle="22:00" mine={null} />
      <MatchRow
        home={pairOf('Argentina', 'Brazil')}
        away={pairOf('ארגנטינה', 'FC')}
        middle="22:00"
        mine={null}
      />
    </>,
  );
  expect([...container.querySelectorAll<HTMLElement>('[lang]')].map(({ lang }) => lang)).toEqual([
    'en',
    'he',
    'en',
    'he',
  ]);
});

test('objections have the direction of their text, each beside its member’s name', () => {
  const { outline } = renderView(
    <ObjectionList
      objections={[
        { member: { id: 1, name: 'יוסי', image: null }, words: 'היה 2:2' },
        { member: { id: 2, name: 'Dana', image: '/dana.jpg' }, words: 'True' },
      ]}
    />,
  );
  expect(outline()).toEqual([
    'list',
    '  listitem',
    '    [יוסי]',
    '    part dir=auto: היה 2:2',
    '  listitem',
    '    picture src=/dana.jpg',
    '    [Dana]',
    '    part dir=auto: True',
  ]);
});

test('an outcome has a shape, a word and its points', () => {
  const { outline, container } = renderView(
    <>
      <Outcome kind="exact" points={4} />
      <Outcome kind="hit" points={0} />
      <Outcome kind="hit" label="נכון" />
      <Outcome kind="missed" />
    </>,
  );
  expect(outline()).toEqual([t('exact'), '[+4]', t('hit'), 'נכון', t('missed')]);
  const strokes = [...container.children].map((outcome) => outcome.querySelectorAll('path').length);
  expect(strokes).toEqual([2, 1, 1, 0]);
});

describe('a score', () => {
  const score = (home: number | null, away: number | null) => ({
    home: { name: 'ברזיל', score: home },
    away: { name: 'יפן', score: away },
  });
  const cellsOf = (container: Element) =>
    [...container.querySelectorAll('bdi')].map(({ textContent, dataset }) => ({
      text: textContent,
      isLoser: 'loser' in dataset,
    }));

  test.each([
    [2, 1, false, true],
    [0, 3, true, false],
    [1, 1, false, false],
  ])(
    'of %i and %i is two isolated cells in the order of the teams, the loser’s marked',
    (home, away, homeLost, awayLost) => {
      const { outline, container } = renderView(<ScorePair {...score(home, away)} />);
      expect(outline()).toEqual([
        `img "${t('scoreSpoken', { home: 'ברזיל', homeScore: home, away: 'יפן', awayScore: away })}"`,
      ]);
      expect(cellsOf(container)).toEqual([
        { text: String(home), isLoser: homeLost },
        { text: String(away), isLoser: awayLost },
      ]);
    },
  );

  test.each([
    [null, null, '–', '–'],
    [2, null, '2', '–'],
    [null, 0, '–', '0'],
  ])('of %s and %s is labelled as unknown', (home, away, homeShown, awayShown) => {
    const { outline, container } = renderView(<ScorePair {...score(home, away)} />);
    expect(outline()).toEqual([`img "${t('scoreNone', { home: 'ברזיל', away: 'יפן' })}"`]);
    expect(cellsOf(container)).toEqual([
      { text: homeShown, isLoser: false },
      { text: awayShown, isLoser: false },
    ]);
  });

  test('is boxed in rows and small; a large one has no box and a stroke between its digits', () => {
    const { container } = renderView(
      <>
        <ScorePair {...score(2, 1)} />
        <ScorePair {...score(2, 1)} size="small" />
        <ScorePair {...score(2, 1)} tone="mine" />
        <ScorePair {...score(2, 1)} size="running" />
        <ScorePair {...score(2, 1)} size="score" />
      </>,
    );
    const pairStyles = [...container.children].map((pair) => [
      [...pair.children].map((part) => part.localName).join(),
      /boxed/.test(pair.lastElementChild?.className ?? ''),
    ]);
    expect(pairStyles).toEqual([
      ['bdi,bdi', true],
      ['bdi,bdi', true],
      ['bdi,bdi', false],
      ['bdi,span,bdi', false],
      ['bdi,span,bdi', false],
    ]);
  });
});

test('tags of times have a clock for soon and a pulse for live', () => {
  const { outline, container } = renderView(
    <>
      <TimeTag state="open">מחר</TimeTag>
      <TimeTag state="soon">עוד מעט</TimeTag>
      <TimeTag state="live">עכשיו</TimeTag>
      <TimeTag state="ended">נגמר</TimeTag>
    </>,
  );
  expect(outline()).toEqual(['מחר', 'עוד מעט', 'עכשיו', 'נגמר']);
  const tagStyles = [...container.children].map((tag) => [
    /quiet|strong|live/.exec(tag.className.replaceAll('Tag_tag', ''))?.[0],
    [...tag.children].map(({ localName }) => localName).join(),
  ]);
  expect(tagStyles).toEqual([
    ['quiet', 'span'],
    ['strong', 'svg,span'],
    ['live', 'span,span'],
    ['quiet', 'span'],
  ]);
});

test('a countdown is a timer of the remaining time', () => {
  const { container } = renderView(<Countdown until={7_625_000} now={200_000} />);
  const timer = container.firstElementChild;
  expect([timer?.localName, timer?.getAttribute('role'), timer?.textContent]).toEqual([
    'bdi',
    'timer',
    '2:03:45',
  ]);
});

describe('a question with two answers', () => {
  const choices = [
    { value: true, label: 'כן', count: 2 },
    { value: false, label: 'לא', count: 1 },
  ];
  test.each([
    [null, 'pressed=false', 'pressed=false', ['quiet', 'quiet']],
    [true, 'pressed', 'pressed=false', ['main', 'quiet']],
    [false, 'pressed=false', 'pressed', ['quiet', 'main']],
  ])('answered with %s shows the counts, and accepts another answer', (chosen, yes, no, tones) => {
    const onChoose = vi.fn<(value: boolean) => void>();
    const { outline, container } = renderView(
      <VoteBar label="לתקן?" choices={choices} chosen={chosen} busy={false} onChoose={onChoose} />,
    );
    expect(outline()).toEqual(['group "לתקן?"', `  button "כן 2" ${yes}`, `  button "לא 1" ${no}`]);
    const buttons = screen.getAllByRole('button');
    expect(buttons.map(({ className }) => /main|quiet/.exec(className)?.[0])).toEqual(tones);
    for (const button of buttons) fireEvent.click(button);
    expect(onChoose.mock.calls).toEqual([[true], [false]]);
    expect(container.querySelector('p')?.textContent).toBe('לתקן?');
  });

  test('is disabled while an answer is sent', () => {
    const onChoose = vi.fn<(value: boolean) => void>();
    const { outline } = renderView(
      <VoteBar label="לתקן?" choices={choices} chosen={false} busy onChoose={onChoose} />,
    );
    expect(outline()).toEqual([
      'group "לתקן?"',
      '  button "כן 2" busy disabled pressed=false',
      '  button "לא 1" busy disabled pressed',
    ]);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(onChoose.mock.calls).toEqual([]);
  });

  test('that is closed shows the counts without buttons', () => {
    const { outline } = renderView(
      <VoteBar label="לתקן?" choices={choices} chosen busy={false} onChoose={null} />,
    );
    expect(outline()).toEqual(['group "לתקן?"', '  כן', '  2', '  לא', '  1']);
  });
});
