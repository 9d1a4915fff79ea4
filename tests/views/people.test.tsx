import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { Avatar, initials } from '#ui/people/Avatar.tsx';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';

const members = ['נועה', 'איתי', 'דנה', 'יוסי', 'מאיה', 'עומר', 'שירה', 'תום'].map((name, at) => ({
  id: at + 1,
  name,
}));
const faces = (...names: string[]) => names.flatMap((name) => ['  listitem', `    img "${name}"`]);

test('five faces are shown, and the number of the others', () => {
  const { outline } = renderView(<AvatarStack people={members} label="מי ניחש" />);
  expect(outline()).toEqual([
    'list "מי ניחש"',
    ...faces('נועה', 'איתי', 'דנה', 'יוסי', 'מאיה'),
    `  listitem "${t('andMore', { count: 3 })}": [+3]`,
  ]);
});

test('five of five faces are shown without a number', () => {
  const { outline } = renderView(<AvatarStack people={members.slice(0, 5)} label="מי ניחש" />);
  expect(outline()).toEqual(['list "מי ניחש"', ...faces('נועה', 'איתי', 'דנה', 'יוסי', 'מאיה')]);
});

test('members that are not given are counted too', () => {
  const { outline } = renderView(<AvatarStack people={members.slice(0, 2)} total={12} label="מי ניחש" />);
  expect(outline()).toEqual([
    'list "מי ניחש"',
    ...faces('נועה', 'איתי'),
    `  listitem "${t('andMore', { count: 10 })}": [+10]`,
  ]);
});

test('a stack shows pictures where members have one', () => {
  const { container } = renderView(
    <AvatarStack people={[{ id: 1, name: 'נועה', image: '/noa.jpg' }]} label="מי ניחש" />,
  );
  const [picture] = container.getElementsByTagName('img');
  expect([picture?.getAttribute('src'), picture?.alt]).toEqual(['/noa.jpg', 'נועה']);
});

test('an avatar has a label, unless it is decorative', () => {
  const { outline } = renderView(
    <>
      <Avatar name="נועה" />
      <Avatar name="נועה" image="/noa.jpg" />
      <Avatar name="נועה" decorative />
      <Avatar name="נועה" image="/noa.jpg" decorative />
    </>,
  );
  expect(outline()).toEqual(['img "נועה"', 'img "נועה"', 'picture src=/noa.jpg']);
});

test('letters replace a picture that cannot be loaded, until there is another one', () => {
  const { outline, container, rerender } = renderView(<Avatar name="נועה" image="/noa.jpg" />);
  const pictures = () => [...container.querySelectorAll('img')].map((one) => one.getAttribute('src'));
  expect(pictures()).toEqual(['/noa.jpg']);
  for (const picture of container.querySelectorAll('img')) fireEvent.error(picture);
  expect(pictures()).toEqual([]);
  expect([outline(), container.textContent]).toEqual([['img "נועה"'], 'נ']);
  rerender(<Avatar name="נועה" image="/noa-2.jpg" />);
  expect(pictures()).toEqual(['/noa-2.jpg']);
});

test('decorative letters are shown, without a label', () => {
  const { container } = renderView(<Avatar name="נועה ברקוביץ׳" decorative />);
  const [letters] = container.querySelectorAll('[aria-hidden]');
  expect([letters?.textContent, letters?.getAttribute('role'), letters?.getAttribute('aria-label')]).toEqual([
    'נב',
    null,
    null,
  ]);
});

test('an avatar shows whether a member is online', () => {
  const { outline } = renderView(
    <>
      <Avatar name="נועה" online />
      <Avatar name="איתי" online={false} />
    </>,
  );
  expect(outline()).toEqual([
    'img "נועה"',
    'part data-online',
    t('online'),
    'img "איתי"',
    'part data-online=false',
    t('offline'),
  ]);
});

test('a ring marks the caller’s own avatar', () => {
  const { container } = renderView(
    <>
      <Avatar name="נועה" />
      <Avatar name="נועה" mine />
    </>,
  );
  const [usual = '', own = ''] = [...container.children].map(({ className }) => className);
  expect(own.replace(usual, '')).toMatch(/^ \S*mine\S*$/);
});

test.each([
  ['נועה ברקוביץ׳', 'נב'],
  ['  dana   levi cohen ', 'DL'],
  ['תום', 'ת'],
  ['👩‍🚀 צוות', '👩צ'],
  ['   ', '?'],
])('the initials of “%s” are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test('a name has the same colour everywhere, and names use all colours', () => {
  const toneOf = (name: string) => {
    const { container, unmount } = renderView(<Avatar name={name} />);
    const tone = container.querySelector('[role=img]')?.className.split(' ')[1];
    unmount();
    return tone;
  };
  // One letter each: consecutive code points have consecutive tones.
  const tones = Array.from('אבגדהוזחט', toneOf);
  const kinds = [...new Set(tones)];
  expect(kinds.length).toBeGreaterThan(3);
  expect(tones).toEqual(tones.map((_, at) => tones[at % kinds.length]));
  expect([toneOf('אב'), toneOf('בא')]).toEqual([toneOf('אב'), toneOf('בא')]);
});
