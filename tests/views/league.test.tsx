import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { League } from '#contract/models.ts';
import { backStack } from '#machines/back-stack.ts';
import { command } from '#machines/command.ts';
import { NoGames } from '#screens/feed/EmptyFeed.tsx';
import { LeagueSettings } from '#screens/league/LeagueSettings.tsx';
import { buildAppData, buildLeague, buildOwnLeague } from '#tests/support/builders.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { t } from '#tests/support/translations.ts';

describe('leaving a league', () => {
  const warningOf = async (league: League) => {
    const task = createActor(command).start();
    task.send({ type: 'command.ask', command: { name: 'leave', target: { section: league.id } } });
    const { unmount } = await renderScreen(
      <LeagueSettings league={league} task={task} onChanged={() => {}} />,
      {
        data: buildAppData({ sections: [league] }),
        machines: { backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }) },
      },
    );
    const dialog = await screen.findByRole('dialog', { name: t('leave') }, { timeout: 10_000 });
    const [text] = [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent);
    unmount();
    return text;
  };

  test('warns that there is no way back without a code', async () => {
    expect(await warningOf(buildLeague(4, 'השכונה'))).toBe(t('leaveText', { name: 'השכונה' }));
  });

  test('does not in an official league, which everyone may enter', async () => {
    const official = buildLeague(4, 'ליגת העל', { custom: false });
    expect(await warningOf(official)).toBe(t('leaveOfficialText', { name: 'ליגת העל' }));
  });
});

describe('a league without games', () => {
  const show = async (leagues: League[]) => {
    const { outline, unmount } = await renderScreen(<NoGames leagues={leagues} />, {
      data: buildAppData({ sections: leagues }),
    });
    const lines = outline();
    unmount();
    return lines;
  };
  const closed = { active: false };

  test('offers its first game to whoever runs it, and an invitation to its members', async () => {
    expect((await show([buildOwnLeague(4, 'השכונה')])).filter((line) => line.startsWith('link'))).toEqual([
      `link "${t('newGame')}" href=/section/4?wizard=1`,
      `link "${t('addTournament')}" href=/section/4?tab=games&sheet=tournament`,
    ]);
    expect((await show([buildLeague(4, 'השכונה')])).filter((line) => line.startsWith('link'))).toEqual([
      `link "${t('inviteFriends')}" href=/clans-page?section=4`,
    ]);
  });

  test('offers neither once it is closed', async () => {
    expect(await show([buildOwnLeague(4, 'השכונה', closed)])).toEqual([t('noGamesYet')]);
    expect(await show([buildLeague(4, 'השכונה', closed)])).toEqual([t('noGamesYet')]);
  });

  test('leads to the one that is open, where others are closed', async () => {
    const links = await show([buildOwnLeague(4, 'השכונה', closed), buildLeague(5, 'המשרד')]);
    expect(links.filter((line) => line.startsWith('link'))).toEqual([
      `link "${t('inviteFriends')}" href=/clans-page?section=5`,
    ]);
  });
});
