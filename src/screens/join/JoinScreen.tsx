import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { use, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { T, useT } from '#i18n/react.tsx';
import type { Invitation, JoinTarget, join } from '#machines/join.ts';
import { useBusy, useDone, useFailure } from '#screens/actor-hooks.ts';
import { useSearchParam } from '#screens/search-params.ts';
import { useApp, useAppData, useAppChild, useMachines, useMe } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';
import * as css from './JoinScreen.css.ts';
import { JoinTargetHeader } from './JoinTargetHeader.tsx';

/** Joins by a code, from a link or typed: a preview first, then a tap. A guest signs in before the tap. */
export function JoinScreen() {
  const t = useT();
  const kept = useSelector(useApp(), ({ context }) => context.invitation);
  const code = useSearchParam((search) => search.code);
  const section = useSearchParam((search) => search.section);
  const game = useSearchParam(({ post }) => post);
  const given = code === undefined ? kept : { code, by: null };
  return (
    <div className={css.page}>
      <Heading level={1} size="title">
        {t('joinAClan')}
      </Heading>
      <JoinFlow
        key={`${given?.code} ${section}`}
        invitation={given}
        section={section ?? null}
        game={game ?? null}
        dismissible={kept !== null}
      />
    </div>
  );
}

type Props = {
  invitation: Invitation | null;
  section: number | null;
  /** The game whose link led here. */
  game: number | null;
  /** The app opens this screen at every start until the invitation is used or dismissed. */
  dismissible: boolean;
};

const JoinFlow = withSuspense(Joining, <Skeleton shape="card" />);

function Joining({ invitation, section, game, dismissible }: Props) {
  const t = useT();
  const me = useMe();
  const app = useApp();
  const toasts = useAppChild('toasts');
  const navigate = useNavigate();
  const machine = use(useMachines().join());
  const actor = useActorRef(machine, { input: { ...(invitation ?? { code: null }), league: section } });
  const data = useAppData();
  const leaveFor = (to: NavigateOptions) =>
    // Navigates first: the welcome of a new member returns there.
    void navigate({ ...to, replace: true }).then(() => app.send({ type: 'invitation.resolved' }));
  const goIn = ({ kind, id }: JoinTarget) =>
    leaveFor(
      kind === 'section'
        ? game === null
          ? { to: '/section/$id', params: { id: String(id) } }
          : { to: '/post/$id', params: { id: String(game) } }
        : { to: '/clans-page', search: { id } },
    );
  const dismiss = () => leaveFor({ to: '/main' });
  useDone(actor, (found) => {
    app.send({ type: 'data.refresh' });
    const values = { name: found.name };
    toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'joined', values } });
    goIn(found);
  });
  const found = useSelector(actor, (it) => (it.hasTag('previewed') ? it.context.target : null));
  const busy = useBusy(actor);
  const failure = useFailure(actor);
  if (found) {
    const inside =
      found.kind === 'section'
        ? data?.sections.some(({ id, is_member }) => id === found.id && is_member)
        : data?.clans.some(({ id }) => id === found.id);
    const ask = found.kind === 'section' ? 'joinLeagueAsk' : 'joinGroupAsk';
    return (
      <Card as="section">
        <Stack gap="x4">
          <JoinTargetHeader target={found} />
          {me ? (
            <>
              <p>
                <T k={inside ? 'joinedAlready' : ask} name={found.name} />
              </p>
              <Button
                full
                size="large"
                busy={busy}
                onClick={() => (inside ? goIn(found) : actor.send({ type: 'join.confirm' }))}
              >
                {t(inside ? 'goIn' : 'joinConfirm')}
              </Button>
            </>
          ) : (
            <SignInToJoin actor={actor} />
          )}
          {failure && (
            <p role="alert" className={css.failure}>
              {t(`failure.${failure.kind}`)}
            </p>
          )}
          <Button tone="plain" disabled={busy} onClick={dismiss}>
            {t('notNow')}
          </Button>
        </Stack>
      </Card>
    );
  }
  return <CodeForm actor={actor} onDismiss={dismissible ? dismiss : null} />;
}

/** The code is kept during sign-in. */
function SignInToJoin({ actor }: { actor: ActorRefFrom<typeof join> }) {
  const t = useT();
  const app = useApp();
  const keep = () => {
    const { code, by } = actor.getSnapshot().context;
    app.send({ type: 'invitation.received', code, by });
  };
  return (
    <>
      <p>{t('joinSignIn')}</p>
      <RouteButton to="/login" search={{ return: '/join' }} onClick={keep} full>
        {t('signIn')}
      </RouteButton>
    </>
  );
}

type CodeFormProps = { actor: ActorRefFrom<typeof join>; onDismiss: (() => void) | null };

/** Stays while its code is looked up: a code that opens nothing is corrected in its field, which has the focus. */
function CodeForm({ actor, onDismiss }: CodeFormProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const busy = useBusy(actor);
  const typed = useSelector(actor, ({ context }) => context.code);
  const unknown = useSelector(actor, (snapshot) => snapshot.matches('unknownCode'));
  const failure = useSelector(actor, (it) => (it.matches('previewFailed') ? it.context.failure : null));
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          field.current?.focus();
          actor.send(failure ? { type: 'join.retry' } : { type: 'code.submit' });
        }}
      >
        <Stack gap="x4">
          <TextField
            ref={field}
            label={t('joinCode')}
            name="code"
            dir="ltr"
            autoComplete="off"
            placeholder={t('joinCodePlaceholder')}
            value={typed}
            error={unknown ? t('joinCodeUnknown') : failure ? t(`failure.${failure.kind}`) : null}
            onChange={(code) => actor.send({ type: 'code.change', code })}
          />
          <Button type="submit" full busy={busy} disabled={typed.trim() === '' || unknown}>
            {t(failure ? 'retry' : 'proceed')}
          </Button>
          {onDismiss && (
            <Button tone="plain" onClick={onDismiss}>
              {t('notNow')}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  );
}
