import { assign, sendTo, setup } from 'xstate';
import { slideOf } from '#contract/draft-edits.ts';
import {
  draftOf,
  gameOf,
  hasValidRules,
  isArrangeable,
  isReady,
  type GameDraft,
  type Slide,
} from '#contract/game-draft.ts';
import * as making from '#contract/making.ts';
import type { DraftKey, Maker, Making, MakingEdit } from '#contract/making.ts';
import type { Post } from '#contract/models.ts';
import { gameMaker, type GameMade } from './game-maker.ts';
import { leagueMaker } from './league-maker.ts';
import { optionPicker } from './option-picker.ts';
import { port, streamPort, setupTypes } from './port.ts';
import { typeShelf, type ShelfOutput } from './type-shelf.ts';

/** What the device's keeper hears; null is nothing to keep. */
export type KeepGame = { type: 'draft.keep'; draft: GameDraft | null };
export type WizardOutput = { readonly outcome: 'made'; readonly post: Post } | { readonly outcome: 'closed' };
type Events = MakingEdit | { type: `wizard.${'proceed' | 'back' | 'create' | 'restart' | 'close'}` };

const charts = setup({
  types: setupTypes<{
    context: Making;
    events: Events;
    input: DraftKey & Maker;
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
    leagueMaker,
    typeShelf,
    optionPicker,
    gameMaker,
    loadDraft: port<GameDraft | null, DraftKey>('loadDraft'),
    keeper: streamPort<Events, DraftKey, KeepGame>('keeper'),
  },
  delays: { shortPatience: 3000 },
  guards: {
    opensAt: ({ context }, { slide }: { slide: Slide }) => making.opensOn(context) === slide,
    mayChooseLeague: ({ context }) => making.mayChooseLeague(context),
    hasLeague: ({ context }) => context.league !== null,
    isDeep: ({ context }) => context.path.length > 0,
    isShelf: (_, { type }: ShelfOutput) => making.isShelf(type),
    mayEdit: ({ context }, edit: MakingEdit) => making.changed(context, edit) !== null,
    isValid: ({ context }) => hasValidRules(context),
    isArrangeable: ({ context }) => isArrangeable(context),
    isReady: ({ context }) => isReady(context),
    /** Made, or refused for what can be mended on that slide. */
    endsAt: (_, { end, at }: { end: GameMade; at: 'made' | Slide }) =>
      (end.outcome === 'made' ? 'made' : slideOf(end.failure)) === at,
  },
  actions: {
    takeDraft: assign(({ context }, { draft }: { draft: GameDraft | null }) =>
      making.resumed(context, draft),
    ),
    turnTo: assign((_, { slide }: { slide: Slide }) => ({ slide })),
    edit: assign(({ context }, edit: MakingEdit) => making.changed(context, edit) ?? {}),
    takeType: assign(({ context }, shelf: ShelfOutput) => making.chosen(context, shelf)),
    goUp: assign(({ context }) => ({ path: context.path.slice(0, -1) })),
    touchAll: assign(({ context }) => ({ touched: context.rules.map(({ key }) => key) })),
    fit: assign(({ context }) => making.fit(context)),
    takeEnd: assign((_, end: GameMade) =>
      end.outcome === 'made' ? { post: end.post } : making.refusedBy(end.failure),
    ),
    startOver: assign(({ context }) => making.begun(context)),
    keep: sendTo('keeper', ({ context }) => ({ type: 'draft.keep', draft: draftOf(context) })),
    forget: sendTo('keeper', { type: 'draft.keep', draft: null }),
  },
});

const made = ({ context }: { context: Making }) => ({ outcome: 'made', post: context.post });
type Done<Output> = { event: { output: Output } };
const output = <Output>({ event }: Done<Output>) => event.output;
const edit = ({ event }: { event: MakingEdit }) => event;
const edits = {
  guard: { type: 'mayEdit', params: edit },
  actions: [{ type: 'edit', params: edit }, 'keep'],
} as const;
const takeType = { type: 'takeType', params: output<ShelfOutput> } as const;
const takeEnd = { type: 'takeEnd', params: output<GameMade> } as const;
const endsAt = (at: 'made' | Slide) =>
  ({
    guard: { type: 'endsAt', params: ({ event }: Done<GameMade>) => ({ end: event.output, at }) },
    target: `#wizard.${at}`,
    actions: takeEnd,
  }) as const;
/** Each slide that is turned to is where a reload begins. */
const turnTo = (slide: Slide) => [{ type: 'turnTo', params: { slide } } as const, 'keep' as const];
const opensAt = (slide: Slide) => ({ guard: { type: 'opensAt', params: { slide } }, target: slide }) as const;

/**
 * Making a game, one question a slide: league, type, rules, options, order.
 * Whatever was chosen is kept on the device until the game is made: no reload, login or failure loses it.
 */
export const wizard = charts.createMachine({
  id: 'wizard',
  context: ({ input: { leagues, staff, ...opened } }) => making.begun({ leagues, staff, opened }),
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
        opensAt('reorder'),
        opensAt('options'),
        opensAt('settings'),
        opensAt('types'),
        { target: 'sections' },
      ],
    },
    sections: {
      tags: 'sections',
      entry: turnTo('sections'),
      invoke: { id: 'maker', src: 'leagueMaker', input: ({ self }) => ({ parent: self }), onError: {} },
      on: {
        'league.choose': edits,
        'league.made': { actions: edits.actions },
        'wizard.proceed': { guard: 'hasLeague', target: 'types' },
      },
    },
    types: {
      tags: 'types',
      entry: turnTo('types'),
      // A new shelf for each step down or up the tree.
      invoke: {
        id: 'shelf',
        src: 'typeShelf',
        input: ({ context: { path, staff } }) => ({ parent: path.at(-1)?.id ?? 0, staff }),
        onDone: [
          {
            guard: { type: 'isShelf', params: output<ShelfOutput> },
            target: 'types',
            reenter: true,
            actions: takeType,
          },
          { target: 'settings', actions: takeType },
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
      entry: turnTo('settings'),
      on: {
        'rule.change': edits,
        'rule.made': edits,
        'rule.blur': { actions: edits.actions },
        'wizard.back': 'types',
        'wizard.proceed': [{ guard: 'isValid', target: 'options', actions: 'fit' }, { actions: 'touchAll' }],
      },
    },
    options: {
      tags: 'options',
      entry: turnTo('options'),
      invoke: {
        id: 'picker',
        src: 'optionPicker',
        input: ({ context, self }) => ({ parent: self, section: context.league?.id ?? 0 }),
        onError: {},
      },
      on: {
        'option.toggle': edits,
        'option.made': edits,
        'option.pictured': { actions: edits.actions },
        'match.pick': edits,
        'match.remove': edits,
        'date.change': edits,
        'wizard.back': 'settings',
        'wizard.proceed': { guard: 'isArrangeable', target: 'reorder' },
      },
    },
    reorder: {
      tags: 'reorder',
      entry: turnTo('reorder'),
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
            id: 'gameMaker',
            src: 'gameMaker',
            input: ({ context }) => ({ game: gameOf(context) }),
            onDone: [
              endsAt('made'),
              endsAt('settings'),
              endsAt('options'),
              { target: 'editing.failed', actions: takeEnd },
            ],
            onError: 'editing.failed',
          },
          // What is on its way may be made all the same.
          on: { 'wizard.restart': {} },
        },
      },
    },
    made: { type: 'final', entry: 'forget', output: made },
    closed: { type: 'final', output: { outcome: 'closed' } },
  },
  // Each end has its own.
  output: ({ event }) => event.output as WizardOutput,
});
