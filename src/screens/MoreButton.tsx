import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';

type Props = {
  list: { readonly hasMore: boolean; readonly loadMore: () => void };
  busy: boolean;
  size?: 'small';
  full?: boolean;
};

/** Loads a list's next page; nothing where there is none. */
export function MoreButton({ list, busy, ...look }: Props) {
  const t = useT();
  return (
    list.hasMore && (
      <Button tone="quiet" {...look} busy={busy} onClick={list.loadMore}>
        {t('more')}
      </Button>
    )
  );
}
