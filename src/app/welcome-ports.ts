import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { welcome, welcomeSlides } from '#machines/welcome.ts';
import { storedValue } from './stored-value.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

/** The welcome with its port provided, and the stored slide that a reload continues with. */
export const provideWelcome = (http: Api, tabStorage: KeyValueStore, currentMemberId: () => number) => ({
  machine: welcome.provide({
    actors: {
      markWelcomed: withTimeout(
        (): Promise<unknown> => http.update('member', currentMemberId(), { new_member: false }),
        timeouts.courtesy,
      ),
    },
  }),
  slide: storedValue(tabStorage, {
    key: (member: number) => `welcome:${member}`,
    schema: v.picklist(welcomeSlides),
  }),
});
