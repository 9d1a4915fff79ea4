import type { Failure, FieldProblem } from './failures.ts';
import { groupPath, isCustom, isMatches, legsOf, playersOf, type GameDraft } from './game-draft.ts';
import { dated, fits, mayPick, moved, picked, toggled, type Move } from './grouping.ts';
import type { ItemRule, ItemType, Option } from './models.ts';
import { startValues, type RuleValues } from './rule-values.ts';

/** What the server said, by the field's path, until that is changed. */
export type Refused = Readonly<Record<string, FieldProblem>>;
type Edited = GameDraft & { readonly refused: Refused };

/** One change that a person makes to a game before it is made. */
export type DraftEdit =
  | { type: 'rule.change'; key: string; value: RuleValues[string] }
  | { type: 'option.toggle'; option: Option }
  | { type: 'match.pick'; option: Option }
  | { type: 'option.made'; option: Option }
  | { type: 'match.remove'; match: number }
  | { type: 'date.change'; match: number; leg: number; date: string | null }
  | ({ type: 'option.move' } & Move);

const without = (refused: Refused, path: string): Refused =>
  Object.fromEntries(
    Object.entries(refused).filter(([name]) => name !== path && !name.startsWith(`${path}.`)),
  );

/** An option tapped: the next side of a match, or in and out of a list; null where it would play itself or be too many. */
function withOption(draft: Edited, { id, name, image }: Option): Partial<Edited> | null {
  const asMatches = isMatches(draft);
  if (asMatches && !mayPick(draft.groups, id)) return null;
  const groups = asMatches ? picked(draft.groups, id) : toggled(draft.groups, id, playersOf(draft));
  if (!fits(groups, legsOf(draft))) return null;
  return {
    groups,
    faces: { ...draft.faces, [id]: { id, name, image } },
    refused: without(draft.refused, 'groups'),
  };
}

/** What an edit changes, and which of the server's refusals it settles; null where it may not be. */
export function edited(draft: Edited, edit: DraftEdit): Partial<Edited> | null {
  const { groups, refused } = draft;
  switch (edit.type) {
    case 'rule.change': {
      const rule = draft.rules.find(({ key }) => key === edit.key);
      if (!rule || rule.readonly) return null;
      const values = { ...draft.values, [edit.key]: edit.value };
      return { values, refused: without(refused, `rules.${edit.key}`) };
    }
    case 'option.toggle':
      return isMatches(draft) ? null : withOption(draft, edit.option);
    case 'match.pick':
      return isMatches(draft) ? withOption(draft, edit.option) : null;
    case 'option.made':
      return withOption(draft, edit.option);
    case 'match.remove': {
      const left = groups.filter(({ id }) => id !== edit.match);
      if (!isMatches(draft) || left.length === groups.length) return null;
      return { groups: left, refused: without(refused, 'groups') };
    }
    case 'date.change': {
      const { match, leg, date } = edit;
      if (!groups.some(({ id }) => id === match) || leg < 0 || leg >= legsOf(draft)) return null;
      return {
        groups: dated(groups, match, leg, date),
        refused: without(refused, `${groupPath(draft, match)}.dates.${leg}`),
      };
    }
    case 'option.move': {
      const after = isCustom(draft) ? moved(groups, edit, isMatches(draft)) : null;
      return after && { groups: after, refused: without(refused, 'groups') };
    }
  }
}

/** The draft with a leaf chosen. What was typed and picked stays as far as it means the same there. */
export function withType(draft: GameDraft, type: ItemType, rules: readonly ItemRule[]): Partial<GameDraft> {
  const typed = draft.type?.id === type.id ? draft.values : {};
  const groups = isMatches(draft) === isMatches({ type }) ? draft.groups : [];
  return { type, rules, values: startValues(rules, type.type, draft.league, typed), groups };
}

/** What the server refused of a game, by the field's path. */
export const refusedOf = (failure: Failure): Refused => ('fields' in failure ? (failure.fields ?? {}) : {});

/** The slide where that can be mended: the last one has the dates, and the button to try again. */
export function slideOf(failure: Failure): 'settings' | 'options' | 'reorder' {
  const paths = Object.keys(refusedOf(failure));
  if (paths.some((path) => path.startsWith('rules.'))) return 'settings';
  return paths.some((path) => /^groups(?!.*\.dates)/.test(path)) ? 'options' : 'reorder';
}
