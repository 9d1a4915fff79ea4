import { useRouter } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { fieldsOf } from '#contract/form-fields.ts';
import { PostUpdate } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSearchParams } from '#screens/search-params.ts';
import { useAppChild, useMachines } from '#screens/app-context.tsx';
import { LeagueUnavailable } from '#screens/league/LeaguePreview.tsx';
import { PageTitle } from '#screens/shell/PageTitle.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';

/** Route `/post-form?id=`: edits a game's text and deadline, for its league's staff. */
export function GameFormScreen() {
  const { id } = useSearchParams().search;
  return id === undefined ? <LeagueUnavailable /> : <GameForm key={id} id={id} />;
}

function GameForm({ id }: { id: number }) {
  const t = useT();
  const router = useRouter();
  const toasts = useAppChild('toasts');
  const { resources, forms } = useMachines();
  const actor = useActorRef(resources.post, { input: { id } });
  const post = useSelector(actor, ({ context }) => context.value);
  const missing = useSelector(actor, (snapshot) => snapshot.matches('missing'));
  const failure = useSelector(actor, (it) => (it.matches('failed') ? it.context.failure : null));
  if (missing || post?.is_staff === false) return <LeagueUnavailable />;
  if (failure) {
    return (
      <ErrorState
        text={t(`failure.${failure.kind}`)}
        onRetry={() => actor.send({ type: 'resource.refresh' })}
      />
    );
  }
  if (!post) return <Skeleton shape="card" />;
  // A past deadline is not editable; without a common one each item has its own.
  const names = post.due_date === null ? ['description'] : ['description', 'due_date'];
  return (
    <>
      <PageTitle>{t('editPost')}</PageTitle>
      <FormModal
        machine={forms.post}
        title={t('editPost')}
        id={id}
        fields={fieldsOf(PostUpdate, names)}
        values={{ description: post.description, due_date: post.due_date }}
        onDone={({ outcome }) => {
          if (outcome === 'saved')
            toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'saved' } });
          router.history.back();
        }}
      />
    </>
  );
}
