import { describe, expect, it } from 'vitest';
import { unitsOf } from './money.ts';
import { decideTransfer, maskedName, readTransferMinimums, recipientTyped, transferableWallets } from './transfer.ts';
import type { TransferState } from './transfer.ts';
import { WALLET } from './wallet.ts';

const one = unitsOf('1');

const state: TransferState = {
  senderId: 1n,
  receiver: { id: 2n, frozen: false },
  balanceUnits: unitsOf('100'),
  minimums: readTransferMinimums(null),
};
const asked = { walletId: WALLET.USDT, amountUnits: unitsOf('10') } as const;
const refusalOf = (change: Partial<TransferState>, input: Partial<{ walletId: number; amountUnits: bigint }> = {}) => {
  const decision = decideTransfer({ ...state, ...change }, { ...asked, ...input });
  return decision.ok ? null : decision.refusal;
};

describe('a transfer to a member', () => {
  it('moves what is asked for, up to the whole balance', () => {
    expect(decideTransfer(state, asked)).toEqual({ ok: true, ...asked });
    expect(refusalOf({}, { amountUnits: unitsOf('100') })).toBeNull();
    expect(refusalOf({}, { amountUnits: unitsOf('100.01') })).toBe('err_insufficient_balance');
  });

  it('goes to no one, to oneself and to a frozen member in no way, and the last is told like the first', () => {
    expect(refusalOf({ receiver: null })).toBe('err_recipient');
    expect(refusalOf({ receiver: { id: 2n, frozen: true } })).toBe('err_recipient');
    expect(refusalOf({ receiver: { id: 1n, frozen: false } })).toBe('err_transfer_self');
  });

  it('is of a wallet that operators let go, of its least, and of its decimals', () => {
    for (const walletId of [WALLET.BTC, WALLET.AOGTD, 0, 12, 99])
      expect(refusalOf({}, { walletId })).toBe('err_transfer_wallet');
    for (const amount of ['0', '0.99', '1.001', '10.00000001'])
      expect(decideTransfer(state, { ...asked, amountUnits: unitsOf(amount) })).toEqual({
        ok: false,
        refusal: 'err_transfer_amount',
        minUnits: unitsOf('1'),
      });
    expect(refusalOf({}, { amountUnits: -1n })).toBe('err_transfer_amount');
    const four = { [WALLET.AOGTD]: unitsOf('0.5') };
    expect(refusalOf({ minimums: four }, { walletId: WALLET.AOGTD, amountUnits: unitsOf('0.5001') })).toBeNull();
  });

  it('reads the setting of operators as a whole or not at all', () => {
    expect(transferableWallets(readTransferMinimums(undefined))).toEqual([WALLET.USDT, WALLET.CW, WALLET.RW]);
    expect(readTransferMinimums({ CW: '2.5' })).toEqual({ [WALLET.CW]: unitsOf('2.5') });
    expect(readTransferMinimums({})).toEqual({});
    for (const wrong of [{ XX: '1' }, { CW: 1 }, { CW: '-1' }, { CW: '0' }, 'x', null])
      expect(readTransferMinimums(wrong)).toEqual({ [WALLET.USDT]: one, [WALLET.CW]: one, [WALLET.RW]: one });
  });

  it('shows a name by the first letter of each word, whatever its script and length', () => {
    expect(maskedName('Aisyah binti Tan')).toBe('A••• b••• T•••');
    expect(maskedName(' Bo ')).toBe('B•••');
    expect(maskedName('王小明')).toBe('王•••');
    expect(maskedName('𠮷野')).toBe('𠮷•••');
    expect(maskedName('a b c d e f')).toBe('a••• b••• c••• d•••');
  });

  it('takes what finds a member with and without an @ before it', () => {
    expect([' leehuimin ', '@leehuimin', ' @leehuimin'].map(recipientTyped)).toEqual(Array(3).fill('leehuimin'));
  });
});
