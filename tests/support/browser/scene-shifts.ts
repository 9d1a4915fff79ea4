/** Scenes in which a tap moves by itself more than a screen may shift while it opens, and what it moves. */
export const scenesMovedByTaps: Readonly<Record<string, string>> = {
  'a result': 'the sheet goes on to its next step, which is higher',
  'a void': 'the sheet goes on to its next step, which is lower',
  'wizard: pairs': 'each pair that is chosen is added above the list',
  'wizard: a new rule': 'the kind of rule decides which fields it has',
  'a new league, let go': 'the question comes under the form',
};
