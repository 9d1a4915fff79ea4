import { createGame } from '#machines/create-game.ts';
import type { Post } from '#contract/models.ts';
import { after, done, error, testMachine, hasExactTags } from '#tests/support/statecharts/test-machine.ts';

const game = { section: 7, itemType: 5, rules: { pts_exact: 4 }, groups: [{ options: [1, 2] }] };
const post = { id: 40 } as Post;
const refused = { kind: 'validation' as const, fields: { 'rules.pts_exact': { code: 'too_big' as const } } };
const fails = (failure: object) => ({ to: 'answered', output: { outcome: 'failed', failure } });

testMachine(createGame, {
  inputs: { 'a game': { game } },
  events: {
    made: done('createGame', post),
    refused: error('createGame', refused),
    'too long': after('patience', 20_000),
  },
  becomes: {
    'start: a game': { to: 'making', context: { game, end: null }, calls: { createGame: game } },
    'making + made': { to: 'answered', output: { outcome: 'made', post } },
    'making + refused': fails(refused),
    'making + too long': fails({ kind: 'offline' }),
  },
  claims: { '*': hasExactTags() },
});
