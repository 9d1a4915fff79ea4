import { fromCallback, fromPromise } from 'xstate';
import * as v from 'valibot';
import { installWay, promptInstall, watchInstall } from '#actors/install.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { installInvitation, type InstallAnswer } from '#machines/install-invitation.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** The invitation to install, with its ports provided. `isPushFirst`: pushes have their turn on this visit. */
export function provideInstall(storage: KeyValueStore, isPushFirst: () => Promise<boolean>) {
  const answered = storedValue<InstallAnswer, undefined>(storage, {
    key: () => 'install',
    schema: v.union([v.literal('installed'), v.object({ dismissals: v.number(), at: v.number() })]),
  });
  return installInvitation.provide({
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
