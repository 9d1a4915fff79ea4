import type { Page, Request } from 'playwright-core';
import type { ContextFrom } from 'xstate';
import type { Post } from '#contract/models.ts';
import { postActions } from '#machines/post-actions.ts';
import { postActionsExpectations } from './post-actions.expectations.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  refreshFeed,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

type Context = ContextFrom<typeof postActions>;
type Change = { readonly pinned?: boolean; readonly active?: boolean };

/** The request that changes the post in this way. */
const requestThatChanges = (matches: (change: Change) => boolean) => ({
  isRequest: (request: Request, url: URL) =>
    requestTo('post/5/', 'PUT')(request, url) && matches(request.postDataJSON() as Change),
});
const pinLabel = ({ post }: Context) => t(post?.pinned ? 'unpin' : 'pin');
const seeDisabled = (page: Page, name: string) => waitUntilEqual(() => button(page, name).isDisabled(), true);
const seeFailure = (page: Page, { failure }: Context) =>
  failure
    ? seeAlert(page, t(`failure.${failure.kind}`))
    : waitUntilEqual(() => page.getByRole('alert').count(), 0);

/** Managers of the league can open, edit, pin and delete; others can only close the sheet. */
const seeActions = async (page: Page, context: Context) => {
  const sheet = dialog(page, t('options'));
  await sheet.locator('[data-state=choosing]').waitFor();
  const labels = async () =>
    (await sheet.getByRole('button').or(sheet.getByRole('link')).allInnerTexts()).filter((it) => it !== '');
  const staff = [t('view'), t('edit'), pinLabel(context), t('delete')];
  await waitUntilEqual(labels, context.post?.is_staff ? staff : [t('close')]);
  await seeFailure(page, context);
  if (!context.post?.is_staff) return;
  await seeReady(page, pinLabel(context));
  await seeReady(page, t('delete'));
};
/** The post is not in the feed, and can be restored. */
const seeDeleted = async (page: Page) => {
  await dialog(page, t('postDeleted')).locator('[data-state=deleted]').waitFor();
  await waitUntilEqual(() => page.locator('article').count(), 0);
};

/** The actions on a post, from its card in the feed. */
export async function walkPostActions(fixture: BrowserFixture): Promise<void> {
  let post: Post | null;
  await walkScreens(
    fixture,
    postActions,
    postActionsExpectations,
    {
      openScreen: {
        fresh: async (page) => {
          post = null;
          await fixture.open(page, '/main');
          await page.locator('section[data-state=loaded]').waitFor();
        },
      },
      eventActions: {
        'actions.open': async (page, event) => {
          post = event.post as Post;
          await refreshFeed(page);
          await button(page, t('options')).click();
        },
        'actions.close': (page) => button(page.getByRole('dialog'), t('close')).first().click(),
        'pin.toggle': (page) =>
          button(page, t('pin'))
            .or(button(page, t('unpin')))
            .click(),
        'post.delete': (page) => button(page, t('delete')).click(),
        'delete.undo': (page) => button(page, t('undo')).click(),
      },
      ports: {
        pin: requestThatChanges(({ pinned }) => pinned !== undefined),
        delete: requestThatChanges(({ active }) => active === false),
        restore: requestThatChanges(({ active }) => active === true),
      },
      answerOther: (request, url) =>
        requestTo('post/')(request, url) ? { results: post ? [post] : [], count: post ? 1 : 0 } : undefined,
      shows: {
        closed: (page) => waitUntilEqual(() => page.getByRole('dialog').count(), 0),
        'choosing.idle': seeActions,
        'choosing.failed': seeActions,
        pinning: async (page, context) => {
          await seeBusy(page, pinLabel(context));
          await seeDisabled(page, t('delete'));
          await seeFailure(page, context);
        },
        deleting: async (page, context) => {
          await seeBusy(page, t('delete'));
          await seeDisabled(page, pinLabel(context));
          await seeFailure(page, context);
        },
        deleted: async (page, context) => {
          await seeDeleted(page);
          await seeReady(page, t('undo'));
          await seeFailure(page, context);
        },
        restoring: async (page, context) => {
          await seeDeleted(page);
          await seeBusy(page, t('undo'));
          await seeFailure(page, context);
        },
      },
      unwalked: {
        'closed —actions.open [isDeleted]→ deleted':
          'a feed has no removed game; its own page has one in feed.test.ts',
      },
    },
    true,
  );
}
