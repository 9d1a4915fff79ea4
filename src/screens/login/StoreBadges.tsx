import { useT } from '#i18n/react.tsx';
import { useAppDataAfterHydration } from '#screens/app-context.tsx';
import { LinkButton } from '#ui/primitives/Button.tsx';
import { Row } from '#ui/primitives/Stack.tsx';

const stores = [
  ['google', 'googlePlay'],
  ['apple', 'appStore'],
] as const;

/** Links to the app stores; none for a store without the app. */
export function StoreBadges() {
  const t = useT();
  const links = useAppDataAfterHydration()?.activeParams.storeLinks;
  const there = stores.filter(([store]) => links?.[store]);
  if (there.length === 0) return null;
  return (
    <Row gap="x2" wrap>
      {there.map(([store, name]) => (
        <LinkButton
          key={store}
          tone="quiet"
          size="small"
          href={links?.[store] ?? ''}
          target="_blank"
          rel="noreferrer"
        >
          {t(name)}
        </LinkButton>
      ))}
    </Row>
  );
}
