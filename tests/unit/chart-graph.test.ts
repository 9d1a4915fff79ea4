import { expect, test } from 'vitest';
import { setup } from 'xstate';
import { chartGraph } from '#inspector/chart-graph.ts';

test('a chart’s graph has the durations of delays and the params of guards and actions', () => {
  const kettle = setup({
    types: { context: {} as { until: number } },
    delays: { boil: 180_000, blink: 400, cool: 1500, lunch: ({ context }) => context.until },
    guards: { isOver: (_, params: { degrees: number }) => params.degrees > 0 },
    actions: { notify: (_, params: { light: string } | boolean) => void params },
  }).createMachine({
    id: 'kettle',
    context: { until: 1 },
    initial: 'cold',
    states: {
      cold: {
        entry: { type: 'notify', params: true },
        after: {
          boil: [
            {
              guard: { type: 'isOver', params: { degrees: 90 } },
              actions: { type: 'notify', params: { light: 'red' } },
            },
            { guard: { type: 'isOver', params: { degrees: 50 } } },
          ],
          blink: { actions: { type: 'notify', params: ({ context }) => context.until > 1 } },
          cool: {},
          lunch: {},
        },
      },
    },
  });
  const [cold] = chartGraph(kettle).children;
  expect(cold?.notes).toEqual(['on entry notify(true)']);
  expect(cold?.moves.map(({ event, guard, actions }) => [event, guard, actions])).toEqual([
    ['after boil (3 min)', 'isOver(90)', ['notify(red)']],
    ['after boil (3 min)', 'isOver(50)', []],
    // Params that are read from the event have no value in a chart.
    ['after blink (400 ms)', null, ['notify']],
    ['after cool (1500 ms)', null, []],
    ['after lunch', null, []],
  ]);
  // The two differ by the params of their guards.
  const ids = cold?.moves.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
});
