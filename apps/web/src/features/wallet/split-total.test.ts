import { floorToPrecision, sumUnits, units, unitsOf, type Units } from '@minerx/rules/money';
import { listedWalletIds, WALLETS, type WalletId } from '@minerx/rules/wallet';
import { expect, test } from 'vitest';
import { heldUsdOf } from './held-usd.ts';
import { splitTotal } from './split-total.ts';

const walletsWorth = (usd: Partial<Record<WalletId, string>>) =>
  WALLETS.map(({ id, name, precision }) => ({
    id,
    name,
    precision,
    balanceUnits: unitsOf(usd[id] ?? '0'),
    held: [],
    heldUnits: unitsOf('0'),
    usdUnits: unitsOf(usd[id] ?? '0'),
    priceUnits: unitsOf('1'),
    priceAt: null,
    simulated: false,
    doubted: false,
  }));

function split(usd: Partial<Record<WalletId, string>>) {
  const wallets = walletsWorth(usd);
  return splitTotal(wallets, sumUnits(wallets.map((line) => line.usdUnits)));
}

const cents = (value: bigint) => floorToPrecision(value, 2);

test('the rows and the other balances add up to the total, to the cent', () => {
  const worth = { 1: '18000.009', 3: '514.199', 5: '0.009', 6: '9800', 7: '62.5', 8: '0.007' } as const;
  const { listed, others } = split(worth);
  expect(listed.map((line) => line.id)).toEqual(listedWalletIds);
  expect(others?.lines.map((line) => line.id)).toEqual([6, 7, 8]);
  const rows = sumUnits(listed.map((line) => cents(line.usdUnits)));
  expect(units(rows + (others?.usdUnits ?? 0n))).toBe(
    cents(sumUnits(Object.values(worth).map((each) => unitsOf(each)))),
  );
  const opened = sumUnits(others?.lines.map((line) => cents(line.usdUnits)) ?? []);
  expect(opened + (others?.roundingUnits ?? 0n)).toBe(others?.usdUnits);
  expect(others?.roundingUnits).toBe(unitsOf('0.03'));
});

test('a wallet of which all is set aside stands among the others and adds nothing', () => {
  const staked = unitsOf('5');
  const wallets = walletsWorth({ 1: '2' }).map((line) => (line.id === 6 ? { ...line, heldUnits: staked } : line));
  const { others } = splitTotal(wallets, unitsOf('2'));
  expect(others).toMatchObject({ usdUnits: 0n, roundingUnits: 0n });
  expect(others?.lines.map((line) => line.id)).toEqual([6]);
});

test('what is set aside is worth its price, whichever way that is said, and nothing where nobody says it', () => {
  const held = { 1: ['60', '1'], 2: ['5', '2'], 3: ['0.001', '0'], 6: ['0.00000001', '0.5'] } as const;
  const wallets = walletsWorth({ 4: '7' }).map((line) => {
    const [heldUnits, priceUnits] = (held[line.id as keyof typeof held] ?? ['0', '1']).map(unitsOf) as [Units, Units];
    return { ...line, heldUnits, priceUnits };
  });
  expect(heldUsdOf(wallets)).toBe(unitsOf('62.5'));
});

test('cents that only rounding made are a row too', () => {
  expect(split({ 1: '1.009', 4: '1.009' }).others).toEqual({
    usdUnits: unitsOf('0.01'),
    lines: [],
    roundingUnits: unitsOf('0.01'),
  });
});

test('nothing beside the listed wallets is no row', () => {
  expect(split({}).others).toBeNull();
  expect(split({ 1: '12.34' }).others).toBeNull();
});
