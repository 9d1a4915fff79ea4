/**
 * Scenes that shift by more than a screen may while they open, and why: what moves there answers the tap that came
 * before, or is what that tap has opened.
 */
export const shiftingScenes: Readonly<Record<string, string>> = {
  'a chat, with a picture to send':
    'the picture takes its place above the words, which the messages make room for',
  'a chat that does not come': 'the words of the failure wrap anew, by 0.025; it is not known why',
  'a result': 'the sheet goes on to its next step, which is higher',
  'a void': 'the sheet goes on to its next step, which is lower',
  'wizard: the matches': 'each match that is chosen is added above the search',
  'wizard: pairs': 'each pair that is chosen is added above the list',
  'wizard: a new type': 'the list grows by what is typed',
  'wizard: a new rule': 'the kind of rule decides which fields it has',
  'a new league, let go': 'the question comes under the form',
  'welcome: friends': 'this step is higher than the window, and its buttons are below it',
  'my points, as a table': 'the table opens under the chart',
};
