import { useNavigate, useSearch } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import { T, useT } from '#i18n/react.tsx';
import type { SnapshotFrom } from 'xstate';
import { welcomeSlides, type welcome, type WelcomeSlide } from '#machines/welcome.ts';
import { useBusy, useDone, usePersistedDraft } from '#screens/actor-hooks.ts';
import { BackLayer, useAfterLayers } from '#screens/back-layer.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { useSheet } from '#screens/search-params.ts';
import { useApp, useAppData, useMachines } from '#screens/app-context.tsx';
import { InviteBar } from '#screens/league/InviteBar.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import * as css from './WelcomeScreen.css.ts';

const NewGroup = lazyComponent(async () => (await import('#screens/groups/NewGroup.tsx')).NewGroup);

const slideOf = (snapshot: SnapshotFrom<typeof welcome>): WelcomeSlide | null =>
  welcomeSlides.find((slide) => snapshot.matches(slide)) ?? null;

/** Slides for a new member: greeting, inviting friends, ready. Each can be skipped. */
export function WelcomeScreen() {
  const t = useT();
  const app = useApp();
  const navigate = useNavigate();
  const { return: place = '/main' } = useSearch({ strict: false });
  const data = useAppData();
  const afterLayers = useAfterLayers();
  const { machine, slide: shown } = use(useMachines().welcome());
  const me = data?.appuser?.id ?? 0;
  const actor = useActorRef(machine, { input: { restored: shown.load(me) } });
  usePersistedDraft(shown, me, actor, slideOf);
  useDone(actor, () => {
    app.send({ type: 'data.refresh' });
    afterLayers(0, () => void navigate({ href: place, replace: true }));
  });
  const slide = useSelector(actor, (snapshot) => slideOf(snapshot) ?? 'allSet');
  const busy = useBusy(actor);
  const mayGoBack = useSelector(actor, (snapshot) => snapshot.can({ type: 'slide.back' }));
  return (
    <section className={css.page} data-state={slide} aria-live="polite">
      {mayGoBack && <BackLayer onBack={() => actor.send({ type: 'slide.back' })} />}
      <ol className={css.steps} aria-hidden="true">
        {welcomeSlides.map((name) => (
          <li key={name} className={css.step} data-current={name === slide || undefined} />
        ))}
      </ol>
      <div className={css.slide} key={slide}>
        {slide === 'greeting' && (
          <Stack gap="x4">
            <span className={css.mark}>
              <Geresh drawn />
            </span>
            <Heading level={1}>
              <T k="welcomeName" name={data?.appuser?.fname ?? ''} />
            </Heading>
            <p className={css.text}>{t('welcomeText')}</p>
          </Stack>
        )}
        {slide === 'friends' && <InviteFriendsSlide />}
        {slide === 'allSet' && (
          <Stack gap="x4">
            <Heading level={1}>{t('allSet')}</Heading>
            <p className={css.text}>{t('allSetText')}</p>
          </Stack>
        )}
      </div>
      <Stack gap="x2">
        <Button full size="large" busy={busy} onClick={() => actor.send({ type: 'slide.next' })}>
          {t(slide === 'allSet' ? 'letsGo' : 'proceed')}
        </Button>
        {mayGoBack && (
          <Button tone="plain" onClick={() => actor.send({ type: 'slide.back' })}>
            {t('back')}
          </Button>
        )}
        {slide !== 'allSet' && (
          <Button tone="plain" onClick={() => actor.send({ type: 'slides.skip' })}>
            {t('skip')}
          </Button>
        )}
      </Stack>
    </section>
  );
}

function InviteFriendsSlide() {
  const t = useT();
  const sheet = useSheet();
  const groups = useAppData()?.clans ?? [];
  return (
    <Stack gap="x4">
      <Heading level={1}>{t('inviteFriends')}</Heading>
      <p className={css.text}>{t('welcomeFriendsText')}</p>
      {groups.map((group) => (
        <Stack key={group.id} gap="x2">
          <Heading level={2} size="lead">
            <bdi>{group.name}</bdi>
          </Heading>
          {group.code && <InviteBar kind="group" name={group.name} code={group.code} />}
        </Stack>
      ))}
      {groups.length === 0 && <EmptyState art="friends" title={t('noGroupsTitle')} />}
      <Button tone="quiet" onClick={() => sheet.open('newGroup')}>
        {t('addNewClan')}
      </Button>
      <RouteButton to="/join" tone="quiet">
        {t('joinAClan')}
      </RouteButton>
      {sheet.name === 'newGroup' && <NewGroup />}
    </Stack>
  );
}
