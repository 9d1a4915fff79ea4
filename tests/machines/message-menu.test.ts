import { expect } from 'vitest';
import { messageMenu } from '#machines/message-menu.ts';
import { after, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const startsPress = (message: string) => ({
  to: 'pressed',
  context: { message },
  waits: [{ event: { type: 'xstate.after.longPress.message-menu.pressed' }, ms: 450 }],
});
const opensMenu = (message: string) => ({ to: 'open', context: { message }, waits: [] });
const closesMenu = { to: 'closed', context: { message: null }, waits: [] };

testMachine(messageMenu, {
  inputs: { chat: undefined },
  fold: ({ message }) => message ?? 'none',
  events: {
    'a finger comes down on 5': { type: 'press.start', message: '5' },
    'the finger is lifted': { type: 'press.end' },
    'the finger stays': after('longPress', 450),
    'the button of 5': { type: 'menu.open', message: '5' },
    'a context menu on 6': { type: 'menu.open', message: '6' },
    close: { type: 'menu.close' },
  },
  becomes: {
    'start: chat': { to: 'closed', context: { message: null } },
    'closed + a finger comes down on 5': startsPress('5'),
    'closed + the button of 5': opensMenu('5'),
    'closed + a context menu on 6': opensMenu('6'),
    // A tap or a scroll opens nothing.
    'pressed + the finger is lifted': closesMenu,
    'pressed + the finger stays': { to: 'open', context: {}, waits: [] },
    // The device's own long press came before ours.
    'pressed + the button of 5': { to: 'open', context: {}, waits: [] },
    'pressed + a context menu on 6': opensMenu('6'),
    'open + close': closesMenu,
  },
  claims: {
    open: hasExactTags('open'),
    closed: ({ context }) => expect(context).toEqual({ message: null }),
    '*': ({ context, value }) => expect(context.message === null).toBe(value === 'closed'),
  },
});
