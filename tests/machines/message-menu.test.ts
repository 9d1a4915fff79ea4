import { expect } from 'vitest';
import { messageMenu } from '#machines/message-menu.ts';
import { after, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const holds = (message: string) => ({
  to: 'pressed',
  context: { message },
  waits: [{ event: { type: 'xstate.after.longPress.message-menu.pressed' }, ms: 450 }],
});
const opens = (message: string) => ({ to: 'open', context: { message }, waits: [] });
const closes = { to: 'closed', context: { message: null }, waits: [] };

testMachine(messageMenu, {
  inputs: { chat: undefined },
  fold: ({ message }) => message ?? 'none',
  events: {
    'a finger comes down on 5': { type: 'press.start', message: '5' },
    'it is lifted': { type: 'press.end' },
    'it stays': after('longPress', 450),
    'the button of 5': { type: 'menu.open', message: '5' },
    'a context menu on 6': { type: 'menu.open', message: '6' },
    close: { type: 'menu.close' },
  },
  becomes: {
    'start: chat': { to: 'closed', context: { message: null } },
    'closed + a finger comes down on 5': holds('5'),
    'closed + the button of 5': opens('5'),
    'closed + a context menu on 6': opens('6'),
    // A tap or a scroll opens nothing.
    'pressed + it is lifted': closes,
    'pressed + it stays': { to: 'open', context: {}, waits: [] },
    // The device's own long press came before ours.
    'pressed + the button of 5': { to: 'open', context: {}, waits: [] },
    'pressed + a context menu on 6': opens('6'),
    'open + close': closes,
  },
  claims: {
    open: hasExactTags('open'),
    closed: ({ context }) => expect(context).toEqual({ message: null }),
    '*': ({ context, value }) => expect(context.message === null).toBe(value === 'closed'),
  },
});
