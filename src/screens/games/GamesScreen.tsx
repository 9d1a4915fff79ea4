import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/react.tsx';
import { Feed } from '#screens/feed/Feed.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

/** Only the games that still wait for a pick of mine. */
export function GamesScreen() {
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
            <Link to="/main" className={buttonClass({ tone: 'quiet' })}>
              {t('tabMain')}
            </Link>
          }
        />
      }
    />
  );
}
