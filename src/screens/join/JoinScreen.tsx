import { Link, useNavigate } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { T, useT } from '#i18n/react.tsx';
import type { JoinTarget, join } from '#machines/join.ts';
import { useDone } from '#screens/actor-hooks.ts';
import { useSearchParams } from '#screens/search-params.ts';
import { useApp, useAppData, useAppChild, useMachines, useMe } from '#screens/app-context.tsx';
import { Button, buttonClass } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import * as css from './JoinScreen.css.ts';

/** Joins by a code, from a link or typed: a preview first, then a tap. */
export function JoinScreen() {
  const t = useT();
  const me = useMe();
  const app = useApp();
  const kept = useSelector(app, ({ context }) => context.inviteCode);
  const { code, section } = useSearchParams().search;
  const given = code ?? kept;
  return (
    <div className={css.page}>
      <Heading level={1} size="title">
        {t('joinAClan')}
      </Heading>
      {me ? (
        <JoinFlow key={`${given} ${section}`} code={given} section={section ?? null} />
      ) : (
        <SignInFirst code={given} />
      )}
    </div>
  );
}

/** The code is kept during sign-in. */
function SignInFirst({ code }: { code: string | null }) {
  const t = useT();
  const app = useApp();
  const keep = () => {
    if (code) app.send({ type: 'invitation.received', code });
  };
  return (
    <Card>
      <Stack gap="x4">
        <p>{t('joinSignIn')}</p>
        <Link to="/login" search={{ return: '/join' }} onClick={keep} className={buttonClass({ full: true })}>
          {t('signIn')}
        </Link>
      </Stack>
    </Card>
  );
}

function JoinFlow({ code, section }: { code: string | null; section: number | null }) {
  const t = useT();
  const app = useApp();
  const toasts = useAppChild('toasts');
  const navigate = useNavigate();
  const { join: machine } = useMachines();
  const actor = useActorRef(machine, { input: { code, league: section } });
  const data = useAppData();
  const goIn = ({ kind, id }: JoinTarget) => {
    const gone = navigate(
      kind === 'section'
        ? { to: '/section/$id', params: { id: String(id) }, replace: true }
        : { to: '/clans-page', search: { id }, replace: true },
    );
    // Navigates first: a new member is welcomed from there.
    void gone.then(() => app.send({ type: 'invitation.resolved' }));
  };
  useDone(actor, (found) => {
    app.send({ type: 'data.refresh' });
    const values = { name: found.name };
    toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'joined', values } });
    goIn(found);
  });
  const found = useSelector(actor, (it) => (it.hasTag('previewed') ? it.context.target : null));
  const previewing = useSelector(actor, (snapshot) => snapshot.matches('previewing'));
  const joining = useSelector(actor, (snapshot) => snapshot.matches('joining'));
  const failure = useSelector(actor, (it) => (it.hasTag('failed') ? it.context.failure : null));
  if (found) {
    const inside =
      found.kind === 'section'
        ? data?.sections.some(({ id, is_member }) => id === found.id && is_member)
        : data?.clans.some(({ id }) => id === found.id);
    const ask = found.kind === 'section' ? 'joinLeagueAsk' : 'joinGroupAsk';
    return (
      <Card as="section">
        <Stack gap="x4">
          <Row gap="x3">
            <Crest name={found.name} image={found.image} size="large" />
            <div className={css.words}>
              <Heading level={2}>
                <bdi>{found.name}</bdi>
              </Heading>
              <p className={css.quiet}>{t('members', { count: found.size })}</p>
            </div>
          </Row>
          <p>
            <T k={inside ? 'joinedAlready' : ask} name={found.name} />
          </p>
          <Button
            full
            size="large"
            busy={joining}
            onClick={() => (inside ? goIn(found) : actor.send({ type: 'join.confirm' }))}
          >
            {t(inside ? 'goIn' : 'joinConfirm')}
          </Button>
          {failure && (
            <p role="alert" className={css.failure}>
              {t(`failure.${failure.kind}`)}
            </p>
          )}
          <Button
            tone="plain"
            disabled={joining}
            onClick={() => {
              const gone = navigate({ to: '/main', replace: true });
              void gone.then(() => app.send({ type: 'invitation.resolved' }));
            }}
          >
            {t('notNow')}
          </Button>
        </Stack>
      </Card>
    );
  }
  if (previewing) return <Spinner label={t('loading')} />;
  return <CodeForm actor={actor} />;
}

function CodeForm({ actor }: { actor: ActorRefFrom<typeof join> }) {
  const t = useT();
  const typed = useSelector(actor, ({ context }) => context.code);
  const unknown = useSelector(actor, (snapshot) => snapshot.matches('unknownCode'));
  const failure = useSelector(actor, (it) => (it.matches('previewFailed') ? it.context.failure : null));
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          actor.send(failure ? { type: 'join.retry' } : { type: 'code.submit' });
        }}
      >
        <Stack gap="x4">
          <TextField
            label={t('joinCode')}
            name="code"
            dir="ltr"
            autoComplete="off"
            placeholder={t('joinCodePlaceholder')}
            value={typed}
            error={unknown ? t('joinCodeUnknown') : failure ? t(`failure.${failure.kind}`) : null}
            onChange={(code) => actor.send({ type: 'code.change', code })}
          />
          <Button type="submit" full disabled={typed.trim() === '' || unknown}>
            {t(failure ? 'retry' : 'proceed')}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
