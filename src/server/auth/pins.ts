import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { LoginRefusal } from '#contract/calls.ts';
import { limits } from '#contract/limits.ts';
import { readSecret } from '#server/db/secrets.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import { remaining, refund, consume, type RateLimit } from '#server/db/rate-limits.ts';
import { transaction } from '#server/db/transaction.ts';
import { consumeOrRefuse } from '#server/http/consume-or-refuse.ts';
import { problem } from '#server/http/problems.ts';
import { sha256 } from './sessions.ts';
import { networkOf } from '#server/http/network.ts';
import { sendSms } from './sms.ts';

/** PINs (decisions §5): the newest only, 5 minutes, 5 tries, used once. Every limit is stored in the database. */

const { digits, minutes, tries, perNumber, perNumberMinutes, guessesPerDay } = limits.pin;
/** Sends a day per phone: once for unknown devices together, once for each known device. */
const sendsPerPhonePerDay = 20;
const hour = 3_600;
const day = 24 * hour;
const burst = 600;

/** One network's share of a limit that all networks share. */
const shareOfNetwork = (max: number) => Math.max(5, Math.floor(max / 10));
/** Sends to unknown devices of all numbers: a quarter of the daily cap per hour, 80 % per day; the rest is reserved for known devices. */
const strangersPerHour = (cap: number) => Math.max(100, Math.ceil(cap / 4));
const strangersPerDay = (cap: number) => Math.ceil(cap * 0.8);

/** A phone's sends per day; a known device has a limit of its own, so that a stranger cannot exhaust the owner's. */
const sendLimitOfPhone = (phone: string, device: string | null): RateLimit => ({
  bucket: device === null ? `sms:to:${phone}` : `sms:to:${phone}:${device}`,
  max: sendsPerPhonePerDay,
  seconds: day,
});
/** Circuit breaker for unknown devices, and a network's share of it; refunded when the PIN is used. */
const breakersOfUnknownDevices = (network: string, cap: number): RateLimit[] => [
  { bucket: `sms:from:${network}`, max: shareOfNetwork(strangersPerHour(cap)), seconds: hour },
  { bucket: 'sms:strangers:hour', max: strangersPerHour(cap), seconds: hour },
];
/** A network's share of the daily cap: one half for its unknown devices together, one for its known ones. */
const dailyLimitOfNetwork = (network: string, known: boolean, cap: number): RateLimit => ({
  bucket: `sms:from:${network}:${known ? 'known' : 'day'}`,
  max: shareOfNetwork(cap / 2),
  seconds: day,
});
const dailyLimitOfUnknownDevices = (cap: number): RateLimit => ({
  bucket: 'sms:strangers:day',
  max: strangersPerDay(cap),
  seconds: day,
});
const dailySendLimit = (max: number): RateLimit => ({ bucket: 'sms:all', max, seconds: day });
const guessLimitOfPhone = (phone: string, device: string | null): RateLimit => ({
  bucket: device === null ? `guess:${phone}` : `guess:${phone}:${device}`,
  max: guessesPerDay,
  seconds: day,
});
/** A known device's tries at one PIN; those of unknown devices are in the PIN's row. */
const triesOfKnownDevice = (pin: number, device: string): RateLimit => ({
  bucket: `tries:${pin}:${device}`,
  max: tries,
  seconds: minutes * 60,
});
/** Circuit breaker against distributed guessing: 300 wrong PINs in ten minutes; known devices are exempt. */
const wrongPinLimit: RateLimit = { bucket: 'wrong:all', max: 300, seconds: burst };
const wrongPinLimitsOfNetwork = (network: string): RateLimit[] => [
  { bucket: `wrong:from:${network}:burst`, max: shareOfNetwork(wrongPinLimit.max), seconds: burst },
  { bucket: `wrong:from:${network}`, max: 100, seconds: hour },
];

const newKey = () => randomBytes(32).toString('base64');

async function hashPin(db: Db, phone: string, pin: string): Promise<string> {
  return createHmac('sha256', Buffer.from(await readSecret(db, 'pin', newKey), 'base64'))
    .update(`${phone} ${pin}`)
    .digest('hex');
}

function equalInConstantTime(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Hash of the device if it has signed in with this number before, else null. */
export async function findKnownDevice(
  db: Db,
  phone: string,
  device: string | undefined,
): Promise<string | null> {
  if (device === undefined) return null;
  const known = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('phone', '=', phone)
    .where('device_hash', '=', sha256(device))
    .executeTakeFirst();
  return known?.device_hash ?? null;
}

/** Stores the device as one that the number's owner signs in with. */
export async function rememberDevice(db: Db, phone: string, device: string | undefined): Promise<void> {
  if (device === undefined) return;
  await db
    .insertInto('known_devices')
    .values({ phone, device_hash: sha256(device) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Deletes the known devices and PINs of a number when its member gives it up, so that these devices are not told the name of
 * the number's next owner.
 */
export async function forgetPhone(db: Db, member: number): Promise<void> {
  await sql`
    delete from known_devices d using members m where m.id = ${member} and d.phone = m.phone`.execute(db);
  // A locked PIN is being used to sign in: that call marks it used, and creates the number's next account.
  await sql`
    delete from pins where id in (
      select p.id from pins p join members m on m.phone = p.phone where m.id = ${member}
      for update of p skip locked)`.execute(db);
}

/**
 * Sliding window over the pins table, serialised per phone by an advisory lock; each known device has a window of its own. A
 * row from the future was written before the clock was set back, and is ignored.
 */
async function limitSendsToPhone(db: Db, phone: string, device: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`pin ${phone}`}))`.execute(db);
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created + ${perNumberMinutes}::int * interval '1 minute' - clock_timestamp()))::int as seconds
    from pins
    where phone = ${phone} and device_hash is not distinct from ${device}::text
      and created > clock_timestamp() - ${perNumberMinutes}::int * interval '1 minute'
      and created < clock_timestamp() + interval '1 minute'
    order by id desc offset ${perNumber - 1}::int limit 1`.execute(db);
  const blocking = rows[0];
  if (blocking) throw problem.tooMany(blocking.seconds);
}

/** Creates a PIN for a number and sends it, or refuses; if the SMS fails, the PIN and its counts are deleted. */
export async function issuePin(
  { db, address, platform, request }: Context,
  phone: string,
  device: string | undefined,
): Promise<void> {
  const knownDevice = await findKnownDevice(db, phone, device);
  const network = networkOf(address);
  const cap = platform.settings.dailySmsCap;
  const sendLimits = [
    sendLimitOfPhone(phone, knownDevice),
    ...(knownDevice === null ? breakersOfUnknownDevices(network, cap) : []),
    dailyLimitOfNetwork(network, knownDevice !== null, cap),
    ...(knownDevice === null ? [dailyLimitOfUnknownDevices(cap)] : []),
    dailySendLimit(cap),
  ];
  const pin = String(randomInt(10 ** digits)).padStart(digits, '0');
  const pinRow = await transaction(db, async (trx) => {
    await limitSendsToPhone(trx, phone, knownDevice);
    await consumeOrRefuse(trx, ...sendLimits);
    return trx
      .insertInto('pins')
      .values({
        phone,
        pin_hash: await hashPin(trx, phone, pin),
        device_hash: knownDevice,
        network: knownDevice === null ? network : null,
        created: sql<string>`clock_timestamp()`,
        expires_at: sql<string>`clock_timestamp() + ${minutes}::int * interval '1 minute'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const acceptLanguage = request.headers.get('Accept-Language');
  if (await sendSms(platform, { to: phone, pin, acceptLanguage })) return;
  await db.deleteFrom('pins').where('id', '=', pinRow.id).execute();
  await refund(db, ...sendLimits);
  throw problem.unavailable();
}

type PinRefusal = { right: false } & Pick<LoginRefusal, 'reason' | 'attemptsLeft'>;
type PinVerdict = { right: true } | PinRefusal;
type PinRow = {
  id: number;
  pin_hash: string;
  network: string | null;
  tries: number;
  used: boolean;
  expired: boolean;
};

const refused = (reason: LoginRefusal['reason'], attemptsLeft = 0): PinRefusal => ({
  right: false,
  reason,
  attemptsLeft,
});

/** Counts a wrong guess of an unknown device; one that meets the open breaker uses up the PIN's tries. */
async function countWrongGuess(db: Db, pin: PinRow): Promise<PinRefusal> {
  const breakerOpen = (await consume(db, wrongPinLimit)) > 0;
  const triesUsed = breakerOpen ? tries : pin.tries + 1;
  await sql`update pins set tries = ${triesUsed}::int where id = ${pin.id}`.execute(db);
  return breakerOpen ? refused('too_many') : refused('wrong_pin', tries - triesUsed);
}

/**
 * Verifies a PIN and marks it used, under a row lock: of concurrent callers one succeeds. The limits of the number and of
 * the caller's network apply before the PIN is compared, the breaker of all networks only after a wrong one, so that
 * others' guesses never refuse a right PIN. `db` must be a transaction that commits whatever the result: a rollback
 * would undo the count of wrong guesses.
 */
export async function verifyPin(
  { db, address, platform }: Pick<Context, 'db' | 'address' | 'platform'>,
  phone: string,
  pin: string,
  typedDevice: string | undefined,
): Promise<PinVerdict> {
  const { rows } = await sql<PinRow>`
    select id, pin_hash, network, tries, used_at is not null as used,
      expires_at not between clock_timestamp() and clock_timestamp() + ${minutes + 1}::int * interval '1 minute' as expired
    from pins where phone = ${phone} order by id desc limit 1 for update`.execute(db);
  const newest = rows[0];
  if (!newest || newest.used) return refused('no_pin');
  if (newest.expired) return refused('expired');

  const device = await findKnownDevice(db, phone, typedDevice);
  if (device === null && newest.tries >= tries) return refused('too_many');
  const ownLimits = [
    guessLimitOfPhone(phone, device),
    ...(device === null ? [] : [triesOfKnownDevice(newest.id, device)]),
  ];
  const networkLimits = device === null ? wrongPinLimitsOfNetwork(networkOf(address)) : [];
  if ((await consume(db, ...ownLimits, ...networkLimits)) > 0) return refused('too_many');

  if (equalInConstantTime(newest.pin_hash, await hashPin(db, phone, pin))) {
    await refund(db, ...networkLimits);
    if (newest.network !== null)
      await refund(db, ...breakersOfUnknownDevices(newest.network, platform.settings.dailySmsCap));
    await sql`update pins set used_at = clock_timestamp() where id = ${newest.id}`.execute(db);
    return { right: true };
  }
  const verdict = device === null ? await countWrongGuess(db, newest) : refused('wrong_pin', tries);
  const left = await Promise.all(ownLimits.map((limit) => remaining(db, limit)));
  return { ...verdict, attemptsLeft: Math.min(verdict.attemptsLeft, ...left) };
}
