import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#actors/sha256.ts';
import { sealedText, shortSeal, type SealedBets } from '#contract/seals.ts';
import { allMatch, reportOf, sealsInCsv } from '#domain/seals.ts';

const pick = (id: number, value: number) => ({ id, name: `אפשרות ${id}`, value });
const bet = (member: number, changes: Partial<SealedBets> = {}): SealedBets => ({
  section: 12,
  item: 345,
  item_name: 'ספרד · צרפת',
  member,
  name: `חבר ${member}`,
  picks: [pick(890, 2), pick(891, 0)],
  random: '000102030405060708090a0b0c0d0e0f',
  seal: 'a',
  ...changes,
});

describe('the sealed text', () => {
  test('has a line for the version, league, item, member, each pick by its option’s id, and the random', () => {
    const text = 'hevre-seal-1\n12\n345\n67\n890:2\n891:0\n000102030405060708090a0b0c0d0e0f';
    expect(sealedText(bet(67))).toBe(text);
    // Ids are ordered as numbers: the last one has more digits.
    const shuffled = [pick(1000, 1), pick(891, 0), pick(890, 2)];
    expect(sealedText(bet(67, { picks: shuffled }))).toBe(
      'hevre-seal-1\n12\n345\n67\n890:2\n891:0\n1000:1\n000102030405060708090a0b0c0d0e0f',
    );
  });

  test('has the same hash in the browser as in Node', async () => {
    const text = 'hevre-seal-1\n12\n345\n67\n890:2\n891:0\n000102030405060708090a0b0c0d0e0f';
    const hash = createHash('sha256').update(text, 'utf8').digest('hex');
    expect(await sha256(sealedText(bet(67)))).toBe(hash);
    // FIPS 180-2, and a byte below 16.
    expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('is shown as the first eight digits of its seal', () => {
    expect(shortSeal('3fa912bc77e1d2c4')).toBe('3fa9 12bc');
  });
});

describe('a check', () => {
  const bets = [bet(1, { seal: 'a' }), bet(2, { seal: 'b' }), bet(3, { seal: null, random: null })];
  const own = (member: number, shown: string | null) => ({ member, shown });

  test('lists the bets whose seal does not match their picks, and those without a seal', () => {
    expect(reportOf(bets, ['a', 'b', 'c'], own(9, null))).toEqual({
      bets,
      wrong: [],
      unsealed: [bets[2]],
      shown: 'none',
    });
    expect(reportOf(bets, ['a', 'x', 'c'], own(9, null)).wrong).toEqual([bets[1]]);
  });

  test('compares the caller’s seal with the one that was shown on this device', () => {
    const seals = ['a', 'b', 'c'];
    expect(reportOf(bets, seals, own(2, 'b')).shown).toBe('same');
    expect(reportOf(bets, seals, own(2, 'a')).shown).toBe('other');
    expect(reportOf(bets, seals, own(2, null)).shown).toBe('none');
    // The bet, or its seal, is gone.
    expect(reportOf(bets, seals, own(9, 'a')).shown).toBe('other');
    expect(reportOf(bets, seals, own(3, 'a')).shown).toBe('other');
  });

  test('passes if all seals match and the caller’s is unchanged; a missing seal is no mismatch', () => {
    const passes = (seals: string[], shown: string | null) => allMatch(reportOf(bets, seals, own(1, shown)));
    expect([passes(['a', 'b', 'c'], null), passes(['a', 'b', 'c'], 'a')]).toEqual([true, true]);
    expect([passes(['a', 'x', 'c'], 'a'), passes(['a', 'b', 'c'], 'x')]).toEqual([false, false]);
  });
});

test('a bet is one line of CSV: numbers and seals first, then names, never as formulas', () => {
  const csv = sealsInCsv([
    bet(67, { name: '=SUM(A1)', item_name: ' "דרבי", \n האמיתי ' }),
    bet(68, { name: '@נועה', random: null, seal: null, picks: [pick(891, 3), pick(890, 1)] }),
  ]);
  expect(csv).toBe(
    '\uFEFFleague,item,member,picks,random,seal,item name,member name,picks in words\r\n' +
      `12,345,67,890:2 891:0,000102030405060708090a0b0c0d0e0f,a,"""דרבי"", האמיתי","'=SUM(A1)","אפשרות 890 2 · אפשרות 891 0"\r\n` +
      `12,345,68,890:1 891:3,,,"ספרד · צרפת","'@נועה","אפשרות 891 3 · אפשרות 890 1"\r\n`,
  );
});
