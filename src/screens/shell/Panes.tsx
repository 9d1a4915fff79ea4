import { Link, useLocation } from '@tanstack/react-router';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Chat } from '#screens/chat/Chat.tsx';
import { useDigitPad } from '#screens/item-card/DigitPadProvider.tsx';
import { ItemPage } from '#screens/item-page/ItemScreen.tsx';
import { useCloseAddressed, useSearchParams, useSheet } from '#screens/search-params.ts';
import { Standings } from '#screens/standings/Standings.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Pane, PaneTitle } from '#ui/shell/Pane.tsx';
import { useHasAllPanes } from './use-is-desktop.ts';
import { useTableLeague } from './use-table-league.ts';
import * as css from './Panes.css.ts';

/**
 * Beside a screen: the league's table, and the match and the chat that are open by the address. Where there is room for
 * one only, the others wait under it as they are.
 */
export function Panes() {
  const hasAll = useHasAllPanes();
  const league = useTableLeague();
  const { match } = useSearchParams().search;
  const sheet = useSheet();
  const closeMatch = useCloseAddressed('match');
  const { actor: pad } = useDigitPad();
  const t = useT();
  const chat = sheet.name === 'chat' ? sheet.of : null;
  const isCovered = (by: boolean) => !hasAll && by;
  return (
    <>
      {league !== null && (
        <TablePane key={league.id} league={league} hidden={isCovered(match !== undefined || chat !== null)} />
      )}
      {match !== undefined && (
        <Pane
          key={match}
          label={t('matchPane')}
          title={<PaneTitle>{t('matchPane')}</PaneTitle>}
          hidden={isCovered(chat !== null)}
          onClose={() => {
            // Its own entry lies over the match's.
            pad.send({ type: 'cell.leave' });
            closeMatch({ match: undefined });
          }}
        >
          <ItemPage id={match} />
        </Pane>
      )}
      {(hasAll || league === null) && match === undefined && chat === null && (
        <div className={css.nothing}>
          <EmptyState art="chat" title={t('nothingOpen')} text={t('nothingOpenText')} />
        </div>
      )}
      {chat !== null && <Chat key={`chat ${chat}`} post={chat} asAside onClose={sheet.close} />}
    </>
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
      {/* Another table on the screen opens its own members' points. */}
      <Standings section={id} size={users} pointsSheet={isLeaguePage ? 'points' : 'leaguePoints'} />
    </Pane>
  );
}
