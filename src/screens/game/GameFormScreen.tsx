import { useRouter } from '@tanstack/react-router';
import { fieldsOf } from '#contract/form-fields.ts';
import { PostUpdate } from '#contract/inputs.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSearchParam } from '#screens/search-params.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { LeagueUnavailable } from '#screens/league/LeaguePreview.tsx';
import { SignInFirst } from '#screens/SignInFirst.tsx';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { PageTitle } from '#screens/shell/PageTitle.tsx';
import { useResource } from '#screens/use-resource.ts';
import { useShowSuccess } from '#screens/use-success.ts';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';

/** Route `/post-form?id=`: edits a game's text and deadline, for its league's staff. */
export function GameFormScreen() {
  const me = useMe();
  const id = useSearchParam((search) => search.id);
  if (id === undefined) return <NotFound />;
  return me ? <GameForm key={id} id={id} /> : <SignInFirst whole art="league" />;
}

function GameForm({ id }: { id: number }) {
  const t = useT();
  const router = useRouter();
  const showSuccess = useShowSuccess();
  const { resources, forms } = useMachines();
  const { value: post, notFound, failure, refresh } = useResource(resources.post, { id });
  if (notFound) return <LeagueUnavailable />;
  if (post?.is_staff === false) return <NotFound />;
  if (failure) return <LoadError failure={failure} onRetry={refresh} />;
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
          if (outcome === 'saved') showSuccess();
          router.history.back();
        }}
      />
    </>
  );
}
