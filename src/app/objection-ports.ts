import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import { ObjectionInput, objectionCalls, type Objections } from '#contract/objections.ts';
import { formOf } from '#machines/form.ts';
import { resource } from './resource-ports.ts';
import { withTimeout } from './with-timeout.ts';

/** Machines of objections to provisional results, with their ports provided. Loaded on demand: few leagues have them. */
export const provideObjections = (api: Api) => ({
  ofItem: resource<Objections, { item: number }>((query, signal) =>
    api.call(objectionCalls.objections, { query, signal }),
  ),
  form: formOf<Objections>().provide({
    actors: {
      saveValues: withTimeout(({ input: { id: item, values } }) =>
        api.call(objectionCalls.objectToResult, { body: v.parse(ObjectionInput, { item, ...values }) }),
      ),
    },
  }),
});
