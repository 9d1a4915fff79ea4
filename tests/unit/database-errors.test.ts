import { expect, test } from 'vitest';
import {
  brokenConstraint,
  errorCode,
  errorName,
  isAccessRefused,
  isCollision,
  isDatabaseUnavailable,
  isInvalidInput,
  isPassedDate,
  isStalePlan,
  isTooLate,
  isStorageFailure,
  isWriteRefused,
  silenceError,
  sqlState,
} from '#server/db/errors.ts';

/** An error of a driver or of the system, as it comes. */
const failure = (properties: object, message = '') => Object.assign(new Error(message), properties);
const stalePlan = failure({ code: '0A000', routine: 'RevalidateCachedQuery' });

/** SQLSTATEs of every class that occurs. */
const states = [
  '08006',
  '0A000',
  '22003',
  '22021',
  '22P02',
  '22P05',
  '23505',
  '25006',
  '25P03',
  '28P01',
  '3D000',
  '3F000',
  '40001',
  '40P01',
  '42501',
  '42601',
  '53100',
  '53300',
  '53400',
  '55P03',
  '57014',
  '57P01',
  '57P03',
  '58030',
  '58P01',
  'XX001',
];

test.each([
  [
    'unavailable',
    isDatabaseUnavailable,
    [
      '08006',
      '25006',
      '25P03',
      '40001',
      '40P01',
      '53100',
      '53300',
      '53400',
      '55P03',
      '57014',
      '57P01',
      '57P03',
      '58030',
    ],
  ],
  ['collision', isCollision, ['40001', '40P01']],
  ['invalid input', isInvalidInput, ['22003', '22021', '22P02', '22P05']],
  ['access refused', isAccessRefused, ['28P01', '3D000', '3F000', '42501']],
  ['write refused', isWriteRefused, ['25006', '53100', '53400']],
  ['storage failure', isStorageFailure, ['53100', '53300', '53400', '58030', '58P01', 'XX001']],
] as const)('%s is recognised by these SQLSTATEs and no others', (_, is, expected) => {
  expect(states.filter((code) => is(failure({ code })))).toEqual(expected);
  expect([null, undefined, 'words', {}, failure({ code: 7 })].filter(is)).toEqual([]);
});

test('a stale plan is recognised by its SQLSTATE and routine, and counts as a collision', () => {
  const others = [failure({ code: '0A000' }), failure({ code: '42P01', routine: 'RevalidateCachedQuery' })];
  expect([stalePlan, ...others].map(isStalePlan)).toEqual([true, false, false]);
  expect([isCollision(stalePlan), isDatabaseUnavailable(stalePlan)]).toEqual([true, true]);
});

test('an SQLSTATE has five digits or capitals; a broken constraint has a violation’s SQLSTATE and a name', () => {
  const codes = ['23505', 'XX001', '2350', '235055', 'enoent', 'EPIPE1'];
  expect(codes.map((code) => sqlState(failure({ code })))).toEqual([
    '23505',
    'XX001',
    null,
    null,
    null,
    null,
  ]);
  const constraint = 'members_phone_key';
  expect(brokenConstraint(failure({ code: '23505', constraint }))).toBe(constraint);
  expect(brokenConstraint(failure({ code: '22003', constraint }))).toBeNull();
  expect(brokenConstraint(failure({ code: '23505' }))).toBeNull();
});

test('an item’s constraints are recognised as a passed date or as too late', () => {
  const guards = ['item_date_ahead', 'item_stays_closed', 'item_life_one_way', 'members_phone_key'];
  const refused = guards.map((constraint) => failure({ code: '23514', constraint }));
  expect(refused.map(isPassedDate)).toEqual([true, false, false, false]);
  expect(refused.map(isTooLate)).toEqual([true, true, false, false]);
});

test('a database that cannot be reached is recognised by the system’s code or the driver’s message', () => {
  const codes = [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EAI_AGAIN',
    'EACCES',
    'ENOENT',
  ];
  expect(codes.filter((code) => !isDatabaseUnavailable(failure({ code })))).toEqual(['EACCES', 'ENOENT']);
  expect(isDatabaseUnavailable(failure({ code: 'ENOENT', syscall: 'connect' }))).toBe(true);
  expect(isDatabaseUnavailable(failure({ code: 'EACCES', syscall: 'connect' }))).toBe(false);
  expect(isDatabaseUnavailable(silenceError())).toBe(true);
  const messages = [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'driver has already been destroyed',
    'PGlite is closed',
    'the timeout expired',
    'relation "members" does not exist',
  ];
  expect(messages.filter((message) => !isDatabaseUnavailable(new Error(message)))).toEqual(
    messages.slice(-2),
  );
});

test('access counts as refused where the ends of a connection disagree on TLS', () => {
  const codes = [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'EPROTO',
    'EPERM',
  ];
  expect(codes.filter((code) => !isAccessRefused(failure({ code })))).toEqual(['EPERM']);
  const messages = [
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
    'SSL is a word',
  ];
  expect(messages.filter((message) => !isAccessRefused(new Error(message)))).toEqual(['SSL is a word']);
});

test('an AggregateError counts as unavailable if one of its errors does', () => {
  const [lost, defect] = [failure({ code: 'ECONNREFUSED' }), new Error('a defect')];
  expect(isDatabaseUnavailable(new AggregateError([defect, lost]))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([defect]))).toBe(false);
});

test('an error’s code is a string or null, whatever was thrown; its name is that of its class or type', () => {
  const thrown = [
    failure({ code: 'ENOENT' }),
    { code: 'E1' },
    failure({ code: 404 }),
    'ENOENT',
    null,
    undefined,
  ];
  expect(thrown.map(errorCode)).toEqual(['ENOENT', 'E1', null, null, null, null]);
  expect([new TypeError('x'), new Error('x'), 'x', null, undefined].map(errorName)).toEqual([
    'TypeError',
    'Error',
    'string',
    'object',
    'undefined',
  ]);
});
