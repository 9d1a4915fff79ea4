import type { Failure, FieldProblem } from './failures.ts';
import {
  groupPath,
  isCustom,
  isMatches,
  legsOf,
  playersOf,
  type GameDraft,
  type Slide,
} from './game-draft.ts';
import { dated, fits, mayPick, moved, optionsOf, picked, toggled, underWay, type Move } from './grouping.ts';
import type { ItemRule, ItemType, League, Option } from './models.ts';
import { clashes, isPairs, membersOf, pairOf, pictured, type Face, type Single } from './pairs.ts';
import { startValues, type RuleValues } from './rule-values.ts';

/** What the server said, by the field's path, until that is changed. */
export type Refused = Readonly<Record<string, FieldProblem>>;
type Edited = GameDraft & { readonly refused: Refused };

/** One change that a person makes to a game before it is made. */
export type DraftEdit =
  | { type: 'rule.change'; key: string; value: RuleValues[string] }
  /** The type asks for one more from now on. */
  | { type: 'rule.made'; rule: ItemRule }
  | { type: 'option.toggle'; option: Option }
  | { type: 'match.pick'; option: Option }
  | { type: 'option.made'; option: Option }
  /** It has a picture from now on. */
  | { type: 'option.pictured'; option: number; image: string }
  | { type: 'match.remove'; match: number }
  | { type: 'date.change'; match: number; leg: number; date: string | null }
  | ({ type: 'option.move' } & Move);

const without = (refused: Refused, path: string): Refused =>
  Object.fromEntries(
    Object.entries(refused).filter(([name]) => name !== path && !name.startsWith(`${path}.`)),
  );

/** A place of the game taken or let go; null where it would play itself or be too many. */
function withPlace(draft: Edited, face: Face): Partial<Edited> | null {
  const asMatches = isMatches(draft);
  if (asMatches && !mayPick(draft.groups, face.id)) return null;
  const groups = asMatches ? picked(draft.groups, face.id) : toggled(draft.groups, face.id, playersOf(draft));
  const faces = { ...draft.faces, [face.id]: face };
  if (!fits(groups, legsOf(draft), membersOf(faces))) return null;
  return { groups, faces, refused: without(draft.refused, 'groups') };
}

/** Of pairs a tap is half a place: the next one makes it whole. One that is in a list already takes its pair out. */
function withHalf(draft: Edited, one: Single): Partial<Edited> | null {
  const { half, faces, groups } = draft;
  if (half?.id === one.id) return { half: null };
  const holds = (place: number) => membersOf(faces)(place).includes(one.id);
  if (isMatches(draft)) {
    // Nobody plays against themselves, whoever is at their side.
    if (underWay(groups)?.options.some(holds)) return null;
  } else {
    const taken = faces[optionsOf(groups).find(holds) ?? 0];
    if (taken) return withPlace(draft, taken);
  }
  if (half === null) return { half: one };
  const whole = withPlace(draft, pairOf(faces, half, one));
  return whole && { ...whole, half: null };
}

/** An option tapped: the next side of a match, or in and out of a list. */
function withOption(draft: Edited, { id, name, image, is_staff }: Option): Partial<Edited> | null {
  return (isPairs(draft) ? withHalf : withPlace)(draft, { id, name, image, is_staff });
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
    case 'rule.made': {
      // The type's own comes in the place of what every type asks under that key.
      const rules = [...draft.rules.filter(({ key }) => key !== edit.rule.key), edit.rule];
      return { rules, values: startValues(rules, draft.type?.type ?? null, draft.league, draft.values) };
    }
    case 'option.toggle':
      return isMatches(draft) ? null : withOption(draft, edit.option);
    case 'match.pick':
      return isMatches(draft) ? withOption(draft, edit.option) : null;
    case 'option.made':
      return withOption(draft, edit.option);
    case 'option.pictured': {
      const half = draft.half?.id === edit.option ? { ...draft.half, image: edit.image } : draft.half;
      return { faces: pictured(draft.faces, edit.option, edit.image), half };
    }
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
      if (!after || after.some(({ options }) => clashes(draft.faces, options))) return null;
      return { groups: after, refused: without(refused, 'groups') };
    }
  }
}

/** The draft in another league: what was picked by ones is nothing where pairs play. */
export function withLeague(draft: GameDraft, league: League): Partial<GameDraft> {
  if (isPairs(draft) === isPairs({ league })) return { league };
  return { league, groups: [], half: null };
}

/** The draft with a leaf chosen. What was typed and picked stays as far as it means the same there. */
export function withType(draft: GameDraft, type: ItemType, rules: readonly ItemRule[]): Partial<GameDraft> {
  const typed = draft.type?.id === type.id ? draft.values : {};
  const values = startValues(rules, type.type, draft.league, typed);
  if (isMatches(draft) === isMatches({ type })) return { type, rules, values };
  return { type, rules, values, groups: [], half: null };
}

/** What the server refused of a game, by the field's path. */
export const refusedOf = (failure: Failure): Refused => ('fields' in failure ? (failure.fields ?? {}) : {});

/** The slide where that can be mended: the last one has the dates, and the button to try again. */
export function slideOf(failure: Failure): Slide {
  const paths = Object.keys(refusedOf(failure));
  if (paths.some((path) => path.startsWith('rules.'))) return 'settings';
  return paths.some((path) => /^groups(?!.*\.dates)/.test(path)) ? 'options' : 'reorder';
}
