import type { Page, Route } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { upload, type PictureRefusal } from '#machines/upload.ts';
import { uploadExpectations } from './upload.expectations.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import { buildAppData } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { failRequest } from '#tests/support/statecharts/screen-walks.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** The decodings that the device has not answered yet, and the upload in flight. */
type Device = {
  opening: ((how: 'opened' | 'cannot' | 'breaks') => void)[];
  sending: XMLHttpRequest | null;
};

/** Holds the device's work on a picture until the walk answers it. */
function holdDevice(): void {
  const device: Device = { opening: [], sending: null };
  Object.assign(window, { device });
  const open = window.createImageBitmap.bind(window);
  const holdDecoding = (file: File) =>
    new Promise((resolve, reject) => {
      device.opening.push((outcome) => {
        if (outcome === 'opened') return void open(file).then(resolve, reject);
        // A canvas that cannot be drawn.
        if (outcome === 'breaks') return resolve({ width: 9000, height: 9000, close() {} });
        Object.defineProperty(file, 'size', { value: 9 * 1024 * 1024 });
        return reject(new Error('unknown'));
      });
    });
  Object.assign(window, { createImageBitmap: holdDecoding });
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    device.sending = this;
    send.call(this, body);
  };
}

/** Answers the oldest pending decoding. */
async function answerDevice(page: Page, outcome: 'opened' | 'cannot' | 'breaks'): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { device: Device }).device.opening.length > 0);
  await page.evaluate(
    (it) => (window as unknown as { device: Device }).device.opening.shift()?.(it),
    outcome,
  );
}
const answerCancelled = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { device: Device }).device.opening.splice(0).forEach((it) => it('cannot')),
  );

const refusalTexts: Record<PictureRefusal, 'pictureTooBig' | 'pictureNotOne'> = {
  too_big: 'pictureTooBig',
  not_a_picture: 'pictureNotOne',
};

/** The member's own picture: chosen, compressed and sent, in the sheet of their name. */
export async function walkUpload(fixture: BrowserFixture): Promise<void> {
  let heldUpload: Route | null = null;
  const pictureGroup = (page: Page) =>
    page.getByRole('group', { name: new RegExp(`^(${t('pictureAdd')}|${t('pictureChange')})$`) });
  const seeState = (page: Page, state: string) =>
    waitUntilEqual(() => pictureGroup(page).getAttribute('data-state'), state);
  const cameraLabel = (image: unknown) => t(image ? 'pictureChange' : 'pictureAdd');
  const seeButtons = async (page: Page, ...names: readonly ('pictureCancel' | 'pictureRetry')[]) => {
    for (const name of ['pictureCancel', 'pictureRetry'] as const)
      await waitUntilEqual(() => button(pictureGroup(page), t(name)).count(), names.includes(name) ? 1 : 0);
  };
  const isQueued = (snapshot: AnyMachineSnapshot) => snapshot.matches({ sending: 'queued' });
  const isTransferring = (snapshot: AnyMachineSnapshot) => !isQueued(snapshot);
  const buffer = await photo(40, 30);
  await walkScreens(
    fixture,
    upload,
    uploadExpectations,
    {
      openScreen: {
        alone: async (page) => {
          heldUpload = null;
          await page.addInitScript(holdDevice);
          await page.route(
            (url) => url.pathname === '/api/image/',
            (route) => void (heldUpload = route),
          );
          await page.route(
            (url) => url.pathname === '/api/image/abc',
            (route) => route.fulfill({ contentType: 'image/jpeg', body: buffer }),
          );
          await fixture.open(page, '/profile?sheet=name');
        },
      },
      moveActions: {
        prepared: (page) => {
          heldUpload = null;
          return answerDevice(page, 'opened');
        },
        'too big to prepare': (page) => answerDevice(page, 'cannot'),
        'preparing failed': (page) => answerDevice(page, 'breaks'),
      },
      eventActions: {
        'picture.choose': async (page, event) => {
          await answerCancelled(page);
          const { name, type } = event.file as File;
          const input = dialog(page, t('name')).locator('input[type=file]');
          await input.setInputFiles({ name, mimeType: type, buffer });
        },
        'picture.cancel': (page) => button(pictureGroup(page), t('pictureCancel')).click(),
        'picture.retry': async (page) => {
          await answerCancelled(page);
          heldUpload = null;
          await button(pictureGroup(page), t('pictureRetry')).click();
        },
        'upload.progress': async (page, { progress }) => {
          await waitUntilEqual(() => Promise.resolve(heldUpload !== null), true);
          if (progress === 0) return;
          await page.evaluate((loaded) => {
            const { sending } = (window as unknown as { device: Device }).device;
            sending?.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 1 }));
          }, progress as number);
        },
        'upload.done': (_, { image }) => {
          const route = heldUpload;
          heldUpload = null;
          return route?.fulfill({ json: image }) ?? Promise.reject(new Error('nothing was sent'));
        },
        'upload.failed': (_, { failure }) => {
          const route = heldUpload;
          heldUpload = null;
          return route
            ? failRequest(route, failure as Failure)
            : Promise.reject(new Error('nothing was sent'));
        },
      },
      offeredWhen: {
        // The upload begins at once, since it is the only one.
        cancel: (snapshot) => snapshot.hasTag('busy') && isTransferring(snapshot),
        'upload half done': isTransferring,
        uploaded: isTransferring,
        'upload failed': isTransferring,
        'refused as too large': isTransferring,
        'refused as no picture': isTransferring,
      },
      requiredMoves: ['upload half done', 'a drawing', 'refused as no picture', 'refused as too large'],
      ports: {},
      answerOther: (request, url) =>
        requestTo('getAppData/')(request, url) ? buildAppData({}, 4) : undefined,
      shows: {
        idle: async (page, { image }) => {
          await seeState(page, 'idle');
          await seeReady(page, cameraLabel(image));
          await seeButtons(page);
        },
        preparing: async (page, { image }) => {
          await seeState(page, 'preparing');
          await seeBusy(page, cameraLabel(image));
          await pictureGroup(page).getByRole('status').getByText(t('picturePreparing')).waitFor();
          await waitUntilEqual(
            () => pictureGroup(page).getByRole('progressbar').getAttribute('aria-valuenow'),
            null,
          );
          await seeButtons(page, 'pictureCancel');
        },
        'sending.transferring': async (page, { image, progress }) => {
          await seeState(page, 'sending');
          await seeBusy(page, cameraLabel(image));
          await pictureGroup(page).getByRole('status').getByText(t('pictureSending')).waitFor();
          const progressBar = pictureGroup(page).getByRole('progressbar');
          await waitUntilEqual(() => progressBar.getAttribute('aria-valuenow'), String(progress * 100));
          await seeButtons(page, 'pictureCancel');
        },
        done: async (page, { image }) => {
          await seeState(page, 'done');
          await pictureGroup(page).getByRole('status').getByText(t('pictureDone')).waitFor();
          await waitUntilEqual(() => pictureGroup(page).locator('img').count(), 1);
          await seeReady(page, cameraLabel(image));
          await seeButtons(page);
        },
        failed: async (page, { image, failure }) => {
          await seeState(page, 'failed');
          const kind = failure?.kind ?? 'unreadable';
          await seeAlert(page, t(kind === 'offline' ? 'pictureOffline' : `failure.${kind}`));
          await seeReady(page, cameraLabel(image));
          await seeButtons(page, 'pictureRetry');
        },
        refused: async (page, { image, refusal }) => {
          await seeState(page, 'refused');
          await seeAlert(page, t(refusalTexts[refusal as PictureRefusal]));
          await seeReady(page, cameraLabel(image));
          await seeButtons(page);
        },
      },
      unwalked: {
        'sending —xstate.error.actor.sendPicture→ failed': 'the transfer reports its failures as an event',
        'failed —picture.cancel→ idle': 'only an upload under way has a button to cancel it',
        'refused —picture.cancel→ idle': 'only an upload under way has a button to cancel it',
      },
    },
    true,
  );
}
