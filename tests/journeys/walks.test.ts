import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTown, type Town } from '#tests/support/town.ts';
import { walkBet } from './walks/bet.ts';
import { walkChoices } from './walks/choices.ts';
import { walkClosing } from './walks/closing.ts';
import { walkForm } from './walks/form.ts';
import { walkJoin } from './walks/join.ts';
import { walkLeagueMaker } from './walks/league-maker.ts';
import { walkModelScroll } from './walks/model-scroll.ts';
import { walkOptionPicker } from './walks/option-picker.ts';
import { walkPickPad } from './walks/pick-pad.ts';
import { walkPostOptions } from './walks/post-options.ts';
import { walkResendPin } from './walks/resend-pin.ts';
import { walkResults } from './walks/results.ts';
import { walkSignIn } from './walks/sign-in.ts';
import { walkTypeShelf } from './walks/type-shelf.ts';
import { walkWelcome } from './walks/welcome.ts';
import { walkWizard } from './walks/wizard.ts';

/** Every transition that a person or the world can bring about on a screen, walked there. */

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town?.close());
afterEach(() => town.quiet());

const walked: Readonly<Record<string, (town: Town) => Promise<void>>> = {
  bet: walkBet,
  choices: walkChoices,
  closing: walkClosing,
  form: walkForm,
  join: walkJoin,
  'league-maker': walkLeagueMaker,
  'model-scroll': walkModelScroll,
  'option-picker': walkOptionPicker,
  'pick-pad': walkPickPad,
  'post-options': walkPostOptions,
  'resend-pin': walkResendPin,
  results: walkResults,
  'sign-in': walkSignIn,
  'type-shelf': walkTypeShelf,
  welcome: walkWelcome,
  wizard: walkWizard,
};

test.each(Object.entries(walked))('%s', (_, walk) => walk(town));

/** The machines that are not walked here, and why. */
const elsewhere = {
  'They have no screen of their own':
    'app connection game-maker item-lifecycle outbox port reading row-patches session uploads',
  'Its bets’ walk shows what it holds, and the strip there what waits; journeys find its drafts again':
    'bet-book',
  'One press or one choice each, made by the journeys of groups, leagues and profiles':
    'active-group errand invite',
  'Their walks speak of items, types, fields and comments of their own; journeys tell their stories':
    'chat composer',
  'They are hands, files or lists: the journeys of the board, kinds, uploads and every list':
    'groups-board upload paged-list resource toasts',
  'Its answers are a provider’s': 'social-login',
  'They are QA’s own, in the journey of the inspector': 'inspector tape',
};

test('whatever is not walked here is said', () => {
  const files = readdirSync(new URL('../../machines', import.meta.url)).map((file) =>
    file.replace('.ts', ''),
  );
  const others = Object.values(elsewhere).flatMap((names) => names.split(' '));
  expect([...Object.keys(walked), ...others].sort()).toEqual(files.sort());
});
