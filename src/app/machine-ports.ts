import { fromPromise } from 'xstate';
import type { Http } from '#actors/http.ts';
import type { ClientStorage } from '#actors/storage.ts';
import type { ModelName } from '#contract/registry.ts';
import type { AppActor } from '#machines/app.ts';
import { errand, type Errand } from '#machines/errand.ts';
import { form, type FormValues } from '#machines/form.ts';
import { invite } from '#machines/invite.ts';
import { join, type Found } from '#machines/join.ts';
import { postOptions } from '#machines/post-options.ts';
import { resource } from '#machines/resource.ts';
import { results } from '#machines/results.ts';
import { welcome } from '#machines/welcome.ts';
import type { Machines } from '#screens/kit.tsx';
import type { Door } from './door-ports.ts';
import { provideLists } from './list-ports.ts';
import { loadResource } from './resource-ports.ts';
import { provideWizard } from './wizard-ports.ts';

/** The call behind each errand's name. */
function perform(http: Http, given: Errand): Promise<unknown> {
  switch (given.name) {
    case 'enter':
      return http.call('enter', { body: given.at });
    case 'leave':
      return http.call('leave', { query: given.at });
    case 'remove':
      return http.call('leave', { query: { ...given.at, member: given.member } });
    case 'renewCode':
      return http.call('renewCode', { body: given.at });
    case 'archive':
      return http.update('section', given.section, { active: false });
    case 'readNotification':
      return http.update('notification', given.id, { new: false });
    case 'readNotifications':
      return http.updateAll('notification', { new: false });
    case 'revokeSession':
      return http.call('revokeSessions', { query: { ids: String(given.id) } });
    case 'deleteMe':
      return http.call('deleteMe', { query: { ids: 'me' } });
  }
}

/** A form that creates or updates one model; `always` goes with everything it creates. */
function provideForm(http: Http, model: ModelName, always: FormValues = {}) {
  return form.provide({
    actors: {
      save: fromPromise(({ input: { id, values } }): Promise<unknown> => {
        return id === null ? http.create(model, { ...values, ...always }) : http.update(model, id, values);
      }),
    },
  });
}

/** Every machine that screens start once somebody is in, with its ports made real. */
export function provideMachines(
  http: Http,
  storage: ClientStorage,
  app: () => AppActor,
): Omit<Machines, keyof Door> {
  const found = async (code: string, preview: boolean, signal: AbortSignal): Promise<Found | null> => {
    const { res } = await http.call('join', { query: { code, preview }, signal });
    return res === 0 ? null : res;
  };
  const meNow = () => app().getSnapshot().context.data?.appuser?.id ?? 0;

  return {
    forms: {
      league: provideForm(http, 'section', { custom: true }),
      group: provideForm(http, 'clan'),
      post: provideForm(http, 'post'),
      member: provideForm(http, 'member'),
    },
    join: join.provide({
      actors: {
        previewJoin: fromPromise(({ input, signal }) => found(input.code, true, signal)),
        join: fromPromise(({ input, signal }) => found(input.code, false, signal)),
      },
    }),
    invite: invite.provide({
      actors: {
        inviteGroup: fromPromise(async ({ input, signal }) => {
          const { res } = await http.call('inviteGroup', { query: input, signal });
          return res === 1;
        }),
      },
    }),
    errand: errand.provide({
      actors: { perform: fromPromise(({ input }) => perform(http, input)) },
    }),
    postOptions: postOptions.provide({
      actors: { updatePost: fromPromise(({ input: { id, ...change } }) => http.update('post', id, change)) },
    }),
    resource: resource.provide({
      actors: { load: fromPromise(({ input, signal }) => loadResource(http, input, signal)) },
    }),
    results: results.provide({
      actors: { setResults: fromPromise(({ input }) => http.call('setResults', { body: input })) },
    }),
    welcome: welcome.provide({
      actors: {
        markWelcomed: fromPromise((): Promise<unknown> =>
          http.update('member', meNow(), { new_member: false }),
        ),
      },
    }),
    wizard: provideWizard(storage, http),
    lists: provideLists(http),
  };
}
