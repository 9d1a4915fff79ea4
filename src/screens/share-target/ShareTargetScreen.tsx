import { useNavigate } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import type { shareTarget } from '#machines/share-target.ts';
import { useBusy, useEmitted } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { TextWithLinks } from '#ui/chat/Message.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { LocalPicture } from '#ui/picture/LocalPicture.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';
import { Chats } from './Chats.tsx';
import * as css from './ShareTargetScreen.css.ts';

type ShareActor = ActorRefFrom<typeof shareTarget>;

const Loading = () => <Skeleton shape="row" count={4} />;

/** Route `/share`: content shared from another app, and the chats it can be sent to. */
export const ShareTargetScreen = withSuspense(LoadedShare, <Loading />);

const refusalTexts = { too_big: 'pictureTooBig', not_a_picture: 'pictureNotOne' } as const;

function LoadedShare() {
  const t = useT();
  const navigate = useNavigate();
  const actor = useActorRef(use(useMachines().shareTarget()));
  const busy = useBusy(actor);
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('shown'));
  const refusal = useSelector(actor, ({ context }) => context.shared?.refusal ?? null);
  // Replaces the entry: after sending, Back does not return here.
  useEmitted(
    actor,
    'chat.chosen',
    ({ post }) =>
      void navigate({
        to: '/post/$id',
        params: { id: String(post) },
        search: { sheet: 'chat', of: post },
        replace: true,
      }),
  );
  useEmitted(actor, 'share.discarded', () => void navigate({ to: '/main', replace: true }));
  if (busy) return <Loading />;
  if (!shown)
    return (
      <EmptyState
        whole
        art="chat"
        title={t('share.empty')}
        text={t(refusal ? refusalTexts[refusal] : 'share.emptyText')}
        action={
          <RouteButton to="/main" tone="quiet">
            {t('tabMain')}
          </RouteButton>
        }
      />
    );
  return (
    <Stack gap="x4">
      <Heading level={1} size="title">
        {t('share.title')}
      </Heading>
      <p className={css.quiet}>{t('share.text')}</p>
      <SharedContent actor={actor} />
      {refusal && (
        <p role="alert" className={css.refusal}>
          {t(refusalTexts[refusal])}
        </p>
      )}
      <Chats onChoose={(post) => actor.send({ type: 'chat.choose', post })} />
      <Button tone="plain" full onClick={() => actor.send({ type: 'share.discard' })}>
        {t('share.discard')}
      </Button>
    </Stack>
  );
}

function SharedContent({ actor }: { actor: ShareActor }) {
  const t = useT();
  const shared = useSelector(actor, ({ context }) => context.shared);
  if (!shared) return null;
  const { text, pictures } = shared;
  return (
    <Card as="section" label={t('share.content')}>
      <Stack gap="x3">
        {pictures.length > 0 && (
          <div className={css.pictures}>
            {pictures.map((picture, at) => (
              <LocalPicture key={at} of={picture} className={css.picture} />
            ))}
          </div>
        )}
        {text !== '' && (
          <p dir="auto" className={css.text}>
            <TextWithLinks text={text} />
          </p>
        )}
        {text.length > limits.chat.message && (
          <p className={css.quiet}>{t('share.long', { most: limits.chat.message })}</p>
        )}
      </Stack>
    </Card>
  );
}
