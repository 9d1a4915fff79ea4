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

/** The device's part: decoding pictures, and reporting an upload's progress. */
type Device = {
  opening: ((how: 'opened' | 'cannot' | 'breaks') => void)[];
  sending: XMLHttpRequest | null;
};

/** Holds the device's work on a picture until the walk answers it. */
function holdDevice(): void {
  const device: Device = { opening: [], sending: null };
  Object.assign(window, { device });
  const open = window.createImageBitmap.bind(window);
  const stand = (file: File) =>
    new Promise((resolve, reject) => {
      device.opening.push((how) => {
        if (how === 'opened') return void open(file).then(resolve, reject);
        // A canvas that cannot be drawn.
        if (how === 'breaks') return resolve({ width: 9000, height: 9000, close() {} });
        Object.defineProperty(file, 'size', { value: 9 * 1024 * 1024 });
        return reject(new Error('unknown'));
      });
    });
  Object.assign(window, { createImageBitmap: stand });
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    device.sending = this;
    send.call(this, body);
  };
}

/** Answers the oldest pending work; work that was cancelled answers too late. */
async function answers(page: Page, how: 'opened' | 'cannot' | 'breaks'): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { device: Device }).device.opening.length > 0);
  await page.evaluate((it) => (window as unknown as { device: Device }).device.opening.shift()?.(it), how);
}
const answersLate = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { device: Device }).device.opening.splice(0).forEach((it) => it('cannot')),
  );

const words: Record<PictureRefusal, 'pictureTooBig' | 'pictureNotOne'> = {
  too_big: 'pictureTooBig',
  not_a_picture: 'pictureNotOne',
};

/** The member's own picture: chosen, compressed and sent, in the sheet of their name. */
export async function walkUpload(fixture: BrowserFixture): Promise<void> {
  let sent: Route | null = null;
  const chip = (page: Page) =>
    page.getByRole('group', { name: new RegExp(`^(${t('pictureAdd')}|${t('pictureChange')})$`) });
  const stands = (page: Page, state: string) =>
    waitUntilEqual(() => chip(page).getAttribute('data-state'), state);
  const camera = (image: unknown) => t(image ? 'pictureChange' : 'pictureAdd');
  const offers = async (page: Page, ...names: readonly ('pictureCancel' | 'pictureRetry')[]) => {
    for (const name of ['pictureCancel', 'pictureRetry'] as const)
      await waitUntilEqual(() => button(chip(page), t(name)).count(), names.includes(name) ? 1 : 0);
  };
  const isQueued = (snapshot: AnyMachineSnapshot) => snapshot.matches({ sending: 'queued' });
  const onTheWay = (snapshot: AnyMachineSnapshot) => !isQueued(snapshot);
  const buffer = await photo(40, 30);
  await walkScreens(
    fixture,
    upload,
    uploadExpectations,
    {
      opens: {
        alone: async (page) => {
          sent = null;
          await page.addInitScript(holdDevice);
          await page.route(
            (url) => url.pathname === '/api/image/',
            (route) => void (sent = route),
          );
          await fixture.open(page, '/profile?sheet=name');
        },
      },
      by: {
        prepared: (page) => {
          sent = null;
          return answers(page, 'opened');
        },
        'too big to prepare': (page) => answers(page, 'cannot'),
        'preparing failed': (page) => answers(page, 'breaks'),
      },
      hands: {
        'picture.choose': async (page, event) => {
          await answersLate(page);
          const { name, type } = event.file as File;
          const input = dialog(page, t('name')).locator('input[type=file]');
          await input.setInputFiles({ name, mimeType: type, buffer });
        },
        'picture.cancel': (page) => button(chip(page), t('pictureCancel')).click(),
        'picture.retry': async (page) => {
          await answersLate(page);
          sent = null;
          await button(chip(page), t('pictureRetry')).click();
        },
        'upload.progress': async (page, { progress }) => {
          await waitUntilEqual(() => Promise.resolve(sent !== null), true);
          if (progress === 0) return;
          await page.evaluate((loaded) => {
            const { sending } = (window as unknown as { device: Device }).device;
            sending?.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 1 }));
          }, progress as number);
        },
        'upload.done': (_, { image }) => {
          const route = sent;
          sent = null;
          return route?.fulfill({ json: image }) ?? Promise.reject(new Error('nothing was sent'));
        },
        'upload.failed': (_, { failure }) => {
          const route = sent;
          sent = null;
          return route
            ? failRequest(route, failure as Failure)
            : Promise.reject(new Error('nothing was sent'));
        },
      },
      only: {
        // The upload begins at once, since it is the only one.
        cancel: (snapshot) => snapshot.hasTag('busy') && onTheWay(snapshot),
        'upload half done': onTheWay,
        uploaded: onTheWay,
        'upload failed': onTheWay,
        'refused as too large': onTheWay,
        'refused as no picture': onTheWay,
      },
      each: ['upload half done', 'a drawing', 'refused as no picture', 'refused as too large'],
      ports: {},
      around: (request, url) => (requestTo('getAppData/')(request, url) ? buildAppData({}, 4) : undefined),
      shows: {
        idle: async (page, { image }) => {
          await stands(page, 'idle');
          await seeReady(page, camera(image));
          await offers(page);
        },
        preparing: async (page, { image }) => {
          await stands(page, 'preparing');
          await seeBusy(page, camera(image));
          await chip(page).getByRole('status').getByText(t('picturePreparing')).waitFor();
          await waitUntilEqual(() => chip(page).getByRole('progressbar').getAttribute('aria-valuenow'), null);
          await offers(page, 'pictureCancel');
        },
        'sending.transferring': async (page, { image, progress }) => {
          await stands(page, 'sending');
          await seeBusy(page, camera(image));
          await chip(page).getByRole('status').getByText(t('pictureSending')).waitFor();
          const ring = chip(page).getByRole('progressbar');
          await waitUntilEqual(() => ring.getAttribute('aria-valuenow'), String(progress * 100));
          await offers(page, 'pictureCancel');
        },
        done: async (page, { image }) => {
          await stands(page, 'done');
          await chip(page).getByRole('status').getByText(t('pictureDone')).waitFor();
          await waitUntilEqual(() => chip(page).locator('img').count(), 1);
          await seeReady(page, camera(image));
          await offers(page);
        },
        failed: async (page, { image, failure }) => {
          await stands(page, 'failed');
          const kind = failure?.kind ?? 'unreadable';
          await seeAlert(page, t(kind === 'offline' ? 'pictureOffline' : `failure.${kind}`));
          await seeReady(page, camera(image));
          await offers(page, 'pictureRetry');
        },
        refused: async (page, { image, refusal }) => {
          await stands(page, 'refused');
          await seeAlert(page, t(words[refusal as PictureRefusal]));
          await seeReady(page, camera(image));
          await offers(page);
        },
      },
      unwalked: {
        'sending —xstate.error.actor.sendPicture→ failed': 'the transfer reports its failures as an event',
        'failed —picture.cancel→ idle': 'only what is under way has a button to stop it',
        'refused —picture.cancel→ idle': 'only what is under way has a button to stop it',
      },
    },
    true,
  );
}
