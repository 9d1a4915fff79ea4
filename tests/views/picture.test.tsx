import { createEvent, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { LocalPicture } from '#ui/picture/LocalPicture.tsx';
import { PictureButton } from '#ui/picture/PictureButton.tsx';
import { PictureField, type PictureState } from '#ui/picture/PictureField.tsx';
import { PictureStrip, PictureTile } from '#ui/picture/PictureStrip.tsx';
import { ProgressRing } from '#ui/picture/ProgressRing.tsx';

const nothing = () => undefined;
const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' });
const drawing = new File(['drawing'], 'drawing.png', { type: 'image/png' });
const letter = new File(['letter'], 'letter.txt', { type: 'text/plain' });

/** Object URLs of local pictures that are in use. */
const addresses = new Set<string>();
beforeEach(() => {
  addresses.clear();
  let count = 0;
  URL.createObjectURL = (of) => {
    count += 1;
    const address = `blob:${of instanceof File ? of.name : 'picture'}:${count}`;
    addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => void addresses.delete(address);
});

test('a local picture has an object URL as long as it is shown', () => {
  const { outline, rerender, unmount } = renderView(<LocalPicture of={photo} className="face" />);
  expect([outline(), [...addresses]]).toEqual([['picture src=blob:photo.jpg:1'], ['blob:photo.jpg:1']]);
  rerender(<LocalPicture of={drawing} className="face" />);
  expect([outline(), [...addresses]]).toEqual([['picture src=blob:drawing.png:2'], ['blob:drawing.png:2']]);
  unmount();
  expect(addresses).toEqual(new Set());
});

describe('a picture’s button', () => {
  test('opens the device’s chooser of pictures, and reports the chosen files', () => {
    const onFiles = vi.fn<(files: readonly File[]) => void>();
    const { outline, container, rerender } = renderView(<PictureButton label="תמונה" onFiles={onFiles} />);
    expect(outline()).toEqual(['button "תמונה"']);
    const input = container.querySelector('input');
    if (!input) throw new Error('no input');
    const opened = vi.spyOn(input, 'click');
    fireEvent.click(screen.getByRole('button'));
    expect(opened.mock.calls).toHaveLength(1);
    expect([input.accept, input.multiple]).toEqual(['image/*', false]);
    fireEvent.change(input, { target: { files: [photo] } });
    expect(onFiles.mock.calls).toEqual([[[photo]]]);
    rerender(<PictureButton label="תמונה" multiple showLabel onFiles={onFiles} />);
    expect([input.multiple, outline()]).toEqual([true, ['button "תמונה"']]);
    expect(screen.getByRole('button').textContent).toBe('תמונה');
    fireEvent.click(screen.getByRole('button'));
    expect(opened.mock.calls).toHaveLength(2);
  });

  test.each([true, false])('is disabled or busy, with its label shown: %s', (showLabel) => {
    const { outline } = renderView(
      <>
        <PictureButton label="א" showLabel={showLabel} disabled onFiles={nothing} />
        <PictureButton label="ב" showLabel={showLabel} busy onFiles={nothing} />
      </>,
    );
    expect(outline()).toEqual(['button "א" disabled', 'button "ב" busy disabled']);
  });
});

test('a ring shows the progress, or that it is unknown', () => {
  const { outline, container } = renderView(
    <>
      <ProgressRing progress={0.256} label="נשלחת" />
      <ProgressRing progress={null} label="מתכוננת" />
      <ProgressRing progress={0} label="מתחילה" />
    </>,
  );
  expect(outline()).toEqual([
    'progressbar "נשלחת" data-state=moving valuemax=100 valuemin=0 valuenow=26',
    'progressbar "מתכוננת" data-state=waiting valuemax=100 valuemin=0',
    'progressbar "מתחילה" data-state=moving valuemax=100 valuemin=0 valuenow=0',
  ]);
  const arcs = [...container.querySelectorAll('circle[stroke-dasharray]')].map((arc) =>
    arc.getAttribute('stroke-dasharray')?.split(' ').map(Number),
  );
  const circumference = 2 * Math.PI * 18;
  expect(arcs).toEqual([
    [expect.closeTo(0.256 * circumference), expect.closeTo(circumference)],
    [expect.closeTo(0.2 * circumference), expect.closeTo(circumference)],
    [0, expect.closeTo(circumference)],
  ]);
});

type FieldProps = Parameters<typeof PictureField>[0];
const field = (props: Partial<FieldProps>) => (
  <PictureField
    label="תמונה"
    state="idle"
    picture={null}
    progress={0}
    errorText={null}
    onFiles={nothing}
    onCancel={nothing}
    onRetry={nothing}
    {...props}
  >
    פנים
  </PictureField>
);

describe('a picture field', () => {
  const failure = 'התמונה לא עלתה';
  test.each<[PictureState, string[]]>([
    ['idle', ['  פנים', '  button "תמונה"', '  status']],
    [
      'preparing',
      [
        '  פנים',
        '  picture src=blob:photo.jpg:1',
        `  progressbar "${t('picturePreparing')}" data-state=waiting valuemax=100 valuemin=0`,
        '  button "תמונה" busy disabled',
        `  button "${t('pictureCancel')}"`,
        `  status: ${t('picturePreparing')}`,
      ],
    ],
    [
      'sending',
      [
        '  פנים',
        '  picture src=blob:photo.jpg:1',
        `  progressbar "${t('pictureSending')}" data-state=moving valuemax=100 valuemin=0 valuenow=60`,
        '  button "תמונה" busy disabled',
        `  button "${t('pictureCancel')}"`,
        `  status: ${t('pictureSending')}`,
      ],
    ],
    ['done', ['  פנים', '  button "תמונה"', `  status: ${t('pictureDone')}`]],
    ['failed', ['  פנים', '  button "תמונה"', `  button "${t('pictureRetry')}"`, '  status']],
    ['refused', ['  פנים', '  button "תמונה"', '  status']],
  ])('that is %s shows its state', (state, lines) => {
    const { outline } = renderView(field({ state, picture: photo, progress: 0.6 }));
    expect(outline()).toEqual([`group "תמונה" data-state=${state}`, ...lines]);
  });

  test('shows why it failed', () => {
    const { outline } = renderView(field({ state: 'refused', errorText: failure, showLabel: true }));
    expect(outline()).toEqual([
      'group "תמונה" data-state=refused',
      '  פנים',
      '  button "תמונה"',
      '  status',
      `  alert: ${failure}`,
    ]);
    expect(screen.getByRole('button').textContent).toBe('תמונה');
  });

  test('has no text on its button by default', () => {
    renderView(field({}));
    expect(screen.getByRole('button').textContent).toBe('');
  });

  test('can be cancelled while it is sent, and retried once it failed', () => {
    const calls: string[] = [];
    const on = { onCancel: () => calls.push('cancel'), onRetry: () => calls.push('retry') };
    const { rerender } = renderView(field({ state: 'sending', ...on }));
    fireEvent.click(screen.getByRole('button', { name: t('pictureCancel') }));
    rerender(field({ state: 'failed', ...on }));
    fireEvent.click(screen.getByRole('button', { name: t('pictureRetry') }));
    expect(calls).toEqual(['cancel', 'retry']);
  });

  test('without a picture has the ring alone', () => {
    const { container } = renderView(field({ state: 'preparing' }));
    expect(container.querySelectorAll('img')).toHaveLength(0);
  });
});

describe('a drop or paste on a picture field', () => {
  const over = (types: string[]) => ({ dataTransfer: { types, files: [] as File[] } });
  const drop = (files: File[], types = ['Files']) => ({ dataTransfer: { types, files } });
  const show = () => {
    const onFiles = vi.fn<(files: readonly File[]) => void>();
    const view = renderView(field({ onFiles }));
    const isOver = () => view.outline()[0] === 'group "תמונה" data-over data-state=idle';
    return { ...view, onFiles, isOver, group: screen.getByRole('group') };
  };

  test('is accepted for pictures', () => {
    const { group, onFiles } = show();
    expect(fireEvent.drop(group, drop([letter, photo, drawing]))).toBe(false);
    expect(fireEvent.paste(group, { clipboardData: { files: [photo, letter] } })).toBe(false);
    expect(fireEvent.drop(group, drop([drawing]))).toBe(false);
    expect(onFiles.mock.calls).toEqual([[[photo, drawing]], [[photo]], [[drawing]]]);
  });

  test('is refused for another file, which the browser does not open either', () => {
    const { group, onFiles } = show();
    expect(fireEvent.drop(group, drop([letter]))).toBe(false);
    expect(onFiles.mock.calls).toEqual([]);
  });

  test('is left to the page for text, and a paste without pictures too', () => {
    const { group, onFiles, isOver } = show();
    expect(fireEvent.dragOver(group, over(['text/plain']))).toBe(true);
    expect(isOver()).toBe(false);
    expect(fireEvent.drop(group, drop([photo], ['text/plain']))).toBe(true);
    expect(fireEvent.paste(group, { clipboardData: { files: [] } })).toBe(true);
    expect(fireEvent.paste(group, { clipboardData: { files: [letter] } })).toBe(true);
    expect(onFiles.mock.calls).toEqual([]);
  });

  test('is announced while files are dragged over the field, until they leave or are dropped', () => {
    const { group, isOver, outline } = show();
    expect(isOver()).toBe(false);
    expect(fireEvent.dragOver(group, over(['text/plain', 'Files']))).toBe(false);
    expect(isOver()).toBe(true);
    expect(outline()).toContain(`  ${t('pictureDrop')}`);
    const leave = (to: EventTarget | null) => {
      const event = createEvent.dragLeave(group);
      Object.defineProperty(event, 'relatedTarget', { value: to });
      fireEvent(group, event);
    };
    // Over a part of the field the file is still over the field.
    leave(screen.getByRole('button'));
    expect(isOver()).toBe(true);
    leave(document.body);
    expect(isOver()).toBe(false);
    fireEvent.dragOver(group, over(['Files']));
    leave(null);
    expect(isOver()).toBe(false);
    fireEvent.dragOver(group, over(['Files']));
    fireEvent.drop(group, drop([]));
    expect(isOver()).toBe(false);
    expect(outline()).not.toContain(`  ${t('pictureDrop')}`);
  });
});

describe('a strip of pictures to send', () => {
  type TileProps = Parameters<typeof PictureTile>[0];
  const strip = (props: Partial<TileProps>) => (
    <PictureStrip label="תמונות">
      <PictureTile
        at={2}
        state="idle"
        picture={photo}
        image={null}
        progress={0.6}
        errorText={null}
        onRemove={nothing}
        onRetry={nothing}
        {...props}
      />
    </PictureStrip>
  );
  const number = t('pictureNumber', { at: 2 });
  const local = '      picture src=blob:photo.jpg:1';
  const remove = `      button "${t('pictureRemove', { at: 2 })}"`;

  test.each<[PictureState, string[]]>([
    ['idle', [local, remove]],
    [
      'preparing',
      [
        local,
        `      progressbar "${t('pictureSending')}" data-state=waiting valuemax=100 valuemin=0`,
        remove,
      ],
    ],
    [
      'sending',
      [
        local,
        `      progressbar "${t('pictureSending')}" data-state=moving valuemax=100 valuemin=0 valuenow=60`,
        remove,
      ],
    ],
    ['done', [local, remove]],
    ['failed', [local, `      button "${t('pictureRetry')}: ${number}"`, remove]],
    ['refused', [local, remove]],
  ])('shows the state of a picture that is %s', (state, lines) => {
    const { outline } = renderView(strip({ state }));
    expect(outline()).toEqual([
      'list "תמונות"',
      `  listitem data-state=${state}`,
      `    group "${number}"`,
      ...lines,
    ]);
  });

  test('shows the server’s picture once there is one, and why it failed', () => {
    const { outline } = renderView(strip({ state: 'refused', image: '/1.jpg', errorText: 'גדולה מדי' }));
    expect(outline()).toEqual([
      'list "תמונות"',
      '  listitem data-state=refused',
      `    group "${number}"`,
      '      picture src=/1.jpg',
      remove,
      '    alert: גדולה מדי',
    ]);
  });

  test('shows no picture where there is none', () => {
    const { container } = renderView(strip({ picture: null }));
    expect(container.querySelectorAll('img')).toHaveLength(0);
  });

  test('removes or retries a picture', () => {
    const calls: string[] = [];
    renderView(
      strip({
        state: 'failed',
        onRemove: () => calls.push('remove'),
        onRetry: () => calls.push('retry'),
      }),
    );
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(calls).toEqual(['retry', 'remove']);
  });
});
