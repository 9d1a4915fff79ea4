import type { Page } from 'playwright-core';
import { activeGroup } from '#machines/active-group.ts';
import { activeGroupExpectations } from './active-group.expectations.ts';
import { buildAppData, buildGroup, buildLeague, buildPage, buildStandings } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { requestTo, waitUntilEqual, walkScreens } from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

const groups = [buildGroup(3, 'הצבא'), buildGroup(4, 'המשרד')];
const nameOf = (group: number | null) => groups.find(({ id }) => id === group)?.name ?? t('wholeLeague');
/** The leader of a group's table; everybody's table has another one. */
const leaderOf = (group: number | null) => `מובילה של ${nameOf(group)}`;

/** Choosing the group whose table a league's page shows. */
export async function walkActiveGroup(fixture: BrowserFixture): Promise<void> {
  const openPage = (page: Page) => fixture.open(page, '/section/9');
  await walkScreens(
    fixture,
    activeGroup,
    activeGroupExpectations,
    {
      // Nothing is shown before the stored choice is loaded: that is the page's first move.
      openScreen: { noa: () => Promise.resolve() },
      moveActions: {
        'office loads': async (page) => {
          await page.addInitScript(() => {
            if (!sessionStorage.getItem('remembered')) localStorage.setItem('hevre:group:7', '4');
            sessionStorage.setItem('remembered', 'yes');
          });
          await openPage(page);
        },
        'nothing is stored': openPage,
      },
      eventActions: {
        'group.choose': (page, { group }) =>
          page
            .getByRole('combobox', { name: t('chooseClan'), exact: true })
            .selectOption({ label: nameOf(group as number | null) }),
      },
      // The chosen group cannot be chosen again.
      offeredWhen: {
        'the army': ({ context }) => context.group !== 3,
        everybody: ({ context }) => context.group !== null,
      },
      requiredMoves: ['the army', 'everybody'],
      ports: {},
      answerOther: (request, url) => {
        const clan = url.searchParams.get('clan');
        if (requestTo('getAppData/')(request, url))
          return buildAppData({ sections: [buildLeague(9, 'השכונה')], clans: groups });
        if (requestTo('section/9/')(request, url)) return buildLeague(9, 'השכונה');
        if (requestTo('standings/')(request, url))
          return buildStandings(leaderOf(clan === null ? null : Number(clan)));
        return requestTo('post/')(request, url) ? buildPage() : undefined;
      },
      shows: {
        idle: async (page, { group }) => {
          const picker = page.getByRole('combobox', { name: t('chooseClan'), exact: true });
          await waitUntilEqual(() => picker.inputValue(), String(group ?? ''));
          await page.getByRole('rowheader', { name: leaderOf(group) }).waitFor();
          await waitUntilEqual(() => page.getByRole('rowheader').count(), 1);
        },
      },
      unwalked: {
        'loading —group.choose→ idle': 'the device loads at once, before a member can choose',
        'loading —xstate.error.actor.loadGroup→ idle': 'what cannot be read is no choice',
        '(root) —xstate.error.actor.groupStore→ itself': 'only a defect breaks the store',
      },
    },
    true,
  );
}
