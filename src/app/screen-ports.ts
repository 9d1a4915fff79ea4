import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import { calls, type ResponseOf } from '#contract/calls.ts';
import type { HttpClient } from '#actors/http-client.ts';
import { setAppBadge } from '#actors/app-badge.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { FailureError } from '#contract/failures.ts';
import { roles, type ItemRule } from '#contract/models.ts';
import type { ModelName, Row } from '#contract/model-registry.ts';
import { resetEvent } from '#contract/reset-event.ts';
import type { AppActor } from '#machines/app.ts';
import { activeGroup } from '#machines/active-group.ts';
import { notificationVisit } from '#machines/notification-visit.ts';
import { command } from '#machines/command.ts';
import { formOf, type FormValues } from '#machines/form.ts';
import { postActions } from '#machines/post-actions.ts';
import { resultEntry, type ResultDraft } from '#machines/result-entry.ts';
import type { FormDraftKey, Machines } from '#screens/app-context.tsx';
import { provideOfflineToast } from './offline-toast.ts';
import { startBackStack, type LayerHistory } from './back-stack-ports.ts';
import { earlyFeedOf, provideLists } from './list-ports.ts';
import { provideResources } from './resource-ports.ts';
import { createAnswerCache } from './answer-cache.ts';
import { badgeNotifications } from './app-badge.ts';
import { cacheAppData } from './app-data-cache.ts';
import { createIdempotent } from './create-idempotent.ts';
import { loadOnce } from './load-once.ts';
import { ResultDraftSchema } from './result-draft.ts';
import { storedValue } from './stored-value.ts';
import { provideUpload } from './upload-ports.ts';
import { withTimeout } from './with-timeout.ts';

/** A form that creates or updates rows of one model. Saving again after a lost answer does not create a second row. */
function provideForm<Name extends ModelName>(
  http: Api,
  createOnce: ReturnType<typeof createIdempotent>,
  model: Name,
  toBody: (values: FormValues) => FormValues = (values) => values,
) {
  return formOf<Row<Name>>().provide({
    actors: {
      saveValues: withTimeout(({ input: { id, values }, signal }) => {
        if (id !== null) return http.save(model, id, values);
        const body = toBody(values);
        return createOnce(model, body, signal, (key) => http.save(model, null, body, { key }));
      }),
    },
  });
}

/** The screens' machines with their ports provided. */
export function provideScreenMachines(
  http: Api,
  httpClient: HttpClient,
  storage: KeyValueStore,
  tabStorage: KeyValueStore,
  device: string,
  app: () => AppActor,
  history: LayerHistory,
): Machines {
  cacheAppData(storage, app());
  badgeNotifications(app(), setAppBadge);
  const last = createAnswerCache(storage, () => ({
    member: app().getSnapshot().context.session?.user.id ?? null,
    language: document.documentElement.lang,
    version: httpClient.version,
  }));
  // Refreshes everything after an outage in which calls failed: no live event covers what was never loaded.
  app()
    .getSnapshot()
    .children.connection?.on('connection.restored', () => {
      if (last.takeMissed()) app().send({ type: 'live.event', event: resetEvent(0) });
    });
  const toastWhenOffline = provideOfflineToast(app);
  const createIdempotently = createIdempotent(tabStorage);
  const createOnce: typeof createIdempotently = (...request) =>
    toastWhenOffline(createIdempotently(...request));
  const currentMemberId = () => app().getSnapshot().context.data?.appuser?.id ?? 0;

  const resultDraft = storedValue<ResultDraft, { item: number }>(tabStorage, {
    key: ({ item }) => `result:${item}`,
    schema: ResultDraftSchema,
  });
  const groupStore = storedValue(storage, {
    key: ({ member }: { member: number }) => `group:${member}`,
    schema: v.number(),
  });

  const upload = provideUpload(httpClient);
  const handoff = loadOnce(async () => {
    const { createShareHandoff, removeCopy } = await import('./share-handoff.ts');
    return createShareHandoff(currentMemberId, removeCopy);
  });
  const push = loadOnce(async () => (await import('./push-ports.ts')).providePush(http, storage, app));

  return {
    forms: {
      league: provideForm(http, createOnce, 'section', ({ official, ...league }) => ({
        ...league,
        custom: official !== true,
      })),
      group: provideForm(http, createOnce, 'clan'),
      post: provideForm(http, createOnce, 'post'),
      member: provideForm(http, createOnce, 'member'),
      item: provideForm(http, createOnce, 'item'),
      itemType: provideForm(http, createOnce, 'itemtype'),
      role: formOf<ResponseOf<'setRole'>>().provide({
        actors: {
          // The server validates the other fields.
          saveValues: withTimeout(({ input: { values } }) =>
            http.call(calls.setRole, {
              body: { ...values, role: v.parse(v.picklist(roles), values['role']) },
            }),
          ),
        },
      }),
      itemRule: formOf<ItemRule>().provide({
        actors: {
          saveValues: withTimeout(async ({ input, signal }) => {
            // Already loaded: the form's fields come from the same file.
            const { toRuleInput } = await import('#domain/wizard/game-type-forms.ts');
            const body = toRuleInput(input.values);
            return createOnce('itemrule', body, signal, (key) => http.create('itemrule', body, { key }));
          }),
        },
      }),
    },
    formDraft: storedValue(tabStorage, {
      key: ({ member, title, id }: FormDraftKey) => `form:${member}:${title}:${id ?? 'new'}`,
      schema: v.record(v.string(), v.unknown()),
    }),
    activeGroup: activeGroup.provide({
      actors: { loadGroup: groupStore.ports.load, groupStore: groupStore.ports.keep },
    }),
    join: loadOnce(async () => (await import('./join-ports.ts')).provideJoin(httpClient)),
    invite: loadOnce(async () => (await import('./invite-ports.ts')).provideInvite(http)),
    command: command.provide({
      actors: {
        runCommand: withTimeout(async ({ input, signal }) => {
          // If the chunk does not load, the device counts as offline; a missing file is reported by `vite:preloadError`.
          const { runCommand } = await import('./run-command.ts').catch(() => {
            throw new FailureError({ kind: 'offline' });
          });
          return runCommand(http, app(), input, signal);
        }),
      },
    }),
    postActions: postActions.provide({
      actors: { updatePost: withTimeout(({ input: { id, ...change } }) => http.update('post', id, change)) },
    }),
    resources: provideResources(http, last),
    resultEntry: resultEntry.provide({
      actors: {
        loadDraft: resultDraft.ports.load,
        draftStore: resultDraft.ports.keep,
        setResults: withTimeout(({ input }) => http.call(calls.setResults, { body: input })),
      },
    }),
    roundResults: loadOnce(async () =>
      (await import('./round-results-ports.ts')).provideRoundResults(http, tabStorage),
    ),
    importCompetition: loadOnce(async () =>
      (await import('./import-competition-ports.ts')).provideImportCompetition(http, storage),
    ),
    notificationVisit: notificationVisit.provide({
      actors: {
        markAllRead: withTimeout(async (): Promise<readonly number[]> => {
          const { ids } = await http.call(calls.readNotifications, { body: { new: false } });
          return ids;
        }),
      },
    }),
    notificationPreferences: loadOnce(async () =>
      (await import('./notification-preferences-ports.ts')).provideNotificationPreferences(
        http,
        currentMemberId,
      ),
    ),
    welcome: loadOnce(async () =>
      (await import('./welcome-ports.ts')).provideWelcome(http, tabStorage, currentMemberId),
    ),
    linkPhone: loadOnce(async () => (await import('./link-phone-ports.ts')).provideLinkPhone(http, device)),
    push,
    installOffer: loadOnce(async () => {
      const [{ provideInstall }, { isFirst }] = await Promise.all([import('./install-ports.ts'), push()]);
      return provideInstall(storage, isFirst);
    }),
    chat: loadOnce(async () => {
      const [{ provideChat }, shared] = await Promise.all([import('./chat-ports.ts'), handoff()]);
      return provideChat(http, storage, last, shared, upload);
    }),
    shareTarget: loadOnce(async () => {
      const [{ provideShareTarget }, shared] = await Promise.all([
        import('./share-target-ports.ts'),
        handoff(),
      ]);
      return provideShareTarget(shared);
    }),
    seals: loadOnce(async () =>
      (await import('./seal-ports.ts')).provideSeals(http, storage, currentMemberId),
    ),
    objections: loadOnce(async () => (await import('./objection-ports.ts')).provideObjections(http)),
    statistics: loadOnce(async () => (await import('./statistics-ports.ts')).provideStatistics(http)),
    whatIf: loadOnce(async () => (await import('./what-if-ports.ts')).provideWhatIf(http)),
    print: loadOnce(async () => (await import('./print-ports.ts')).providePrint(http)),
    wizard: loadOnce(async () =>
      (await import('./wizard-ports.ts')).provideWizard(storage, http, toastWhenOffline),
    ),
    upload,
    lists: provideLists(http, last, earlyFeedOf(app)),
    backStack: startBackStack(history),
  };
}
