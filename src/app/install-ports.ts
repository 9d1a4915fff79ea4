import { fromCallback, fromPromise } from 'xstate';
import * as v from 'valibot';
import { installWay, promptInstall, watchInstall } from '#actors/install.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { installOffer, type InstallAnswer } from '#machines/install-offer.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** The offer to install, with its ports provided. `isPushFirst`: pushes have their turn on this visit. */
export function provideInstall(storage: KeyValueStore, isPushFirst: () => Promise<boolean>) {
  const answered = storedValue<InstallAnswer, undefined>(storage, {
    key: () => 'install',
    schema: v.union([v.literal('installed'), v.object({ dismissals: v.number(), at: v.number() })]),
  });
  return installOffer.provide({
    actors: {
      loadAnswer: answered.ports.load,
      answerStore: answered.ports.keep,
      watchInstall: fromCallback(({ sendBack }) => watchInstall(sendBack)),
      readWay: withTimeout(() => Promise.resolve(installWay())),
      isPushFirst: withTimeout(() => isPushFirst()),
      // No timeout: the dialog waits for a person.
      promptInstall: fromPromise(() => promptInstall()),
    },
  });
}
