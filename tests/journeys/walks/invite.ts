import type { Page } from 'playwright-core';
import { invite } from '#machines/invite.ts';
import { inviteEdges } from '#tests/machines/edges/invite.ts';
import { button } from '#tests/support/play.ts';
import { appDataOf, groupOf, leagueOf, pageOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isBusy, isReady, says, seen, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

const names: Readonly<Record<number, string>> = { 1: 'הצבא', 2: 'המשרד' };
const groups = Object.entries(names).map(([id, name]) => groupOf(Number(id), name, { in_section: 1 }));
const nameOf = (clan: number) => `${t('invite')}: ${names[clan]}`;

/** Whole groups into a league, from the list of those that were not asked yet. */
export async function walkInvite(town: Town): Promise<void> {
  const isList = asks('clan/');
  const waiting = (invited: readonly number[]) =>
    Object.keys(names)
      .map(Number)
      .filter((clan) => !invited.includes(clan));
  const shown = async (page: Page, { invited }: { invited: readonly number[] }) => {
    await seen(
      () => page.getByRole('button', { name: new RegExp(`^${t('invite')}: `) }).count(),
      waiting(invited).length,
    );
    const told = page.getByText(t('groupsInvited', { count: Math.max(1, invited.length) }), { exact: true });
    await seen(() => told.count(), invited.length > 0 ? 1 : 0);
  };
  await walksOn(
    town,
    invite,
    inviteEdges,
    {
      opens: { league: (page) => town.open(page, '/clans-page?section=4') },
      hands: { 'group.invite': (page, { clan }) => button(page, nameOf(clan as number)).click() },
      ports: {
        inviteGroup: { asks: asks('inviteClanToSection/'), wire: (told: boolean) => ({ res: told ? 1 : 0 }) },
      },
      around: (request, url) => {
        if (asks('getAppData/')(request, url))
          return appDataOf({ sections: [leagueOf(4, 'השכונה')], clans: groups });
        if (!isList(request, url)) return undefined;
        return url.searchParams.get('invited') === 'True' ? pageOf() : pageOf(...groups);
      },
      shows: {
        idle: async (page, context) => {
          await shown(page, context);
          for (const clan of waiting(context.invited)) await isReady(page, nameOf(clan));
          await seen(() => page.getByRole('alert').filter({ hasText: /./ }).count(), 0);
        },
        inviting: async (page, { invited, clan }) => {
          await isBusy(page, nameOf(clan as number));
          for (const other of waiting(invited).filter((one) => one !== clan))
            await seen(() => button(page, nameOf(other)).isDisabled(), true);
        },
        failed: async (page, context) => {
          const kind = context.failure?.kind ?? 'unreadable';
          await says(page, t(kind === 'forbidden' ? 'inviteRefused' : `failure.${kind}`));
          await shown(page, context);
          for (const clan of waiting(context.invited)) await isReady(page, nameOf(clan));
        },
      },
      unwalked: {},
    },
    true,
  );
}
