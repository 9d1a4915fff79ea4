import { Link } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import type { Group } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import { useAddress, useEmitted, useSheet } from '#screens/hooks.ts';
import { useApp, useAppData, useMachines, useMe } from '#screens/kit.tsx';
import { ConfirmErrand } from '#screens/league/ConfirmErrand.tsx';
import { InviteBar } from '#screens/league/InviteBar.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Crest } from '#ui/Crest.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Heading, Row, Stack } from '#ui/layout.tsx';
import { GroupInvites } from './GroupInvites.tsx';
import * as css from './GroupsScreen.css.ts';

/** Groups of friends; with a league, inviting to it: by WhatsApp, or a whole group at once. */
export function GroupsScreen() {
  const t = useT();
  const me = useMe();
  const sheet = useSheet();
  const data = useAppData();
  const { section } = useAddress().search;
  const league = data?.sections.find((it) => it.id === section) ?? null;
  const groups = data?.clans ?? [];
  if (!me) {
    return (
      <EmptyState
        whole
        art="friends"
        title={t('signInFirst')}
        action={
          <Link to="/login" search={{ return: '/clans-page' }} className={buttonClass()}>
            {t('signIn')}
          </Link>
        }
      />
    );
  }
  return (
    <Stack gap="x5">
      <Heading level={1} size="title">
        {league ? (
          <>
            {t('inviteTo')} <bdi>{league.name}</bdi>
          </>
        ) : (
          t('inviteFriends')
        )}
      </Heading>
      {league?.code && <InviteBar kind="league" name={league.name} code={league.code} />}
      {league && <GroupInvites section={league.id} groups={groups} />}
      {!league && (
        <>
          {groups.length === 0 && (
            <EmptyState art="friends" title={t('noGroupsTitle')} text={t('noGroupsText')} />
          )}
          <ul className={css.list}>
            {groups.map((group) => (
              <GroupCard key={group.id} group={group} />
            ))}
          </ul>
        </>
      )}
      <Row gap="x2" wrap>
        <Button
          tone={groups.length === 0 ? 'main' : 'quiet'}
          size="small"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => sheet.open('newGroup')}
        >
          {t('addNewClan')}
        </Button>
        <Link to="/join" className={buttonClass({ tone: 'quiet', size: 'small' })}>
          {t('joinAClan')}
        </Link>
      </Row>
    </Stack>
  );
}

function GroupCard({ group }: { group: Group }) {
  const t = useT();
  const app = useApp();
  const { errand } = useMachines();
  const actor = useActorRef(errand);
  useEmitted(actor, 'errand.done', () => app.send({ type: 'data.refresh' }));
  const name = useSelector(actor, ({ context }) => context.errand?.name);
  const at = { clan: group.id };
  const asked = name === 'renewCode' ? 'renewCode' : 'leaveGroup';
  return (
    <Card as="li">
      <Stack gap="x3">
        <Row gap="x3">
          <Crest name={group.name} image={group.image} />
          <span className={css.words}>
            <bdi className={css.name}>{group.name}</bdi>
            <span className={css.count}>{t('members', { count: group.users })}</span>
          </span>
        </Row>
        {group.code && <InviteBar kind="group" name={group.name} code={group.code} />}
        <Row gap="x2" wrap>
          {group.is_staff && (
            <Button
              tone="plain"
              size="small"
              onClick={() => actor.send({ type: 'errand.ask', errand: { name: 'renewCode', at } })}
            >
              {t('renewCode')}
            </Button>
          )}
          <Button
            tone="plain"
            size="small"
            onClick={() => actor.send({ type: 'errand.ask', errand: { name: 'leave', at } })}
          >
            {t('leaveGroup')}
          </Button>
        </Row>
        <ConfirmErrand
          actor={actor}
          title={t(asked)}
          text={<T k={`${asked}Text`} name={group.name} />}
          action={t(asked)}
        />
      </Stack>
    </Card>
  );
}
