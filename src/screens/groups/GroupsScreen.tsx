import { useT } from '#i18n/react.tsx';
import { useSearchParam } from '#screens/search-params.ts';
import { useAppData, useMe } from '#screens/app-context.tsx';
import { SignInFirst } from '#screens/SignInFirst.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { GroupCard } from './GroupCard.tsx';
import { GroupPage } from './GroupPage.tsx';
import { InviteScreen } from './InviteScreen.tsx';
import { AddGroupButtons } from './AddGroupButtons.tsx';
import * as css from './GroupsScreen.css.ts';

/** The caller's groups; with `id` one group, with `section` the invitation to a league. */
export function GroupsScreen() {
  const me = useMe();
  const id = useSearchParam((search) => search.id);
  const section = useSearchParam((search) => search.section);
  if (!me) return <SignInFirst whole art="friends" />;
  if (id !== undefined) return <GroupPage key={id} id={id} />;
  if (section !== undefined) return <InviteScreen key={section} section={section} />;
  return <GroupList />;
}

function GroupList() {
  const t = useT();
  const groups = useAppData()?.clans ?? [];
  return (
    <Stack gap="x5">
      <Heading level={1} size="title">
        {t('inviteFriends')}
      </Heading>
      {groups.length === 0 ? (
        <EmptyState
          art="friends"
          title={t('noGroupsTitle')}
          text={t('noGroupsText')}
          action={<AddGroupButtons first />}
        />
      ) : (
        <>
          <ul className={css.list}>
            {groups.map((group) => (
              <GroupCard key={group.id} group={group} />
            ))}
          </ul>
          <AddGroupButtons first={false} />
        </>
      )}
    </Stack>
  );
}
