import { expect, test } from 'vitest';
import { withPicturesAt } from '#contract/pictures.ts';
import { isOlder } from '#contract/version.ts';
import { readAppLink } from '#domain/app-link.ts';

test.each([
  ['https://hevre.example/?joinclan=ABCDE12345&by=7', { kind: 'invitation', code: 'ABCDE12345', by: 7 }],
  ['https://hevre.example/?by=0&joinclan=abc', { kind: 'invitation', code: 'abc', by: null }],
  ['https://hevre.example/?joinclan=abc&by=1', { kind: 'invitation', code: 'abc', by: 1 }],
  ['https://hevre.example/?joinclan=abc&by=1.5', { kind: 'invitation', code: 'abc', by: null }],
  // An address with an invitation and a place leads to the invitation, as on the web.
  ['https://hevre.example/?joinclan=abc#/post/3', { kind: 'invitation', code: 'abc', by: null }],
  [
    `https://hevre.example/?joinclan=${'9'.repeat(40)}`,
    { kind: 'invitation', code: '9'.repeat(30), by: null },
  ],
  ['https://hevre.example/#/post/3?code=ABCDE', { kind: 'place', href: '/post/3?code=ABCDE' }],
  ['https://hevre.example/?joinclan=#/section/2', { kind: 'place', href: '/section/2' }],
  ['https://hevre.example/#//evil.example', null],
  ['https://hevre.example/#post/3', null],
  ['https://hevre.example/', null],
  ['hevre', null],
])('the link %s leads to %j', (address, place) => expect(readAppLink(address)).toEqual(place));

test.each([
  ['3.1.0', '3.1.1', true],
  ['3.9.9', '3.10.0', true],
  ['3.1', '3.1.0', false],
  ['3.1.0', '3.1.0', false],
  ['4.0.0', '3.9.9', false],
  ['3.1.0', '', false],
  ['3.0', '3.1', true],
  ['3.1', '3.0.9', false],
  ['3', '3.0.1', true],
  // A fourth number says nothing.
  ['3.1.0.1', '3.1.0.2', false],
])('%s is older than %s: %s', (one, other, older) => expect(isOlder(one, other)).toBe(older));

test('picture addresses in an answer get the server’s origin, those within a text do not', () => {
  const answer = {
    image: '/api/image/a.webp?size=small',
    images: ['/api/image/b.webp'],
    flag: '/assets/flags/il.svg',
  };
  const text = JSON.stringify({ ...answer, text: 'see /api/image/c.webp' });
  expect(JSON.parse(withPicturesAt('https://hevre.example', text))).toEqual({
    image: 'https://hevre.example/api/image/a.webp?size=small',
    images: ['https://hevre.example/api/image/b.webp'],
    flag: '/assets/flags/il.svg',
    text: 'see /api/image/c.webp',
  });
});
