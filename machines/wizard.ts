import { assign, sendTo, setup } from 'xstate';
import { slideToFix } from '#domain/wizard/draft-edits.ts';
import {
  draftOf,
  toGameInput,
  hasValidRules,
  isArrangeable,
  isComplete,
  type GameDraft,
  type Slide,
} from '#domain/wizard/game-draft.ts';
import * as making from '#domain/wizard/wizard-context.ts';
import type { DraftKey, Organizer, WizardContext, WizardEdit } from '#domain/wizard/wizard-context.ts';
import type { Post } from '#contract/models.ts';
import { createGame, type CreateGameResult } from './create-game.ts';
import { createLeague } from './create-league.ts';
import { optionPicker } from './option-picker.ts';
import { port, streamPort, setupTypes } from './port.ts';
import { gameTypePicker, type ChosenGameType } from './game-type-picker.ts';

/** What the device's keeper hears; null is nothing to keep. */
export type StoreGameDraft = { type: 'draft.keep'; draft: GameDraft | null };
export type WizardOutput = { readonly outcome: 'made'; readonly post: Post } | { readonly outcome: 'closed' };
type Events = WizardEdit | { type: `wizard.${'proceed' | 'back' | 'create' | 'restart' | 'close'}` };

const charts = setup({
  types: setupTypes<{
    context: WizardContext;
    events: Events;
    input: DraftKey & Organizer;
    output: WizardOutput;
    tags: Slide | 'busy' | 'failed';
    children: {
      keeper: 'keeper';
      maker: 'leagueMaker';
      shelf: 'typeShelf';
      picker: 'optionPicker';
    };
  }>(),
  actors: {
    leagueMaker: createLeague,
    typeShelf: gameTypePicker,
    optionPicker,
    gameMaker: createGame,
    loadDraft: port<GameDraft | null, DraftKey>('loadDraft'),
    keeper: streamPort<Events, DraftKey, StoreGameDraft>('keeper'),
  },
  delays: { shortPatience: 3000 },
  guards: {
    opensAt: ({ context }, { slide }: { slide: Slide }) => making.openingSlide(context) === slide,
    mayChooseLeague: ({ context }) => making.canChooseLeague(context),
    hasLeague: ({ context }) => context.league !== null,
    isDeep: ({ context }) => context.path.length > 0,
    isShelf: (_, { type }: ChosenGameType) => making.isCategory(type),
    mayEdit: ({ context }, edit: WizardEdit) => making.applyEdit(context, edit) !== null,
    isValid: ({ context }) => hasValidRules(context),
    isArrangeable: ({ context }) => isArrangeable(context),
    isReady: ({ context }) => isComplete(context),
    /** Made, or refused for what can be mended on that slide. */
    endsAt: (_, { end, at }: { end: CreateGameResult; at: 'made' | Slide }) =>
      (end.outcome === 'made' ? 'made' : slideToFix(end.failure)) === at,
  },
  actions: {
    takeDraft: assign(({ context }, { draft }: { draft: GameDraft | null }) =>
      making.restoreDraft(context, draft),
    ),
    turnTo: assign((_, { slide }: { slide: Slide }) => ({ slide })),
    edit: assign(({ context }, edit: WizardEdit) => making.applyEdit(context, edit) ?? {}),
    takeType: assign(({ context }, shelf: ChosenGameType) => making.chooseType(context, shelf)),
    goUp: assign(({ context }) => ({ path: context.path.slice(0, -1) })),
    touchAll: assign(({ context }) => ({ touched: context.rules.map(({ key }) => key) })),
    fit: assign(({ context }) => making.fitToRules(context)),
    takeEnd: assign((_, end: CreateGameResult) =>
      end.outcome === 'made' ? { post: end.post } : making.withFailure(end.failure),
    ),
    startOver: assign(({ context }) => making.startContext(context)),
    keep: sendTo('keeper', ({ context }) => ({ type: 'draft.keep', draft: draftOf(context) })),
    forget: sendTo('keeper', { type: 'draft.keep', draft: null }),
  },
});

const createdOutput = ({ context }: { context: WizardContext }) => ({ outcome: 'made', post: context.post });
type DoneEvent<Output> = { event: { output: Output } };
const outputOf = <Output>({ event }: DoneEvent<Output>) => event.output;
const editOf = ({ event }: { event: WizardEdit }) => event;
const onEdit = {
  guard: { type: 'mayEdit', params: editOf },
  actions: [{ type: 'edit', params: editOf }, 'keep'],
} as const;
const storeChosenType = { type: 'takeType', params: outputOf<ChosenGameType> } as const;
const storeResult = { type: 'takeEnd', params: outputOf<CreateGameResult> } as const;
const onResultFor = (at: 'made' | Slide) =>
  ({
    guard: {
      type: 'endsAt',
      params: ({ event }: DoneEvent<CreateGameResult>) => ({ end: event.output, at }),
    },
    target: `#wizard.${at}`,
    actions: storeResult,
  }) as const;
/** Each slide that is turned to is where a reload begins. */
const showSlide = (slide: Slide) => [{ type: 'turnTo', params: { slide } } as const, 'keep' as const];
const toOpeningSlide = (slide: Slide) =>
  ({ guard: { type: 'opensAt', params: { slide } }, target: slide }) as const;

/**
 * Making a game, one question a slide: league, type, rules, options, order.
 * Whatever was chosen is kept on the device until the game is made: no reload, login or failure loses it.
 */
export const wizard = charts.createMachine({
  id: 'wizard',
  context: ({ input: { leagues, staff, ...opened } }) => making.startContext({ leagues, staff, opened }),
  invoke: {
    id: 'keeper',
    src: 'keeper',
    input: ({ context }) => context.opened,
    onError: {}, // Without it the draft lasts only as long as the page.
  },
  on: {
    'wizard.restart': { target: '.opening', actions: 'startOver' },
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
        toOpeningSlide('reorder'),
        toOpeningSlide('options'),
        toOpeningSlide('settings'),
        toOpeningSlide('types'),
        { target: 'sections' },
      ],
    },
    sections: {
      tags: 'sections',
      entry: showSlide('sections'),
      invoke: { id: 'maker', src: 'leagueMaker', input: ({ self }) => ({ parent: self }), onError: {} },
      on: {
        'league.choose': onEdit,
        'league.created': { actions: onEdit.actions },
        'wizard.proceed': { guard: 'hasLeague', target: 'types' },
      },
    },
    types: {
      tags: 'types',
      entry: showSlide('types'),
      // A new shelf for each step down or up the tree.
      invoke: {
        id: 'shelf',
        src: 'typeShelf',
        input: ({ context: { path, staff } }) => ({ parent: path.at(-1)?.id ?? 0, staff }),
        onDone: [
          {
            guard: { type: 'isShelf', params: outputOf<ChosenGameType> },
            target: 'types',
            reenter: true,
            actions: storeChosenType,
          },
          { target: 'settings', actions: storeChosenType },
        ],
        onError: {},
      },
      on: {
        'wizard.back': [
          { guard: 'isDeep', target: 'types', reenter: true, actions: 'goUp' },
          { guard: 'mayChooseLeague', target: 'sections' },
        ],
      },
    },
    settings: {
      tags: 'settings',
      entry: showSlide('settings'),
      on: {
        'rule.change': onEdit,
        'rule.made': onEdit,
        'rule.blur': { actions: onEdit.actions },
        'wizard.back': 'types',
        'wizard.proceed': [{ guard: 'isValid', target: 'options', actions: 'fit' }, { actions: 'touchAll' }],
      },
    },
    options: {
      tags: 'options',
      entry: showSlide('options'),
      invoke: {
        id: 'picker',
        src: 'optionPicker',
        input: ({ context, self }) => ({ parent: self, section: context.league?.id ?? 0 }),
        onError: {},
      },
      on: {
        'option.toggle': onEdit,
        'option.made': onEdit,
        'option.pictured': { actions: onEdit.actions },
        'match.pick': onEdit,
        'match.remove': onEdit,
        'date.change': onEdit,
        'wizard.back': 'settings',
        'wizard.proceed': { guard: 'isArrangeable', target: 'reorder' },
      },
    },
    reorder: {
      tags: 'reorder',
      entry: showSlide('reorder'),
      initial: 'editing',
      states: {
        editing: {
          initial: 'ready',
          on: {
            'option.move': onEdit,
            'date.change': onEdit,
            'wizard.back': '#wizard.options',
            'wizard.create': { guard: 'isReady', target: 'creating' },
          },
          states: { ready: {}, failed: { tags: 'failed' } },
        },
        creating: {
          tags: 'busy',
          invoke: {
            id: 'gameMaker',
            src: 'gameMaker',
            input: ({ context }) => ({ game: toGameInput(context) }),
            onDone: [
              onResultFor('made'),
              onResultFor('settings'),
              onResultFor('options'),
              { target: 'editing.failed', actions: storeResult },
            ],
            onError: 'editing.failed',
          },
          // What is on its way may be made all the same.
          on: { 'wizard.restart': {} },
        },
      },
    },
    made: { type: 'final', entry: 'forget', output: createdOutput },
    closed: { type: 'final', output: { outcome: 'closed' } },
  },
  // Each end has its own.
  output: ({ event }) => event.output as WizardOutput,
});
