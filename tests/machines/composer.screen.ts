import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { composer } from '#machines/composer.ts';
import { composerExpectations } from './composer.expectations.ts';
import { buildComment, buildAppData, buildLeague, buildPage, buildPost } from '#tests/support/builders.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { button, dialog, textbox } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { requestTo, waitUntilEqual, retype, walkScreens } from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

const picture = { id: 3, imagefullurl: '/api/image/x', width: 4, height: 3 };
const sharedInJourney = 'the share target’s journey shares a text and a picture into a chat';
const answeredAtOnce = 'the device loads the draft at once, and refuses nothing';

/** The composer under a game's chat. */
export async function walkComposer(fixture: BrowserFixture): Promise<void> {
  const textField = (page: Page) => textbox(page, t('writeMessage'));
  const storedDraft = (page: Page) => page.evaluate(() => localStorage.getItem('hevre:words:1:7'));
  const sentMessages: {
    readonly description: string;
    readonly images: readonly number[];
    readonly key: string;
  }[] = [];
  await walkScreens(
    fixture,
    composer,
    composerExpectations,
    {
      // The composer is shown once the draft has loaded, so that comes first.
      openScreen: { chat: () => Promise.resolve() },
      moveActions: {
        'draft loads': async (page) => {
          await page.addInitScript(() => localStorage.setItem('hevre:words:1:7', '"לא נשלח"'));
          await fixture.open(page, '/main?sheet=chat&of=7');
        },
        // The composer asks for a share once the draft is loaded.
        'nothing is shared': () => Promise.resolve(),
      },
      eventActions: {
        'text.change': (page, { text }) => retype(page, t('writeMessage'), text as string),
        'message.send': async (page, event) => {
          const text = (await textField(page).inputValue()).trim();
          const images = event.images as readonly (typeof picture)[];
          if (images.length > 0) {
            const buffer = await photo(40, 30);
            const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer };
            await dialog(page, 'הדרבי').locator('input[type=file]').setInputFiles(file);
            await page
              .getByRole('group', { name: t('pictureNumber', { at: 1 }) })
              .locator('img')
              .waitFor();
          }
          const before = sentMessages.length;
          await button(page, t('send')).click();
          await waitUntilEqual(
            () => Promise.resolve(sentMessages.slice(before)),
            [
              {
                comment_post: 7,
                description: text,
                images: images.map(({ id }) => id),
                key: expect.any(String),
              },
            ],
          );
        },
      },
      requiredMoves: ['types text', 'types blanks', 'clears text', 'sends', 'sends a picture'],
      ports: {},
      answerOther: (request, url) => {
        const isRequest = (path: string) => requestTo(path)(request, url);
        if (isRequest('getAppData/')) return buildAppData({ sections: [buildLeague(4, 'השכונה')] }, 1);
        if (isRequest('post/7/')) return buildPost(7, { description: 'הדרבי' });
        if (isRequest('talk/')) return { last: null };
        if (isRequest('postcomment/') || isRequest('post/')) return buildPage();
        if (requestTo('image/', 'POST')(request, url)) return picture;
        if (!requestTo('postcomment/', 'POST')(request, url)) return undefined;
        const body = request.postDataJSON() as (typeof sentMessages)[number];
        sentMessages.push(body);
        return buildComment(100 + sentMessages.length, {
          member: 1,
          description: body.description,
          key: body.key,
        });
      },
      shows: {
        writing: async (page, { text }: ContextFrom<typeof composer>) => {
          await waitUntilEqual(() => textField(page).inputValue(), text);
          await waitUntilEqual(() => storedDraft(page), text === '' ? null : JSON.stringify(text));
          const canSend = text.trim() !== '' && text.trim().length <= 500;
          await waitUntilEqual(() => button(page, t('send')).isEnabled(), canSend);
        },
      },
      unwalked: {
        'loading —text.change→ receiving': answeredAtOnce,
        'loading —xstate.error.actor.loadDraft→ receiving': answeredAtOnce,
        'receiving —text.change→ itself': answeredAtOnce,
        'receiving —xstate.done.actor.takeShared [isShared]→ writing': sharedInJourney,
        'receiving —xstate.error.actor.takeShared→ writing': answeredAtOnce,
        'writing —pictures.settled→ itself': 'sending a picture, and removing one, settle by themselves',
        '(root) —xstate.error.actor.draftStore→ itself': 'the device stores what it can, and refuses nothing',
        '(root) —xstate.error.actor.shareStore→ itself': 'its store only forgets, which does not fail',
      },
    },
    true,
  );
}
