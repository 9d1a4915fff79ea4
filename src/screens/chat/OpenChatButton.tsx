import { MessageCircle } from 'lucide-react';
import type { Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useOpenSheet, useSearchParam } from '#screens/search-params.ts';

type Props = {
  post: Post;
  className: string;
  /** Of its icon, in pixels. */
  size: number;
};

/** Opens the chat of a game, and says how many messages there are. */
export function OpenChatButton({ post: { id, comments }, className, size }: Props) {
  const t = useT();
  const openSheet = useOpenSheet();
  const isOpen = useSearchParam(({ sheet, of }) => sheet === 'chat' && of === id);
  return (
    <button
      type="button"
      className={className}
      aria-label={t('commentsCount', { count: comments })}
      aria-expanded={isOpen}
      onClick={() => openSheet('chat', id)}
    >
      <MessageCircle size={size} />
      {comments > 0 && <span>{comments}</span>}
    </button>
  );
}
