import type { MessageKey } from '#i18n/keys.ts';
import { t } from '#tests/support/translations.ts';

const current = (name: MessageKey) => `link current=page: ${t(name)}`;
/** A screen under the top bar, whose menu is closed. */
const screen = (...more: string[]) => ['button not expanded', ...more];
const under = (tab: MessageKey, ...more: string[]) => screen(current(tab), ...more);
/** One of several tabs, chips or choices. */
const tab = (name: MessageKey) => [`tab selected: ${t(name)}`, 'tab not selected'];
const chip = (name: MessageKey) => [`radio checked: ${t(name)}`, 'radio not checked'];
const ticked = (name: string) => `checkbox checked: ${name}`;
/** Options that are tapped to be chosen. */
const chosen = (...names: string[]) => [
  ...names.map((name) => `button pressed: ${name}`),
  'button not pressed',
];
const statusOf = (text: string) => `status: ${text}`;
const alerts = (...texts: MessageKey[]) => `alert: ${texts.map((text) => t(text)).join(' ')}`;

/** The blocker of a slide of the wizard; a name is a separate part. */
const blocked = (kind: 'noLeague' | 'noOpponent' | 'noPartner', name = '') =>
  statusOf(t(`wizardBlocked.${kind}`, { name }).trim());

/** Every kind of notification is on by default. */
const notificationKinds = (
  ['comment', 'invited', 'joined', 'pinned', 'new_game', 'closing', 'results', 'correction'] as const
).map((kind) => ticked(t(`telling.${kind}`)));

/** The notification settings in the profile: every kind, of every league, but not at night. */
const toldOf = [
  ...notificationKinds,
  ...['מונדיאל של החבר׳ה', 'הליגה של אשתקד', 'זוגות', 'עוד ליגה'].map(ticked),
  ticked(`${t('quiet.night')} ${t('quiet.nightText')}`),
  'checkbox not checked',
];

const halfAPair = [
  ...chosen('אבי', 'בני', 'גיא'),
  statusOf(t('pairsCount', { count: 1 })),
  blocked('noPartner', 'גיא'),
];

/** The ARIA states of each scene, since its look means nothing to a screen reader. */
export const sceneStates: Readonly<Record<string, readonly string[]>> = {
  'sign-in': [],
  'sign-in, refused': [alerts('problem.phone')],
  'sign-in, second step': [],
  'the rules': under('tabMain'),
  'the terms': screen(),
  'the accessibility statement': screen(),
  'leagues, for a guest': under('tabSearch'),
  'a private league': under('tabMain'),
  'a guest’s notifications': under('tabNotifications'),
  'an invitation, for a guest': screen(),
  'an invitation, at sign-in': [],
  'an invitation to nothing, at sign-in': [alerts('joinCodeUnknown')],
  // The bar of live matches.
  'the feed': under('tabMain', 'status: הולנד 2 1 שוודיה עכשיו'),
  // The pad writes into this cell, and marks the cell's digit among its own.
  'the digit pad': under(
    'tabMain',
    'button expanded: גרמניה',
    'button not pressed',
    'status: הולנד 2 1 שוודיה עכשיו',
  ),
  'a card’s menu': [],
  'a post’s options': [],
  'the feed’s end': under('tabMain', 'status: הולנד 2 1 שוודיה עכשיו'),
  'games to bet': under('tabMain'),
  'one game': under('tabMain', current('view')),
  'a game’s words': [],
  'a match before': under('tabMain'),
  'a match in play': under('tabMain'),
  'a match’s seals': under('tabMain', statusOf(t('seal.match', { count: 8 }))),
  'a match that is over': under('tabMain'),
  'a result that is objected to': under('tabMain'),
  'an objection': [],
  'a final result': under('tabMain'),
  'a match’s menu': [],
  'a vote': under('tabMain', 'button not pressed'),
  'a balance': under('tabMain'),
  'an option’s menu': [],
  'a match’s words': [],
  numbers: under('tabMain'),
  'a chat, empty': [current('openItem')],
  'a chat': [],
  'a message’s actions': [],
  'a chat, with a picture to send': [],
  'a chat that does not come': [alerts('chatLost', 'failure.unreadable', 'retry')],
  'a start': [],
  'a result': [],
  'a void': [],
  'another date': ['button not pressed'],
  'a round’s results': ['button expanded: הולנד', 'button not expanded', 'button not pressed'],
  'which game’s table': chip('wholeSeason'),
  'a league’s table': under('tabMain', ...tab('standings'), 'checkbox not checked'),
  'the table, if its matches end like this': under('tabMain', ...tab('standings'), ticked(t('ifItEnds'))),
  'its games': under('tabMain', ...tab('games'), ...chip('gameState.all')),
  'its members': under('tabMain', ...tab('membersTab')),
  'somebody’s points': tab('pointsTab'),
  'somebody’s numbers': tab('numbers'),
  'its numbers': [],
  'its race as a table': [],
  'numbers of a league without any': [],
  'the table of a game that is over': under('tabMain', ...tab('standings')),
  'its rules lab': [],
  'its games that are over': under('tabMain', ...tab('games'), ...chip('gameState.ended')),
  'its link, to scan': [],
  'a league that is closed': under('tabMain', ...tab('standings')),
  'a league that asked us in': under('tabMain'),
  'its settings': [],
  'before its owner leaves': [],
  'a league to print': [statusOf(t('printReady', { count: 12 }))],
  'its words': [ticked(t('leagueActive')), 'checkbox not checked'],
  'its next owner': [],
  'its next tournament': ['radio not checked'],
  'a tournament’s points': [],
  'a tournament from a file': [],
  'a file of matches, checked': [statusOf(t('fileSound'))],
  'new teams of a file': [
    ticked(`${t('tournamentQuestions', { count: 1 })} ${t('tournamentQuestionsHint')}`),
  ],
  'what a changed file changes': [statusOf(t('fileSound'))],
  'a file with problems': [`alert: ${t('fileFaulty', { count: 3 })}`],
  'wizard: the league': ['radio not checked', blocked('noLeague')],
  'wizard: the type': [],
  'wizard: the rules': [
    'button not pressed',
    ticked('להסתיר ניחושים עד ההתחלה'),
    'checkbox not checked',
    'radio checked: לפי סדר הבחירה',
    'radio not checked',
  ],
  'wizard: the matches': [
    ...chosen('איראן'),
    statusOf(`איראן ${t('matchAway')}`),
    blocked('noOpponent', 'איראן '),
  ],
  'wizard: the order': ['button not pressed'],
  'wizard: a kept draft': [],
  'wizard: a game, just made': [],
  'wizard: pairs': halfAPair,
  'wizard: pictures of options': halfAPair,
  'wizard: a rule from a list of people': ['radio not checked'],
  'wizard: a new type': [],
  'wizard: a new rule': ['checkbox not checked'],
  'the menu': [],
  'a new league': ['checkbox not checked'],
  'a new league, let go': [],
  groups: screen(),
  'groups, to a league': screen(),
  'a group': screen(),
  'its settings, of a group': [],
  'a group that is not mine': under('myFriends'),
  'a new group': [],
  'a code to type': screen(),
  'an invitation': screen(),
  notifications: under('tabNotifications'),
  'who has not bet': under('tabMain', current('view')),
  'my profile': under('tabProfile', ...toldOf),
  'my profile, to install the app': under('tabProfile', ...toldOf),
  'my profile, on an iPhone': under('tabProfile', ...toldOf),
  'what was shared': screen(alerts('pictureNotOne')),
  'nothing that was shared': screen(),
  'my points, as a table': under('tabProfile', ...toldOf),
  'my account, on its way out': [],
  'my name': [],
  'somebody’s profile': screen(),
  leagues: under('tabSearch'),
  welcome: [],
  'welcome: friends': [],
  'a name, asked': [],
  'nothing here': under('tabMain'),
  'staff: leagues': screen(...tab('tabSearch')),
  'staff: posts': screen(...tab('postsForEveryone')),
  'staff: types': screen(...tab('gameTypes')),
  'staff: rules': screen(...tab('gameTypes')),
  'staff: people': screen(...tab('staffMembers')),
  'staff: a new one': [],
  'the feed beside the table': under('tabMain', 'status: הולנד 2 1 שוודיה עכשיו'),
  'a match beside the feed': under('tabMain', 'status: הולנד 2 1 שוודיה עכשיו'),
  'a match and its chat beside the table': under(
    'tabMain',
    // The match that is open.
    `button current: ${t('openItem')}`,
    'button expanded: לשיחה',
    'status: הולנד 2 1 שוודיה עכשיו',
  ),
};

/**
 * The hints of all scenes' fields: keyboard, autofill and direction. Of other elements, those that are always left to
 * right.
 */
export const sceneFields: Readonly<Record<string, readonly string[]>> = {
  'tel, tel, ltr': [t('cellphone')],
  'numeric, one-time-code, ltr': [t('pincode')],
  name: [t('name')],
  'off, ltr': [t('joinCode')],
  // Numbers.
  'numeric, off, ltr': [
    'הולנד',
    t('lab.pts_difference'),
    t('lab.pts_outcome'),
    t('groupMembersCount'),
    t('rounds'),
    t('lab.multiplier'),
    'שוודיה',
    t('lab.underdog'),
    t('lab.pts_exact'),
  ],
  // Filled fields have the direction of their text.
  auto: [t('leagueDescription'), t('name'), t('leagueName'), t('roundName'), t('description')],
  // Fields that are empty, have a day, or are of another person.
  '': [
    t('shortStatusText'),
    t('filePaste'),
    t('gameTimeDisplay'),
    t('search'),
    t('searchGames'),
    t('cellphone'),
    t('searchOrGuest'),
    t('writeMessage'),
    t('itemRuleValue'),
    t('objection.words'),
    t('itemRuleName'),
    t('itemRuleKey'),
    t('itemRuleChoices'),
    t('gameDate'),
    'מתי: אוסטריה · אנגליה',
    'מתי: איראן · אורוגוואי',
    'סגירת הניחושים',
    t('whatWeAreBettingOn'),
    t('clanName'),
    t('fileTournamentName'),
    t('leagueName'),
    t('itemTypeName'),
  ],
  // Digits of the pad and of a time, codes, programs, and a phone number in a sentence.
  ltr: ['code', 'div', 'pre', 'span', t('hours')],
};
