import { useT } from '#i18n/react.tsx';
import { Feed } from '#screens/feed/Feed.tsx';
import { gameNeedsPickAt } from '#domain/bet/missing-picks.ts';
import { useServerNow } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';

/** Open games that need a pick of the caller, by deadline. A game leaves once it is bet on. */
export function GamesToBetScreen() {
  const t = useT();
  const now = useServerNow(10_000);
  return (
    <Feed
      title={t('gamesToBet')}
      needsPick={(post) => gameNeedsPickAt(post, now)}
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
