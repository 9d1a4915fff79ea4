import { useActorRef, useSelector } from '@xstate/react';
import type { Member } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData, useMachines } from '#screens/kit.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Heading, Row, Stack } from '#ui/layout.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { LeaguePoints } from './LeaguePoints.tsx';

/** Another member, as friends see them: name, picture, and the points in the leagues we share. */
export function Other({ id }: { id: number }) {
  const t = useT();
  const { resource } = useMachines();
  const actor = useActorRef(resource, { input: { key: 'member', params: { id } } });
  const member = useSelector(actor, ({ context }) => context.value as Member | null);
  const missing = useSelector(actor, (snapshot) => snapshot.matches('missing'));
  const failure = useSelector(actor, (it) => (it.matches('failed') ? it.context.failure : null));
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member);
  if (missing) return <EmptyState whole art="friends" title={t('failure.not_found')} />;
  if (failure) {
    return (
      <ErrorState
        text={t(`failure.${failure.kind}`)}
        onRetry={() => actor.send({ type: 'resource.refresh' })}
      />
    );
  }
  if (!member) return <Skeleton shape="row" count={3} />;
  return (
    <Stack gap="x5">
      <Row gap="x4">
        <Avatar name={member.name} image={member.image} size="large" decorative />
        <Heading level={1} size="title">
          <bdi>{member.name}</bdi>
        </Heading>
      </Row>
      {leagues.map((league) => (
        <LeaguePoints key={league.id} league={league} member={id} />
      ))}
    </Stack>
  );
}
