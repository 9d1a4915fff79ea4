import { useActorRef, useSelector } from '@xstate/react';
import { use, type ReactNode } from 'react';
import type { Group } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useAppData, useMachines } from '#screens/app-context.tsx';
import { MoreButton } from '#screens/MoreButton.tsx';
import { useList, type List } from '#screens/use-list.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';
import { AddGroupButtons } from './AddGroupButtons.tsx';
import * as css from './GroupsScreen.css.ts';

/**
 * The caller's groups that are not invited to a league yet, each with an Invite button; below them the
 * invited ones, and the ways to another group.
 */
export const InviteGroups = withSuspense(InvitableGroups, <Skeleton shape="row" count={3} />);

function InvitableGroups({ section }: { section: number }) {
  const t = useT();
  const { invite, lists } = useMachines();
  const actor = useActorRef(use(invite()), { input: { league: section } });
  const subject = { kind: 'invitableGroups', league: section } as const;
  const uninvitedGroups = useList(lists.groups, { filters: { section, invited: false }, limit: 50 }, subject);
  const invitedGroups = useList(lists.groups, { filters: { section, invited: true }, limit: 50 }, subject);
  useEmitted(actor, 'group.invited', () => {
    uninvitedGroups.refresh();
    invitedGroups.refresh();
  });
  const invited = useSelector(actor, ({ context }) => context.invited);
  const inviting = useSelector(actor, (it) => (it.hasTag('busy') ? it.context.group : null));
  const failure = useFailure(actor);
  const hasNoGroups = (useAppData()?.clans.length ?? 0) === 0;

  if (hasNoGroups)
    return (
      <EmptyState
        art="friends"
        title={t('noGroupsTitle')}
        text={t('noGroupsText')}
        action={<AddGroupButtons first />}
      />
    );
  // What is below the lists is rendered with them, so that it does not move.
  if (uninvitedGroups.loading || invitedGroups.loading) return <Skeleton shape="row" count={3} />;
  return (
    <Stack gap="x5">
      <Groups
        list={uninvitedGroups}
        title={t('inviteSuggestions')}
        // An invited group is hidden at once, before the list is refetched.
        without={invited}
        empty={<p className={css.done}>{t('allGroupsInvited')}</p>}
        renderAction={({ id, name }) => (
          <Button
            tone="quiet"
            size="small"
            busy={inviting === id}
            disabled={inviting !== null && inviting !== id}
            aria-label={`${t('invite')}: ${name}`}
            onClick={() => actor.send({ type: 'group.invite', group: id })}
          >
            {t('invite')}
          </Button>
        )}
      />
      <p role="status" className={css.count}>
        {invited.length > 0 && t('groupsInvited', { count: invited.length })}
      </p>
      {failure && (
        <p role="alert" className={css.failure}>
          {t(failure.kind === 'forbidden' ? 'inviteRefused' : `failure.${failure.kind}`)}
        </p>
      )}
      <Groups
        list={invitedGroups}
        title={t('invitedGroups')}
        empty={null}
        renderAction={({ users, in_section }) => in_section === users && <Tag>{t('allInSection')}</Tag>}
      />
      <AddGroupButtons first={false} />
    </Stack>
  );
}

type Props = {
  list: List<Group>;
  title: string;
  without?: readonly number[];
  /** Shown instead of the title where there are no rows; null for nothing. */
  empty: ReactNode;
  renderAction: (group: Group) => ReactNode;
};

function Groups({ list, title, without = [], empty, renderAction }: Props) {
  const t = useT();
  const shown = list.rows.filter(({ id }) => !without.includes(id));
  if (list.failure) return <LoadError failure={list.failure} onRetry={list.retry} />;
  if (shown.length === 0 && !list.hasMore) return empty;
  return (
    <Stack gap="x3">
      <Heading level={2} size="lead">
        {title}
      </Heading>
      <ul className={css.list}>
        {shown.map((group) => (
          <Card key={group.id} as="li">
            <div className={css.line}>
              <Crest name={group.name} image={group.image} />
              <span className={css.textColumn}>
                <bdi className={css.name}>{group.name}</bdi>
                <span className={css.count}>
                  {t('inSection', { count: group.in_section ?? 0, of: group.users })}
                </span>
              </span>
              {renderAction(group)}
            </div>
          </Card>
        ))}
      </ul>
      <MoreButton list={list} busy={list.busy} full />
    </Stack>
  );
}
