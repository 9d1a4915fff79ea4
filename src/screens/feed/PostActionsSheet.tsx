import { useSelector } from '@xstate/react';
import { Eye, Goal, Pencil, Pin, PinOff, Trash2, Undo2 } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { isUnsettled } from '#domain/awaiting-result.ts';
import type { Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { postActions } from '#machines/post-actions.ts';
import { BackLayer } from '#screens/back-layer.tsx';
import { useSheet } from '#screens/search-params.ts';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';

/**
 * Actions on a post: staff of its league may view, edit, pin and delete it; others may only close the sheet.
 */
export function PostActionsSheet({ actor, post }: { actor: ActorRefFrom<typeof postActions>; post: Post }) {
  const t = useT();
  const sheet = useSheet();
  const snapshot = useSelector(actor, (it) => it);
  const { failure } = snapshot.context;
  const deleted = snapshot.hasTag('deleted');
  const id = String(post.id);
  return (
    <Sheet
      open
      title={t(deleted ? 'postDeleted' : 'options')}
      onClose={() => actor.send({ type: 'actions.close' })}
    >
      <BackLayer onBack={() => actor.send({ type: 'actions.close' })} />
      <div data-state={deleted ? 'deleted' : 'choosing'}>
        <Stack gap="x2">
          {deleted ? (
            <>
              <p>{t('postDeletedText')}</p>
              <Button
                icon={<Undo2 size={20} />}
                busy={snapshot.matches('restoring')}
                onClick={() => actor.send({ type: 'delete.undo' })}
              >
                {t('undo')}
              </Button>
            </>
          ) : !post.is_staff ? (
            <Button tone="quiet" full onClick={() => actor.send({ type: 'actions.close' })}>
              {t('close')}
            </Button>
          ) : (
            <>
              <RouteButton to="/post/$id" params={{ id }} tone="quiet" full icon={<Eye size={20} />}>
                {t('view')}
              </RouteButton>
              {post.items_data.some(isUnsettled) && (
                <Button
                  tone="quiet"
                  full
                  icon={<Goal size={20} />}
                  onClick={() => {
                    actor.send({ type: 'actions.close' });
                    sheet.open('results', post.id);
                  }}
                >
                  {t('enterResultsOf', { count: post.items_data.filter(isUnsettled).length })}
                </Button>
              )}
              <RouteButton
                to="/post-form"
                search={{ id: post.id }}
                tone="quiet"
                full
                icon={<Pencil size={20} />}
              >
                {t('edit')}
              </RouteButton>
              <Button
                tone="quiet"
                full
                icon={post.pinned ? <PinOff size={20} /> : <Pin size={20} />}
                busy={snapshot.matches('pinning')}
                disabled={snapshot.matches('deleting')}
                onClick={() => actor.send({ type: 'pin.toggle' })}
              >
                {t(post.pinned ? 'unpin' : 'pin')}
              </Button>
              <Button
                tone="danger"
                full
                icon={<Trash2 size={20} />}
                busy={snapshot.matches('deleting')}
                disabled={snapshot.matches('pinning')}
                onClick={() => actor.send({ type: 'post.delete' })}
              >
                {t('delete')}
              </Button>
            </>
          )}
          <FailureText failure={failure} />
        </Stack>
      </div>
    </Sheet>
  );
}
