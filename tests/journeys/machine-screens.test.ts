import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixtureOfFile, type BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { fullTest } from '#tests/support/run-size.ts';
import { walkActiveGroup } from '#tests/machines/active-group.screen.ts';
import { walkBet } from '#tests/machines/bet.screen.ts';
import { walkChat } from '#tests/machines/chat.screen.ts';
import { walkNotificationPreferences } from '#tests/machines/notification-preferences.screen.ts';
import { walkDeadline } from '#tests/machines/deadline.screen.ts';
import { walkComposer } from '#tests/machines/composer.screen.ts';
import { walkCommand } from '#tests/machines/command.screen.ts';
import { walkCompetitionFile } from '#tests/machines/competition-file.screen.ts';
import { walkForm } from '#tests/machines/form.screen.ts';
import { walkOptionBoard } from '#tests/machines/option-board.screen.ts';
import { walkImportCompetition } from '#tests/machines/import-competition.screen.ts';
import { walkInvite } from '#tests/machines/invite.screen.ts';
import { walkJoin } from '#tests/machines/join.screen.ts';
import { walkCreateLeague } from '#tests/machines/create-league.screen.ts';
import { walkMultiSelect } from '#tests/machines/multi-select.screen.ts';
import { walkOptionPicker } from '#tests/machines/option-picker.screen.ts';
import { walkPagedList } from '#tests/machines/paged-list.screen.ts';
import { walkDigitPad } from '#tests/machines/digit-pad.screen.ts';
import { walkPostActions } from '#tests/machines/post-actions.screen.ts';
import { walkResendPin } from '#tests/machines/resend-pin.screen.ts';
import { walkResource } from '#tests/machines/resource.screen.ts';
import { walkResultEntry } from '#tests/machines/result-entry.screen.ts';
import { walkSignIn } from '#tests/machines/sign-in.screen.ts';
import { walkSocialLogin } from '#tests/machines/social-login.screen.ts';
import { walkToasts } from '#tests/machines/toasts.screen.ts';
import { walkGameTypePicker } from '#tests/machines/game-type-picker.screen.ts';
import { walkUpload } from '#tests/machines/upload.screen.ts';
import { walkWelcome } from '#tests/machines/welcome.screen.ts';
import { walkWizard } from '#tests/machines/wizard.screen.ts';

/** Every transition that a person, the server or a timer can cause on a screen, walked in the browser. */

const fixture = fixtureOfFile();

type Walks = Readonly<Record<string, (fixture: BrowserFixture) => Promise<void>>>;

const walked: Walks = {
  form: walkForm,
  resource: walkResource,
};

/** Machines whose screens are used by other journeys too. */
const walkedInFull: Walks = {
  'resend-pin': walkResendPin,
  'multi-select': walkMultiSelect,
  'post-actions': walkPostActions,
  bet: walkBet,
  command: walkCommand,
  'paged-list': walkPagedList,
  toasts: walkToasts,
  composer: walkComposer,
  'create-league': walkCreateLeague,
  'active-group': walkActiveGroup,
  welcome: walkWelcome,
  invite: walkInvite,
  join: walkJoin,
  deadline: walkDeadline,
  'option-picker': walkOptionPicker,
  chat: walkChat,
  'notification-preferences': walkNotificationPreferences,
  'competition-file': walkCompetitionFile,
  'option-board': walkOptionBoard,
  'import-competition': walkImportCompetition,
  'digit-pad': walkDigitPad,
  'result-entry': walkResultEntry,
  'sign-in': walkSignIn,
  'social-login': walkSocialLogin,
  'game-type-picker': walkGameTypePicker,
  upload: walkUpload,
  wizard: walkWizard,
};

test.each(Object.entries(walked))('%s', (_, walk) => walk(fixture));
for (const [name, walk] of Object.entries(walkedInFull)) fullTest(name, () => walk(fixture));

/** The machines that are not walked here, and why. */
const elsewhere = {
  'they have no screen of their own':
    'app connection item-lifecycle outbox params port read-receipts row-refresh session uploads',
  'new-version’s journey replaces a page whose build is gone': 'app-update',
  'the chat’s journey opens it by its button and by holding a message': 'message-menu',
  'the results’ journey enters, reloads and publishes a round': 'round-results',
  'the notifications’ journey opens, hides and leaves their list': 'notification-visit',
  'push’s journey turns it on; the browser’s own dialog asks nobody here': 'push-subscription',
  'push’s journey answers the offer both ways': 'push-offer',
  'install’s journey answers the offer both ways, and takes its steps': 'install-offer',
  'the share target’s journey shares into a chat, and gives it up': 'share-target',
  'the seals’ journey finds all of them right, one that is not, and asks again once the line is back':
    'seal-check',
  'the what-ifs’ journey switches the table there and back, and changes rules': 'projected-table rules-lab',
  'print’s journey loads a league, and has the device print it': 'print-league',
  'the statistics’ journey plays, pauses and drags it': 'race',
  'the native shell’s journey opens its links and goes back, and has both alerts':
    'native-shell store-update',
  'back’s journey opens each thing that Back closes': 'back-stack',
  'bet’s walk shows its values and the banner of what is pending, draft-recovery its drafts': 'bet-registry',
};

test('each machine is walked here or has a reason', () => {
  const files = readdirSync(new URL('../../machines', import.meta.url)).map((file) =>
    file.replace('.ts', ''),
  );
  const others = Object.values(elsewhere).flatMap((names) => names.split(' '));
  expect([...Object.keys({ ...walked, ...walkedInFull }), ...others].toSorted()).toEqual(files.toSorted());
});
