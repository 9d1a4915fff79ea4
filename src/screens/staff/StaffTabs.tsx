import { useT } from '#i18n/react.tsx';
import { useSearchParam, useSetSearchParams } from '#screens/search-params.ts';
import { useMe } from '#screens/app-context.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Tabs } from '#ui/primitives/Tabs.tsx';
import { GameTypes } from './GameTypes.tsx';
import { OfficialLeagues } from './OfficialLeagues.tsx';
import { PostsForEveryone } from './PostsForEveryone.tsx';
import { StaffMembers } from './StaffMembers.tsx';

/** What staff create and archive; for superusers also the list of staff. */
export function StaffTabs() {
  const t = useT();
  const me = useMe();
  const id = useSearchParam((search) => search.id) ?? 0;
  const requested = useSearchParam((search) => search.tab);
  const setSearch = useSetSearchParams();
  const tabs = [
    { value: 'leagues', label: t('tabSearch'), content: <OfficialLeagues /> },
    { value: 'posts', label: t('postsForEveryone'), content: <PostsForEveryone /> },
    { value: 'types', label: t('gameTypes'), content: <GameTypes key={id} id={id} /> },
    ...(me?.is_superuser ? [{ value: 'staff', label: t('staffMembers'), content: <StaffMembers /> }] : []),
  ];
  const tab = tabs.find(({ value }) => value === requested) ?? tabs[0];
  return (
    <Stack gap="x4">
      <Heading level={1} size="title">
        {t('staffPage')}
      </Heading>
      <Tabs
        label={t('staffPage')}
        value={tab?.value ?? ''}
        onChange={(value) => setSearch({ tab: value, id: undefined })}
        tabs={tabs}
      />
    </Stack>
  );
}
