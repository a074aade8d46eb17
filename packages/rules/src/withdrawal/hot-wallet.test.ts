import { describe, expect, it } from 'vitest';
import { runwayHours, surplusUnits, type HotWallet } from './hot-wallet.ts';

const wallet = (heldUnits: bigint, promisedUnits: bigint, leftUnits: bigint): HotWallet => {
  return { heldUnits, promisedUnits, leftUnits };
};

describe('the hot wallet', () => {
  it('lasts as long as the last seven days say, after what is promised', () => {
    expect(runwayHours(wallet(1000n, 300n, 700n))).toBe(168);
    expect(runwayHours(wallet(1000n, 300n, 701n))).toBe(167);
    expect(runwayHours(wallet(1000n, 0n, 168_000n))).toBe(1);
  });

  it('lasts for nothing when what is promised takes everything, and for no known time when nothing leaves', () => {
    expect(runwayHours(wallet(300n, 300n, 0n))).toBe(0);
    expect(runwayHours(wallet(300n, 301n, 10n))).toBe(0);
    expect(runwayHours(wallet(300n, 0n, 0n))).toBe(null);
    expect(runwayHours(wallet(2n ** 63n, 0n, 1n))).toBe(null);
  });

  it('has too much when what is free is more than operators want there, by what is worth a transaction', () => {
    expect(surplusUnits(wallet(1000n, 100n, 0n), 500n, 10n)).toBe(400n);
    expect(surplusUnits(wallet(1000n, 100n, 0n), 891n, 10n)).toBe(0n);
    expect(surplusUnits(wallet(1000n, 100n, 0n), 890n, 10n)).toBe(10n);
    expect(surplusUnits(wallet(1000n, 600n, 0n), 500n, 10n)).toBe(0n);
    expect(surplusUnits(wallet(1000n, 0n, 0n), null, 10n)).toBe(0n);
    expect(surplusUnits(wallet(500n, 0n, 0n), 500n, 0n)).toBe(0n);
  });
});
