import { expect, test } from 'vitest';
import { gameLink, inviteValues, whatsappHref } from '#screens/share.ts';
import { buildAppData, buildAppUser } from '#tests/support/builders.ts';

test('an invitation contains the code in two halves, and the link with the code and the inviting member', () => {
  const { activeParams, ...data } = buildAppData();
  const mine = {
    ...data,
    appuser: buildAppUser(7),
    activeParams: { ...activeParams, inviteUrl: 'https://hevre.example/?joinclan=' },
  };
  expect(inviteValues(mine, { name: 'המשרד', code: '7QK2MX4T9P' })).toEqual({
    name: 'המשרד',
    code: '7QK2M-X4T9P',
    link: 'https://hevre.example/?joinclan=7QK2MX4T9P&by=7',
  });
});

test('a game’s link is to its page, with the code of a private league', () => {
  const { activeParams, ...data } = buildAppData();
  const app = { ...data, activeParams: { ...activeParams, inviteUrl: 'https://hevre.example/?joinclan=' } };
  expect([gameLink(app, 40, '7QK2MX4T9P'), gameLink(app, 40, null)]).toEqual([
    'https://hevre.example/#/post/40?code=7QK2MX4T9P',
    'https://hevre.example/#/post/40',
  ]);
});

test('a WhatsApp link keeps Hebrew, punctuation and links', () => {
  const text = 'בואו & תנחשו: https://hevre.example/?joinclan=7QK2MX4T9P #1';
  const href = new URL(whatsappHref(text));
  expect([href.origin, href.searchParams.get('text'), href.hash]).toEqual(['https://wa.me', text, '']);
});
