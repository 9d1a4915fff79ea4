import type { TimelineEntry } from '#contract/models.ts';
import type { readItemSteps } from '#server/commands/item-lifecycle.ts';
import { pictureUrl } from './picture.ts';

type StepRow = Awaited<ReturnType<typeof readItemSteps>>[number];

/** One step of an item's life, as its page tells it. */
export function presentStep(row: StepRow): TimelineEntry {
  const { id, kind, version, by_id: by, by_name: name, file } = row;
  return {
    id,
    kind,
    at: row.at,
    by: by === null ? null : { id: by, name, image: pictureUrl({ file, picture: null }) },
    version,
    from: row.was ?? null,
    to: row.became ?? null,
  };
}
