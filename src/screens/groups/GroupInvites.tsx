import { useActorRef, useSelector } from '@xstate/react';
import type { Group } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/kit.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Crest } from '#ui/Crest.tsx';
import { Row, Stack } from '#ui/layout.tsx';
import * as css from './GroupsScreen.css.ts';

/** One's groups, each with its invitation to a league. One that was told leaves the list. */
export function GroupInvites({ section, groups }: { section: number; groups: readonly Group[] }) {
  const t = useT();
  const { invite } = useMachines();
  const actor = useActorRef(invite, { input: { section } });
  const invited = useSelector(actor, ({ context }) => context.invited);
  const inviting = useSelector(actor, (it) => (it.hasTag('busy') ? it.context.clan : null));
  const failure = useSelector(actor, ({ context }) => context.failure);
  const waiting = groups.filter((group) => !invited.includes(group.id));
  return (
    <Stack gap="x3">
      <ul className={css.list}>
        {waiting.map((group) => (
          <Card key={group.id} as="li">
            <Row gap="x3">
              <Crest name={group.name} image={group.image} />
              <span className={css.words}>
                <bdi className={css.name}>{group.name}</bdi>
                <span className={css.count}>{t('members', { count: group.users })}</span>
              </span>
              <Button
                tone="quiet"
                size="small"
                busy={inviting === group.id}
                disabled={inviting !== null && inviting !== group.id}
                aria-label={`${t('invite')}: ${group.name}`}
                onClick={() => actor.send({ type: 'group.invite', clan: group.id })}
              >
                {t('invite')}
              </Button>
            </Row>
          </Card>
        ))}
      </ul>
      <p role="status" className={css.count}>
        {invited.length > 0 && t('groupsInvited', { count: invited.length })}
      </p>
      {failure && (
        <p role="alert" className={css.failure}>
          {t(failure.kind === 'forbidden' ? 'inviteRefused' : `failure.${failure.kind}`)}
        </p>
      )}
    </Stack>
  );
}
