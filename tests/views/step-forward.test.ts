import { expect, test } from 'vitest';
import { isStepForward } from '#app/router.tsx';

type Place = Parameters<typeof isStepForward>[0];
const place = (pathname: string, at: number): Place => ({ pathname, state: { __TSR_index: at } });
const step = (from: string, to: string, by = 1): boolean => isStepForward(place(from, 4), place(to, 4 + by));

test('a step is to another screen inside the frame: to a new entry, or in place of the last; not back', () => {
  expect(step('/main', '/sections')).toBe(true);
  expect(step('/main', '/section/3')).toBe(true);
  expect(step('/profile/7', '/profile/8')).toBe(true);
  expect(step('/join', '/section/3', 0)).toBe(true);
  expect(step('/sections', '/main', -1)).toBe(false);
});

test('what opens over a screen is no step', () => {
  expect(step('/main', '/main')).toBe(false);
  expect(step('/main', '/main', 0)).toBe(false);
});

// The frame would be painted around a screen that has none.
test('neither is a way to a screen without the frame, or from one', () => {
  expect(step('/main', '/login')).toBe(false);
  expect(step('/login', '/main')).toBe(false);
  expect(step('/login', '/main', 0)).toBe(false);
  expect(step('/welcome', '/main')).toBe(false);
  expect(step('/main', '/welcome')).toBe(false);
});
