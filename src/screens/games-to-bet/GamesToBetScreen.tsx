import { useT } from '#i18n/react.tsx';
import { Feed } from '#screens/feed/Feed.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';

/** Open games that need a pick of the caller, by deadline. A game that gets its picks stays until the screen is opened again. */
export function GamesToBetScreen() {
  const t = useT();
  return (
    <Feed
      title={t('gamesToBet')}
      toBet
      empty={
        <EmptyState
          art="league"
          title={t('nothingToBet')}
          text={t('nothingToBetText')}
          action={
            <RouteButton to="/main" tone="quiet">
              {t('tabMain')}
            </RouteButton>
          }
        />
      }
    />
  );
}
