import { expect, test } from 'vitest';
import { appendShared, joinShared } from '#domain/shared-text.ts';

/** The text of a message that is made of what another app shares. */

const nothing = { title: '', text: '', url: '' };
const url = 'https://news.example/גמר?a=1';

test.each([
  ['each on a line of its own', { title: 'הגמר', text: 'איזה גול', url }, `הגמר\nאיזה גול\n${url}`],
  ['a text alone', { ...nothing, text: ' איזה גול ' }, 'איזה גול'],
  ['an address alone', { ...nothing, url }, url],
  [
    'the address stands in the text, as Android shares it',
    { title: 'הגמר', text: url, url: '' },
    `הגמר\n${url}`,
  ],
  ['the address stands in both', { title: '', text: `לראות: ${url}`, url }, `לראות: ${url}`],
  ['the title stands in the text', { title: 'הגמר', text: 'הגמר מתחיל', url: '' }, 'הגמר מתחיל'],
  ['an address that is the title', { title: url, text: '', url }, url],
  ['lines of a form', { ...nothing, text: 'אחת\r\nשתיים\r\n' }, 'אחת\nשתיים'],
  [
    'characters that no message accepts',
    { ...nothing, text: '\u2068הפועל\u2069 \u202eניצחה\u0000' },
    'הפועל ניצחה',
  ],
  ['space beside characters that no message accepts', { ...nothing, text: '\u2068 הפועל \u2069' }, 'הפועל'],
  ['a flag whose letters are hidden', { ...nothing, text: '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ניצחה' }, '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ניצחה'],
  ['nothing', { title: ' ', text: '\r\n', url: '' }, ''],
])('%s', (_, shared, text) => expect(joinShared(shared)).toBe(text));

test.each([
  ['', 'איזה גול', 'איזה גול'],
  [' \n', 'איזה גול', 'איזה גול'],
  ['תראו', 'איזה גול', 'תראו\nאיזה גול'],
  ['תראו', '', 'תראו'],
  ['', '', ''],
])('appended to the draft %j: %j', (draft, shared, text) => expect(appendShared(draft, shared)).toBe(text));
