import { Goal } from 'lucide-react';
import type { Post } from '#contract/models.ts';
import { isDueAt, isUnsettled } from '#domain/awaiting-result.ts';
import { useT } from '#i18n/react.tsx';
import { useServerNow } from '#screens/app-context.tsx';
import { useOpenSheet } from '#screens/search-params.ts';
import { Button } from '#ui/primitives/Button.tsx';

/** For those who run the league: opens the form of a game's results, on the game's own page also before its matches start. */
export function EnterResultsButton({ post, isWhole }: { post: Post; isWhole: boolean }) {
  const t = useT();
  const openSheet = useOpenSheet();
  const now = useServerNow(10_000);
  const waiting = post.items_data.filter((item) => (isWhole ? isUnsettled(item) : isDueAt(item, now)));
  if (!post.is_staff || waiting.length === 0) return null;
  return (
    <Button full tone="quiet" icon={<Goal size={20} />} onClick={() => openSheet('results', post.id)}>
      {t('enterResultsOf', { count: waiting.length })}
    </Button>
  );
}
