import { useActorRef, useSelector } from '@xstate/react';
import { T, useT } from '#i18n/react.tsx';
import { useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useMachines, useServerNow } from '#screens/app-context.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { DateText } from '#ui/primitives/DateText.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { passFocusOn } from '#ui/primitives/pass-focus-on.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { deviceName } from './device-name.ts';
import * as css from './ProfileScreen.css.ts';

/** The caller's signed-in devices; any but this one can be signed out. */
export function Sessions() {
  const t = useT();
  const now = useServerNow(60_000);
  const { resources, command } = useMachines();
  const actor = useActorRef(resources.sessions);
  const revocation = useActorRef(command);
  useEmitted(revocation, 'command.done', () => actor.send({ type: 'resource.refresh' }));
  const answer = useSelector(actor, ({ context }) => context.value);
  const failure = useFailure(actor);
  const revokeFailure = useFailure(revocation);
  const revokedId = useSelector(revocation, (it) =>
    it.hasTag('busy') && it.context.command?.name === 'revokeSession' ? it.context.command.id : null,
  );
  const shownFailure = failure ?? revokeFailure;
  return (
    <Card as="section" labelledBy="sessions">
      <Stack gap="x3">
        <Heading level={2} size="lead" id="sessions">
          {t('sessions')}
        </Heading>
        {!answer && !failure && <Skeleton shape="row" count={2} />}
        <ul ref={passFocusOn}>
          {answer?.results.map((it) => (
            <li key={it.id} className={css.session}>
              <span className={css.textColumn}>
                <bdi>{deviceName(it.device) || t('unknownDevice')}</bdi>
                <span className={css.quiet}>
                  <T k="lastSeen" time={<DateText at={it.last_seen} now={now} />} />
                </span>
              </span>
              {it.current ? (
                <Tag>{t('thisDevice')}</Tag>
              ) : (
                <Button
                  tone="plain"
                  size="small"
                  busy={revokedId === it.id}
                  onClick={() =>
                    revocation.send({ type: 'command.run', command: { name: 'revokeSession', id: it.id } })
                  }
                >
                  {t('signOutDevice')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <FailureText failure={shownFailure} />
      </Stack>
    </Card>
  );
}
