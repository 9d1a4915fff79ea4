import type { Api } from '#actors/api.ts';
import { whatIfCalls, type ProjectedTable } from '#contract/what-if.ts';
import { projectedTable } from '#machines/projected-table.ts';
import { rulesLab } from '#machines/rules-lab.ts';
import { resource } from './resource-ports.ts';
import { withTimeout } from './with-timeout.ts';

/** The machines of hypothetical tables with their ports provided. Loaded on demand. */
export const provideWhatIf = (api: Api) => ({
  table: projectedTable.provide({
    actors: {
      fetchProjection: withTimeout(({ input, signal }) =>
        api.call(whatIfCalls.projectedStandings, { query: { ...input, limit: 100 }, signal }),
      ),
    },
  }),
  /** The caller's row if one match ended with its present score. */
  place: resource<ProjectedTable, { section: number; item: number }>((query, signal) =>
    api.call(whatIfCalls.projectedStandings, { query: { ...query, limit: 1 }, signal }),
  ),
  lab: rulesLab.provide({
    actors: {
      previewRules: withTimeout(({ input: { post, rules }, signal }) =>
        api.call(whatIfCalls.rulesPreview, { query: { post, ...rules, limit: 100 }, signal }),
      ),
    },
  }),
});
