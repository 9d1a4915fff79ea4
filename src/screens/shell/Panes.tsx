import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Chat } from '#screens/chat/Chat.tsx';
import { useDigitPad } from '#screens/item-card/DigitPadProvider.tsx';
import { nameRow } from '#screens/item-card/opened-match.ts';
import { ItemPage } from '#screens/item-page/ItemScreen.tsx';
import { useCloseAddressed, useSearchParam, useSheet, type SearchParams } from '#screens/search-params.ts';
import { Standings } from '#screens/standings/Standings.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Pane, PaneTitle } from '#ui/shell/Pane.tsx';
import { useHasAllPanes } from './use-is-desktop.ts';
import { useTableLeague } from './use-table-league.ts';
import * as css from './Panes.css.ts';

const GameScreen = lazyComponent(async () => (await import('#screens/game/GameScreen.tsx')).GameScreen);

/**
 * Panes beside a screen: the league's table, and the match or game and the chat that are open by the address. If there
 * is space for one only, the others stay mounted and hidden.
 */
export function Panes() {
  const hasAll = useHasAllPanes();
  const league = useTableLeague();
  const match = useSearchParam((search) => search.match);
  const game = useSearchParam((search) => search.game);
  const sheet = useSheet();
  const t = useT();
  useReturnToRow();
  const chat = sheet.name === 'chat' ? sheet.of : null;
  const isOpen = match !== undefined || game !== undefined;
  const isCovered = (by: boolean) => !hasAll && by;
  return (
    <>
      {league !== null && (
        <TablePane key={league.id} league={league} hidden={isCovered(isOpen || chat !== null)} />
      )}
      {match !== undefined && (
        <OpenedPane key={`match ${match}`} label={t('matchPane')} hidden={isCovered(chat !== null)}>
          <ItemPage id={match} />
        </OpenedPane>
      )}
      {match === undefined && game !== undefined && (
        <OpenedPane key={`game ${game}`} label={t('gamePane')} hidden={isCovered(chat !== null)}>
          <GameScreen id={game} />
        </OpenedPane>
      )}
      {(hasAll || league === null) && !isOpen && chat === null && (
        <div className={css.nothing}>
          <EmptyState art="chat" title={t('nothingOpen')} text={t('nothingOpenText')} />
        </div>
      )}
      {chat !== null && <Chat key={`chat ${chat}`} post={chat} asAside onClose={sheet.close} />}
    </>
  );
}

/** Makes the closing scoreboard turn into the match's row, if that is visible. */
function becomeRow(item: number): boolean {
  const row = document.querySelector<HTMLElement>(`main [data-item="${item}"] [data-match-row]`);
  const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
  return row !== null && bottom > 0 && top < window.innerHeight && nameRow(row);
}

/** Turns a scoreboard that is closed beside the same screen into its row. */
function useReturnToRow() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
        const { match }: SearchParams = fromLocation?.search ?? {};
        const to: SearchParams = toLocation.search;
        const closes = match !== undefined && !pathChanged && to.match === undefined;
        if (closes && becomeRow(match)) router.shouldViewTransition = true;
      }),
    [router],
  );
}

type OpenedPaneProps = { label: string; hidden: boolean; children: ReactNode };

/** A match or a game. */
function OpenedPane({ label, hidden, children }: OpenedPaneProps) {
  const close = useCloseAddressed('match');
  const { actor: pad } = useDigitPad();
  return (
    <Pane
      label={label}
      title={<PaneTitle>{label}</PaneTitle>}
      hidden={hidden}
      onClose={() => {
        // The pad's layer has an entry above the pane's: it is closed first.
        pad.send({ type: 'cell.leave' });
        close({ match: undefined, game: undefined });
      }}
    >
      {children}
    </Pane>
  );
}

/** A league's table. */
function TablePane({ league, hidden }: { league: League; hidden: boolean }) {
  const t = useT();
  const { id, name, image, users } = league;
  const isLeaguePage = useLocation({ select: ({ pathname }) => pathname === `/section/${id}` });
  return (
    <Pane
      label={t('standings')}
      hidden={hidden}
      title={
        <PaneTitle>
          <Link to="/section/$id" params={{ id: String(id) }} className={css.league}>
            <Crest name={name} image={image} size="small" />
            <bdi>{name}</bdi>
          </Link>
        </PaneTitle>
      }
    >
      {/* The league page uses `points` for its own table. */}
      <Standings section={id} size={users} pointsSheet={isLeaguePage ? 'points' : 'leaguePoints'} />
    </Pane>
  );
}
