import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTown, type Town } from '#tests/support/town.ts';
import { walkActiveGroup } from './walks/active-group.ts';
import { walkBet } from './walks/bet.ts';
import { walkChat } from './walks/chat.ts';
import { walkChoices } from './walks/choices.ts';
import { walkClosing } from './walks/closing.ts';
import { walkComposer } from './walks/composer.ts';
import { walkErrand } from './walks/errand.ts';
import { walkForm } from './walks/form.ts';
import { walkGroupsBoard } from './walks/groups-board.ts';
import { walkInvite } from './walks/invite.ts';
import { walkJoin } from './walks/join.ts';
import { walkLeagueMaker } from './walks/league-maker.ts';
import { walkModelScroll } from './walks/model-scroll.ts';
import { walkOptionPicker } from './walks/option-picker.ts';
import { walkPagedList } from './walks/paged-list.ts';
import { walkPickPad } from './walks/pick-pad.ts';
import { walkPostOptions } from './walks/post-options.ts';
import { walkResendPin } from './walks/resend-pin.ts';
import { walkResource } from './walks/resource.ts';
import { walkResults } from './walks/results.ts';
import { walkSignIn } from './walks/sign-in.ts';
import { walkSocialLogin } from './walks/social-login.ts';
import { walkToasts } from './walks/toasts.ts';
import { walkTypeShelf } from './walks/type-shelf.ts';
import { walkUpload } from './walks/upload.ts';
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
  'active-group': walkActiveGroup,
  bet: walkBet,
  chat: walkChat,
  choices: walkChoices,
  closing: walkClosing,
  composer: walkComposer,
  errand: walkErrand,
  form: walkForm,
  'groups-board': walkGroupsBoard,
  invite: walkInvite,
  join: walkJoin,
  'league-maker': walkLeagueMaker,
  'model-scroll': walkModelScroll,
  'option-picker': walkOptionPicker,
  'paged-list': walkPagedList,
  'pick-pad': walkPickPad,
  'post-options': walkPostOptions,
  'resend-pin': walkResendPin,
  resource: walkResource,
  results: walkResults,
  'sign-in': walkSignIn,
  'social-login': walkSocialLogin,
  toasts: walkToasts,
  'type-shelf': walkTypeShelf,
  upload: walkUpload,
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
};

test('whatever is not walked here is said', () => {
  const files = readdirSync(new URL('../../machines', import.meta.url)).map((file) =>
    file.replace('.ts', ''),
  );
  const others = Object.values(elsewhere).flatMap((names) => names.split(' '));
  expect([...Object.keys(walked), ...others].sort()).toEqual(files.sort());
});
