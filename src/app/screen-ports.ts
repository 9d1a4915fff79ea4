import type { Api } from '#actors/api.ts';
import type { HttpClientOptions } from '#actors/http-client.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import type { Member } from '#contract/models.ts';
import type { ModelName } from '#contract/model-registry.ts';
import { toRuleInput } from '#domain/wizard/game-type-forms.ts';
import { preferencesOf } from '#contract/notification-preferences.ts';
import type { AppActor } from '#machines/app.ts';
import { activeGroup } from '#machines/active-group.ts';
import { notificationPreferences } from '#machines/notification-preferences.ts';
import { command, type Command } from '#machines/command.ts';
import { form, type FormValues } from '#machines/form.ts';
import { invite } from '#machines/invite.ts';
import { join, type JoinRequest, type JoinTarget } from '#machines/join.ts';
import { postOptions } from '#machines/post-options.ts';
import { resource } from '#machines/resource.ts';
import { resultEntry } from '#machines/result-entry.ts';
import { welcome } from '#machines/welcome.ts';
import type { Machines } from '#screens/app-context.tsx';
import { provideChat } from './chat-ports.ts';
import type { AuthMachines } from './auth-ports.ts';
import { provideLists } from './list-ports.ts';
import { loadResource } from './resource-ports.ts';
import { loadOnce } from './load-once.ts';
import { provideUploads } from './upload-ports.ts';
import { provideWizard } from './wizard-ports.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

/** The call behind each errand's name. */
function runCommand(http: Api, given: Command): Promise<unknown> {
  switch (given.name) {
    case 'enter':
      return http.call('enter', { body: given.at });
    case 'leave':
      return http.call('leave', { query: given.at });
    case 'remove':
      return http.call('leave', { query: { ...given.at, member: given.member } });
    case 'renewCode':
      return http.call('renewCode', { body: given.at });
    case 'markOption':
      return http.update('itemoption', given.id, { no_points: given.noPoints });
    case 'archive':
      return http.update('section', given.section, { active: false });
    case 'reopen':
      return http.update('section', given.section, { active: true });
    case 'readNotification':
      return http.update('notification', given.id, { new: false });
    case 'readNotifications':
      return http.updateAll('notification', { new: false });
    case 'deleteComment':
      return http.remove('postcomment', [given.id]);
    case 'revokeSession':
      return http.call('revokeSessions', { query: { ids: String(given.id) } });
    case 'exportMe':
      return http.call('exportMe');
    case 'speak':
      return http.update('member', given.member, { preferences: { language: given.language } });
    case 'deleteMe':
      return http.call('deleteMe', { query: { ids: 'me' } });
  }
}

const notificationsOf = ({ preferences }: Member) => preferencesOf(preferences).notifications;

/** A form that creates or updates one model; `always` goes with everything it creates. */
function provideForm(http: Api, model: ModelName, always: FormValues = {}) {
  return form.provide({
    actors: {
      save: withTimeout(({ input: { id, values } }): Promise<unknown> => {
        return id === null ? http.create(model, { ...values, ...always }) : http.update(model, id, values);
      }),
    },
  });
}

/** Every machine that screens start once somebody is in, with its ports made real. */
export function provideScreenMachines(
  http: Api,
  storage: KeyValueStore,
  line: HttpClientOptions,
  app: () => AppActor,
): Omit<Machines, keyof AuthMachines> {
  const found = async (
    asked: JoinRequest,
    preview: boolean,
    signal: AbortSignal,
  ): Promise<JoinTarget | null> => {
    const { res } = await http.call('join', { query: { ...asked, preview }, signal });
    return res === 0 ? null : res;
  };
  const meNow = () => app().getSnapshot().context.data?.appuser?.id ?? 0;

  return {
    forms: {
      league: provideForm(http, 'section', { custom: true }),
      group: provideForm(http, 'clan'),
      post: provideForm(http, 'post'),
      member: provideForm(http, 'member'),
      item: provideForm(http, 'item'),
      result: form.provide({
        actors: {
          save: withTimeout(({ input: { id, values } }): Promise<unknown> =>
            http.call('enterResult', { body: { item: id ?? 0, ...values } }),
          ),
        },
      }),
      itemType: provideForm(http, 'itemtype'),
      itemRule: form.provide({
        actors: {
          save: withTimeout(({ input }): Promise<unknown> =>
            http.create('itemrule', toRuleInput(input.values)),
          ),
        },
      }),
    },
    activeGroup: activeGroup.provide({
      actors: {
        recallGroup: withTimeout(({ input }) => {
          const kept = storage.read(`group:${input.member}`);
          return Promise.resolve(typeof kept === 'number' ? kept : null);
        }),
        keepGroup: withTimeout(({ input }) => {
          storage.write(`group:${input.member}`, input.group);
          return Promise.resolve();
        }),
      },
    }),
    join: join.provide({
      actors: {
        previewJoin: withTimeout(({ input, signal }) => found(input, true, signal)),
        join: withTimeout(({ input, signal }) => found(input, false, signal)),
      },
    }),
    invite: invite.provide({
      actors: {
        inviteGroup: withTimeout(async ({ input, signal }) => {
          const { res } = await http.call('inviteGroup', { query: input, signal });
          return res === 1;
        }),
      },
    }),
    errand: command.provide({
      actors: { perform: withTimeout(({ input }) => runCommand(http, input)) },
    }),
    postOptions: postOptions.provide({
      actors: { updatePost: withTimeout(({ input: { id, ...change } }) => http.update('post', id, change)) },
    }),
    resource: resource.provide({
      actors: { load: withTimeout(({ input, signal }) => loadResource(http, input, signal)) },
    }),
    results: resultEntry.provide({
      actors: { setResults: withTimeout(({ input }) => http.call('setResults', { body: input })) },
    }),
    choices: notificationPreferences.provide({
      actors: {
        loadChoices: withTimeout(async ({ signal }) =>
          notificationsOf(await http.get('member', meNow(), {}, signal)),
        ),
        saveChoices: withTimeout(async ({ input: { choices: notifications } }) =>
          notificationsOf(await http.update('member', meNow(), { preferences: { notifications } })),
        ),
      },
    }),
    welcome: welcome.provide({
      actors: {
        markWelcomed: withTimeout(
          (): Promise<unknown> => http.update('member', meNow(), { new_member: false }),
          timeouts.courtesy,
        ),
      },
    }),
    linkPhone: loadOnce(async () => {
      const { provideLinkPhone } = await import('./link-phone-ports.ts');
      return provideLinkPhone(http, () => app().getSnapshot().context.data?.appuser?.fname ?? '');
    }),
    ...provideChat(http, storage, app()),
    wizard: provideWizard(storage, http),
    ...provideUploads(line),
    lists: provideLists(http),
  };
}
