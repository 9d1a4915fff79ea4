import { expect, test } from 'vitest';
import { languageOf, namedLanguage } from '#server/texts/language.ts';

test.each([
  ['en', 'en'],
  ['EN-us,he;q=0.8', 'en'],
  ['fr, he-IL, en', 'he'],
  ['IW', 'he'],
  ['fr-FR', null],
  ['eng', null],
  ['', null],
  [undefined, null],
])('Accept-Language %s selects %s; a guest gets that, else Hebrew', (header, language) => {
  expect([namedLanguage(header), languageOf(header)]).toEqual([language, language ?? 'he']);
});
