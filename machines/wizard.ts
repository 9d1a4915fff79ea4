import { assign, sendTo, setup } from 'xstate';
import { slideToFix } from '#domain/wizard/draft-edits.ts';
import {
  draftOf,
  toGameInput,
  hasValidRules,
  isArrangeable,
  isBegun,
  isComplete,
  offersCatalogue,
  type GameDraft,
  type Slide,
} from '#domain/wizard/game-draft.ts';
import * as wizardContext from '#domain/wizard/wizard-context.ts';
import type { DraftKey, Organizer, WizardContext, WizardEdit } from '#domain/wizard/wizard-context.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { GameInput } from '#contract/make-game-calls.ts';
import type { Post } from '#contract/models.ts';
import { createLeague } from './create-league.ts';
import { optionPicker } from './option-picker.ts';
import { eventOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes, storedValue } from './port.ts';
import { gameTypePicker, type ChosenGameType } from './game-type-picker.ts';

export type WizardOutput =
  | { readonly outcome: 'created'; readonly post: Post }
  | { readonly outcome: 'closed' };
type Events = WizardEdit | { type: `wizard.${'proceed' | 'back' | 'create' | 'restart' | 'close'}` };

const draft = storedValue<GameDraft, DraftKey>('game draft');

const charts = setup({
  types: setupTypes<{
    context: WizardContext;
    events: Events;
    input: DraftKey & Organizer;
    output: WizardOutput;
    tags: Slide | 'resuming' | 'busy' | 'failed';
    children: {
      draftStore: 'draftStore';
      createLeague: 'createLeague';
      gameTypePicker: 'gameTypePicker';
      optionPicker: 'optionPicker';
    };
  }>(),
  actors: {
    createLeague,
    gameTypePicker,
    optionPicker,
    createGame: port<Post, GameInput>('createGame'),
    loadDraft: draft.load,
    draftStore: draft.keep,
  },
  guards: {
    hasChosenType: (_, stored: GameDraft | null) => stored?.type != null,
    isOpeningSlide: ({ context }, slide: Slide) => wizardContext.openingSlide(context) === slide,
    canChooseLeague: ({ context }) => wizardContext.canChooseLeague(context),
    isBegun: ({ context }) => isBegun(context),
    hasLeague: ({ context }) => context.league !== null,
    hasParentType: ({ context }) => context.path.length > 0,
    isCategory: (_, { type }: ChosenGameType) => wizardContext.isCategory(type),
    canApplyEdit: ({ context }, edit: WizardEdit) => wizardContext.applyEdit(context, edit) !== null,
    hasValidRules: ({ context }) => hasValidRules(context),
    isArrangeable: ({ context }) => isArrangeable(context),
    isComplete: ({ context }) => isComplete(context),
    isFixedOn: (_, { failure, slide }: { failure: Failure; slide: Slide }) => slideToFix(failure) === slide,
  },
  actions: {
    restoreDraft: assign(({ context }, stored: GameDraft | null) =>
      wizardContext.restoreDraft(context, stored),
    ),
    setSlide: assign((_, slide: Slide) => ({ slide })),
    applyEdit: assign(({ context }, edit: WizardEdit) => wizardContext.applyEdit(context, edit) ?? {}),
    storeChosenType: assign(({ context }, chosen: ChosenGameType) =>
      wizardContext.chooseType(context, chosen),
    ),
    goToParentType: assign(({ context }) => ({ path: context.path.slice(0, -1) })),
    touchAllRules: assign(({ context }) => ({ touched: context.rules.map(({ key }) => key) })),
    fitGroups: assign(({ context }) => wizardContext.fitToRules(context)),
    storePost: assign((_, post: Post) => ({ post })),
    storeFailure: assign((_, failure: Failure) => wizardContext.withFailure(failure)),
    resetDraft: assign(({ context }) => wizardContext.startContext(context)),
    persistDraft: sendTo('draftStore', ({ context }) => ({ type: 'value.keep', value: draftOf(context) })),
    clearStoredDraft: sendTo('draftStore', { type: 'value.keep', value: null }),
  },
});

const applyEdit = [{ type: 'applyEdit', params: eventOf<WizardEdit> }, 'persistDraft'] as const;
const onEdit = { guard: { type: 'canApplyEdit', params: eventOf<WizardEdit> }, actions: applyEdit } as const;
const restoreDraft = { type: 'restoreDraft', params: outputOf } as const;
const storeChosenType = { type: 'storeChosenType', params: outputOf<ChosenGameType> } as const;
const onRefusalFixedOn = (slide: Slide) =>
  ({
    guard: {
      type: 'isFixedOn',
      params: ({ event }: { event: { error: unknown } }) => ({ failure: asFailure(event.error), slide }),
    },
    target: `#wizard.${slide}`,
    actions: storeFailure,
  }) as const;
/** Stores the slide, so that a reload reopens it. */
const showSlide = (slide: Slide) => [{ type: 'setSlide', params: slide }, 'persistDraft'] as const;
const toOpeningSlide = (slide: Slide) =>
  ({ guard: { type: 'isOpeningSlide', params: slide }, target: slide }) as const;

/**
 * Creates a game, one question per slide: league, type, rules, options, order.
 * The draft is stored on the device until the game is created, so that no reload, sign-in or failure loses it.
 */
export const wizard = charts.createMachine({
  id: 'wizard',
  context: ({ input: { leagues, staff, ...draftKey } }) =>
    wizardContext.startContext({ leagues, staff, draftKey }),
  invoke: {
    id: 'draftStore',
    src: 'draftStore',
    input: ({ context }) => context.draftKey,
    onError: {}, // If storing fails, the draft is lost on reload.
  },
  on: {
    'wizard.restart': { guard: 'isBegun', target: '.deciding', actions: 'resetDraft' },
    'wizard.close': '.closed',
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context }) => context.draftKey,
        onDone: [
          {
            guard: { type: 'hasChosenType', params: outputOf<GameDraft | null> },
            target: 'resuming',
            actions: restoreDraft,
          },
          { target: 'deciding', actions: restoreDraft },
        ],
        onError: 'deciding',
      },
    },
    // Asks before continuing a stored draft, which its member may have forgotten.
    resuming: { tags: 'resuming', on: { 'wizard.proceed': 'deciding' } },
    deciding: {
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
      invoke: {
        id: 'createLeague',
        src: 'createLeague',
        input: ({ self }) => ({ parent: self }),
        onError: {},
      },
      on: {
        'league.choose': onEdit,
        'league.created': { actions: applyEdit },
        'wizard.proceed': { guard: 'hasLeague', target: 'types' },
      },
    },
    types: {
      tags: 'types',
      entry: showSlide('types'),
      // One picker per level of the tree.
      invoke: {
        id: 'gameTypePicker',
        src: 'gameTypePicker',
        input: ({ context: { path, staff } }) => ({ parent: path.at(-1)?.id ?? 0, staff }),
        onDone: [
          {
            guard: { type: 'isCategory', params: outputOf<ChosenGameType> },
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
          { guard: 'hasParentType', target: 'types', reenter: true, actions: 'goToParentType' },
          { guard: 'canChooseLeague', target: 'sections' },
        ],
      },
    },
    settings: {
      tags: 'settings',
      entry: showSlide('settings'),
      on: {
        'rule.change': onEdit,
        'rule.created': onEdit,
        'rule.blur': { actions: applyEdit },
        'wizard.back': 'types',
        'wizard.proceed': [
          { guard: 'hasValidRules', target: 'options', actions: 'fitGroups' },
          { actions: 'touchAllRules' },
        ],
      },
    },
    options: {
      tags: 'options',
      entry: showSlide('options'),
      invoke: {
        id: 'optionPicker',
        src: 'optionPicker',
        input: ({ context, self }) => ({
          parent: self,
          league: context.league?.id ?? 0,
          offersAll: offersCatalogue(context),
        }),
        onError: {},
      },
      on: {
        'option.toggle': onEdit,
        'option.entered': onEdit,
        'option.pictureChanged': { actions: applyEdit },
        'side.select': onEdit,
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
            'wizard.create': { guard: 'isComplete', target: 'creating' },
          },
          states: { ready: {}, failed: { tags: 'failed' } },
        },
        creating: {
          tags: 'busy',
          invoke: {
            id: 'createGame',
            src: 'createGame',
            input: ({ context }) => toGameInput(context),
            onDone: { target: '#wizard.created', actions: { type: 'storePost', params: outputOf } },
            onError: [
              onRefusalFixedOn('settings'),
              onRefusalFixedOn('options'),
              { target: 'editing.failed', actions: storeFailure },
            ],
          },
          // The request in flight may still succeed.
          on: { 'wizard.restart': {} },
        },
      },
    },
    created: { type: 'final', entry: 'clearStoredDraft' },
    closed: { type: 'final' },
  },
  output: ({ context: { post } }) => (post ? { outcome: 'created', post } : { outcome: 'closed' }),
});
