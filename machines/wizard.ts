import { assign, sendTo, setup } from 'xstate';
import { edited, refusedOf, slideOf, withType, type DraftEdit, type Refused } from '#contract/draft-edits.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import {
  blankDraft,
  draftOf,
  gameOf,
  hasValidRules,
  isArrangeable,
  isMatches,
  isReady,
  playersOf,
  type GameDraft,
} from '#contract/game-draft.ts';
import { fitted } from '#contract/grouping.ts';
import type { GameInput, League, Post } from '#contract/models.ts';
import { leagueMaker, type LeagueNews } from './league-maker.ts';
import { optionPicker } from './option-picker.ts';
import { port, streamPort } from './port.ts';
import { typeShelf, type ShelfOutput } from './type-shelf.ts';

/** Whose draft it is, and the league that the wizard was opened in. */
export type DraftKey = { readonly member: number; readonly league: number | null };
/** What the device's keeper hears; null is nothing to keep. */
export type KeepGame = { type: 'draft.keep'; draft: GameDraft | null };
/** `leagues`: those the caller may run. */
export type WizardInput = DraftKey & { readonly leagues: readonly League[] };
export type WizardOutput = { readonly outcome: 'made'; readonly post: Post } | { readonly outcome: 'closed' };

type Context = GameDraft & {
  readonly opened: DraftKey;
  readonly leagues: readonly League[];
  readonly touched: readonly string[];
  readonly refused: Refused;
  readonly failure: Failure | null;
  readonly post: Post | null;
};
type Events =
  | DraftEdit
  | LeagueNews
  | { type: 'league.choose'; id: number }
  | { type: 'rule.blur'; key: string }
  | { type: 'wizard.proceed' }
  | { type: 'wizard.back' }
  | { type: 'wizard.create' }
  | { type: 'wizard.restart' }
  | { type: 'wizard.close' };

const leagueBy = (leagues: readonly League[], id: number | null | undefined) =>
  leagues.find((league) => league.id === id) ?? null;

const fresh = (opened: DraftKey, leagues: readonly League[]): Context => ({
  ...blankDraft,
  opened,
  leagues,
  league: leagueBy(leagues, opened.league),
  touched: [],
  refused: {},
  failure: null,
  post: null,
});

const charts = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as WizardInput,
    output: {} as WizardOutput,
    tags: {} as 'sections' | 'types' | 'settings' | 'options' | 'reorder' | 'busy' | 'failed',
    children: {} as {
      keeper: 'keeper';
      maker: 'leagueMaker';
      shelf: 'typeShelf';
      picker: 'optionPicker';
    },
  },
  actors: {
    leagueMaker,
    typeShelf,
    optionPicker,
    loadDraft: port<GameDraft | null, DraftKey>('loadDraft'),
    keeper: streamPort<Events, DraftKey, KeepGame>('keeper'),
    createGame: port<Post, GameInput>('createGame'),
  },
  delays: { patience: 20_000, shortPatience: 3000 },
  guards: {
    hasLeague: ({ context }) => context.league !== null,
    isOffered: ({ context }, { id }: { id: number }) => leagueBy(context.leagues, id) !== null,
    /** Not where the wizard was opened in a league. */
    mayChooseLeague: ({ context }) => leagueBy(context.leagues, context.opened.league) === null,
    isDeep: ({ context }) => context.path.length > 0,
    isShelf: (_, { type }: ShelfOutput) => type.subs > 0,
    hasType: ({ context: { league, type } }) => league !== null && type !== null,
    hasOptions: ({ context: { league, type, groups } }) =>
      league !== null && type !== null && groups.length > 0,
    isValid: ({ context }) => hasValidRules(context),
    mayEdit: ({ context }, edit: DraftEdit) => edited(context, edit) !== null,
    isArrangeable: ({ context }) => isArrangeable(context),
    isReady: ({ context }) => isReady(context),
    isMendedOn: (_, { failure, slide }: { failure: Failure; slide: string }) => slideOf(failure) === slide,
  },
  actions: {
    /** A league that the caller no longer runs is none to make games in. */
    takeDraft: assign(({ context }, { draft }: { draft: GameDraft | null }) => ({
      ...(draft && draftOf(draft)),
      league: leagueBy(context.leagues, draft?.league?.id) ?? context.league,
    })),
    chooseLeague: assign(({ context }, { id }: { id: number }) => ({
      league: leagueBy(context.leagues, id),
    })),
    takeLeague: assign(({ context }, { league }: LeagueNews) => ({
      leagues: [...context.leagues, league],
      league,
    })),
    goDown: assign(({ context }, { type }: ShelfOutput) => ({ path: [...context.path, type] })),
    goUp: assign(({ context }) => ({ path: context.path.slice(0, -1) })),
    takeType: assign(({ context }, { type, rules }: ShelfOutput) => ({
      ...withType(context, type, rules),
      touched: [],
    })),
    touch: assign(({ context }, { key }: { key: string }) => ({
      touched: [...new Set([...context.touched, key])],
    })),
    touchAll: assign(({ context }) => ({ touched: context.rules.map(({ key }) => key) })),
    edit: assign(({ context }, edit: DraftEdit) => edited(context, edit) ?? {}),
    fit: assign(({ context }) =>
      isMatches(context) ? {} : { groups: fitted(context.groups, playersOf(context)) },
    ),
    fail: assign((_, { failure }: { failure: Failure }) => ({ failure, refused: refusedOf(failure) })),
    takePost: assign((_, { post }: { post: Post }) => ({ post })),
    startOver: assign(({ context }) => fresh(context.opened, context.leagues)),
    keep: sendTo('keeper', ({ context }) => ({ type: 'draft.keep', draft: draftOf(context) })),
    forget: sendTo('keeper', { type: 'draft.keep', draft: null }),
  },
});

type Refusal = { event: { error: unknown } };
const failureOf = ({ event }: Refusal) => ({ failure: asFailure(event.error) });
const mended = (slide: 'settings' | 'options') =>
  ({
    guard: {
      type: 'isMendedOn',
      params: ({ event }: Refusal) => ({ failure: asFailure(event.error), slide }),
    },
    target: `#wizard.${slide}`,
    actions: { type: 'fail', params: failureOf },
  }) as const;
const given = <Event>({ event }: { event: Event }) => event;
const output = ({ event }: { event: { output: ShelfOutput } }) => event.output;
const edits = {
  guard: { type: 'mayEdit', params: given<DraftEdit> },
  actions: [{ type: 'edit', params: given<DraftEdit> }, 'keep'],
} as const;

/**
 * Making a game, one question a slide: league, type, rules, options, order.
 * Whatever was chosen is kept on the device until the game is made: no reload, login or failure loses it.
 */
export const wizard = charts.createMachine({
  id: 'wizard',
  context: ({ input: { leagues, ...opened } }) => fresh(opened, leagues),
  invoke: {
    id: 'keeper',
    src: 'keeper',
    input: ({ context }) => context.opened,
    // Without it the draft lasts only as long as the page.
    onError: {},
  },
  on: {
    'wizard.restart': { target: '.opening', actions: ['startOver', 'forget'] },
    'wizard.close': '.closed',
  },
  initial: 'remembering',
  states: {
    remembering: {
      tags: 'busy',
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context }) => context.opened,
        onDone: {
          target: 'opening',
          actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) },
        },
        onError: 'opening',
      },
      after: { shortPatience: 'opening' },
    },
    opening: {
      always: [
        { guard: 'hasOptions', target: 'options' },
        { guard: 'hasType', target: 'settings' },
        { guard: 'hasLeague', target: 'types' },
        { target: 'sections' },
      ],
    },
    sections: {
      tags: 'sections',
      invoke: { id: 'maker', src: 'leagueMaker', input: ({ self }) => ({ parent: self }), onError: {} },
      on: {
        'league.choose': {
          guard: { type: 'isOffered', params: given },
          actions: [{ type: 'chooseLeague', params: given }, 'keep'],
        },
        'league.made': { actions: [{ type: 'takeLeague', params: given }, 'keep'] },
        'wizard.proceed': { guard: 'hasLeague', target: 'types' },
      },
    },
    types: {
      tags: 'types',
      // A new shelf for each step down or up the tree.
      invoke: {
        id: 'shelf',
        src: 'typeShelf',
        input: ({ context }) => ({ parent: context.path.at(-1)?.id ?? 0 }),
        onDone: [
          {
            guard: { type: 'isShelf', params: output },
            target: 'types',
            reenter: true,
            actions: [{ type: 'goDown', params: output }, 'keep'],
          },
          { target: 'settings', actions: [{ type: 'takeType', params: output }, 'keep'] },
        ],
        onError: {},
      },
      on: {
        'wizard.back': [
          { guard: 'isDeep', target: 'types', reenter: true, actions: ['goUp', 'keep'] },
          { guard: 'mayChooseLeague', target: 'sections' },
        ],
      },
    },
    settings: {
      tags: 'settings',
      on: {
        'rule.change': edits,
        'rule.blur': { actions: { type: 'touch', params: given } },
        'wizard.back': 'types',
        'wizard.proceed': [
          { guard: 'isValid', target: 'options', actions: ['fit', 'keep'] },
          { actions: 'touchAll' },
        ],
      },
    },
    options: {
      tags: 'options',
      invoke: {
        id: 'picker',
        src: 'optionPicker',
        input: ({ context, self }) => ({ parent: self, section: context.league?.id ?? 0 }),
        onError: {},
      },
      on: {
        'option.toggle': edits,
        'option.made': edits,
        'match.pick': edits,
        'match.remove': edits,
        'date.change': edits,
        'wizard.back': 'settings',
        'wizard.proceed': { guard: 'isArrangeable', target: 'reorder' },
      },
    },
    reorder: {
      tags: 'reorder',
      initial: 'editing',
      states: {
        editing: {
          initial: 'ready',
          on: {
            'option.move': edits,
            'date.change': edits,
            'wizard.back': '#wizard.options',
            'wizard.create': { guard: 'isReady', target: 'creating' },
          },
          states: { ready: {}, failed: { tags: 'failed' } },
        },
        creating: {
          tags: 'busy',
          invoke: {
            id: 'createGame',
            src: 'createGame',
            input: ({ context }) => gameOf(context),
            onDone: {
              target: '#wizard.made',
              actions: [{ type: 'takePost', params: ({ event }) => ({ post: event.output }) }, 'forget'],
            },
            onError: [
              mended('settings'),
              mended('options'),
              { target: 'editing.failed', actions: { type: 'fail', params: failureOf } },
            ],
          },
          after: {
            patience: {
              target: 'editing.failed',
              actions: { type: 'fail', params: { failure: { kind: 'offline' } } },
            },
          },
          // What is on its way may be made all the same.
          on: { 'wizard.restart': {} },
        },
      },
    },
    made: { type: 'final', output: ({ context }) => ({ outcome: 'made', post: context.post as Post }) },
    closed: { type: 'final', output: { outcome: 'closed' } },
  },
  // Each end has its own.
  output: ({ event }) => event.output as WizardOutput,
});
