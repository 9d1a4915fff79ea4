import { describe, expect, test } from 'vitest';
import { isMembersPath } from '#app/members-routes.ts';
import { screenOf, toAddress, toLocation } from '#app/pane-address.ts';

/** The location of a match or game that is opened beside a screen, for the router and in the address bar. */

test.each([
  // beside, address, the router's location
  ['/main', '/item?id=5', '/main?match=5'],
  ['/main', '/item?id=5&sheet=chat&of=2', '/main?match=5&sheet=chat&of=2'],
  ['/section/3?tab=games', '/item?id=5', '/section/3?tab=games&match=5'],
  ['/clans-page?id=4', '/item?id=5&wizard=1', '/clans-page?id=4&match=5&wizard=1'],
  ['/main', '/post/5', '/main?game=5'],
  ['/section/3?tab=games', '/post/5?sheet=created', '/section/3?tab=games&game=5&sheet=created'],
])('beside %s: %s', (beside, address, location) => {
  expect(toLocation(address, beside)).toBe(location);
  expect(toAddress(location)).toBe(address);
  expect(screenOf(location)).toBe(beside);
});

test('a game replaces an open match, and a match an open game', () => {
  expect(toLocation('/post/7', '/main?match=5')).toBe('/main?game=7');
  expect(toLocation('/item?id=7', '/main?game=5&sheet=chat&of=5')).toBe('/main?match=7&sheet=chat&of=5');
});

test('another match replaces the open one; a sheet over that stays unless the new address has its own', () => {
  expect(toLocation('/item?id=7', '/main?match=5')).toBe('/main?match=7');
  expect(toLocation('/item?id=7', '/main?match=5&sheet=chat&of=2')).toBe('/main?match=7&sheet=chat&of=2');
  expect(toLocation('/item?id=7&sheet=date', '/main?match=5&sheet=chat&of=2')).toBe(
    '/main?match=7&sheet=date',
  );
});

describe('any other address is its own location', () => {
  test.each([
    '/main',
    '/section/3?tab=games',
    '/main?sheet=chat&of=2',
    '/clans-page?id=4',
    '/item',
    '/post/gameRules',
    '/post/5?code=A1B2C3D4E5',
  ])('%s', (address) => {
    expect(toLocation(address, '/section/3')).toBe(address);
    expect(toAddress(address)).toBe(address);
  });
});

test.each([
  ['/', true],
  ['/main', true],
  ['/main/', true],
  ['/games', true],
  ['/section', true],
  ['/share', true],
  ['/staff', true],
  ['/profile', true],
  ['/profile/', true],
  ['/profile/5', true],
  ['/profile/5/6', false],
  ['/section/5', false],
  ['/sections', false],
  ['/post/5', false],
  ['/login', false],
])('%s is for members only: %s', (path, isMembers) => expect(isMembersPath(path)).toBe(isMembers));
