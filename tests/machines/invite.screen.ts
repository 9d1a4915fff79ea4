import type { Page } from 'playwright-core';
import { invite } from '#machines/invite.ts';
import { inviteExpectations } from './invite.expectations.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildGroup, buildLeague, buildPage } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

const names: Readonly<Record<number, string>> = { 1: 'הצבא', 2: 'המשרד' };
const groups = Object.entries(names).map(([id, name]) => buildGroup(Number(id), name, { in_section: 1 }));
const nameOf = (clan: number) => `${t('invite')}: ${names[clan]}`;

/** Inviting whole groups to a league, from the list of those that are not invited yet. */
export async function walkInvite(fixture: BrowserFixture): Promise<void> {
  const isList = requestTo('clan/');
  const notInvited = (invited: readonly number[]) =>
    Object.keys(names)
      .map(Number)
      .filter((clan) => !invited.includes(clan));
  const seeInvitable = async (page: Page, { invited }: { invited: readonly number[] }) => {
    await waitUntilEqual(
      () => page.getByRole('button', { name: new RegExp(`^${t('invite')}: `) }).count(),
      notInvited(invited).length,
    );
    const toast = page.getByText(t('groupsInvited', { count: Math.max(1, invited.length) }), { exact: true });
    await waitUntilEqual(() => toast.count(), invited.length > 0 ? 1 : 0);
  };
  await walkScreens(
    fixture,
    invite,
    inviteExpectations,
    {
      openScreen: { league: (page) => fixture.open(page, '/clans-page?section=4') },
      eventActions: { 'group.invite': (page, { group }) => button(page, nameOf(group as number)).click() },
      ports: {
        inviteGroup: {
          isRequest: requestTo('inviteClanToSection/'),
          toWire: (toast: boolean) => ({ res: toast ? 1 : 0 }),
        },
      },
      answerOther: (request, url) => {
        if (requestTo('getAppData/')(request, url))
          return buildAppData({ sections: [buildLeague(4, 'השכונה')], clans: groups });
        if (!isList(request, url)) return undefined;
        return url.searchParams.get('invited') === 'True' ? buildPage() : buildPage(...groups);
      },
      shows: {
        idle: async (page, context) => {
          await seeInvitable(page, context);
          for (const clan of notInvited(context.invited)) await seeReady(page, nameOf(clan));
          await waitUntilEqual(() => page.getByRole('alert').filter({ hasText: /./ }).count(), 0);
        },
        inviting: async (page, { invited, group }) => {
          await seeBusy(page, nameOf(group));
          for (const other of notInvited(invited).filter((invitable) => invitable !== group))
            await waitUntilEqual(() => button(page, nameOf(other)).isDisabled(), true);
        },
        failed: async (page, context) => {
          const kind = context.failure?.kind ?? 'unreadable';
          await seeAlert(page, t(kind === 'forbidden' ? 'inviteRefused' : `failure.${kind}`));
          await seeInvitable(page, context);
          for (const clan of notInvited(context.invited)) await seeReady(page, nameOf(clan));
        },
      },
      unwalked: {},
    },
    true,
  );
}
