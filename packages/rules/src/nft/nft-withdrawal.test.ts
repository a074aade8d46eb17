import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NFT_STATUS } from './nft-status.ts';
import {
  decideNftApproval,
  decideNftReturn,
  decideNftWithdrawal,
  isNftAddress,
  isTransactionHash,
  readTwoOperators,
} from './nft-withdrawal.ts';
import { expectSame } from '../../test/expect-same.ts';

const status = fc.constantFrom(...Object.values(NFT_STATUS));
const units = fc.bigInt({ min: 0n, max: 10n ** 12n });

describe('a request to withdraw an NFT', () => {
  it('is granted exactly when the item is ready, the fee is the one seen and the wallet holds it', () => {
    let granted = 0;
    fc.assert(
      fc.property(status, units, units, fc.option(units), (nftStatus, feeUnits, balanceUnits, drift) => {
        const seen = drift === null ? null : drift % 3n === 0n ? feeUnits + drift : feeUnits;
        const decided = decideNftWithdrawal({ nftStatus, feeUnits, balanceUnits }, seen);
        const should =
          nftStatus === NFT_STATUS.READY && (seen === null || seen === feeUnits) && balanceUnits >= feeUnits;
        expectSame(decided.ok, should);
        if (decided.ok) {
          granted += 1;
          expectSame(decided.statusAfter, NFT_STATUS.PENDING);
        }
      }),
      { numRuns: 20_000 },
    );
    expect(granted).toBeGreaterThan(500);
  });

  it('says first that the item is not ready, then that the fee is another one, then that money is missing', () => {
    const state = { nftStatus: NFT_STATUS.PENDING, feeUnits: 5n, balanceUnits: 0n };
    expect(decideNftWithdrawal(state, 4n)).toMatchObject({ refusal: 'err_nft_status' });
    const ready = { ...state, nftStatus: NFT_STATUS.READY };
    expect(decideNftWithdrawal(ready, 4n)).toMatchObject({ refusal: 'err_amount_changed' });
    expect(decideNftWithdrawal(ready, 5n)).toMatchObject({ refusal: 'err_insufficient_balance' });
  });
});

describe("an operator's yes", () => {
  const pending = { nftStatus: NFT_STATUS.PENDING, twoOperators: false, firstApprover: null } as const;

  it('is enough where it does not take two', () => {
    expect(decideNftApproval(pending, 'ana')).toEqual({ ok: true, final: true });
  });

  it('needs that of somebody else where it does', () => {
    const two = { ...pending, twoOperators: true };
    expect(decideNftApproval(two, 'ana')).toEqual({ ok: true, final: false });
    const half = { ...two, firstApprover: 'ana' };
    expect(decideNftApproval(half, 'ana')).toEqual({ ok: false, refusal: 'err_second_operator' });
    expect(decideNftApproval(half, 'ben')).toEqual({ ok: true, final: true });
  });

  it('comes too late for anything that is not pending', () => {
    for (const nftStatus of [NFT_STATUS.READY, NFT_STATUS.APPROVED, NFT_STATUS.REJECTED]) {
      expect(decideNftApproval({ ...pending, nftStatus }, 'ana').ok).toBe(false);
    }
  });

  it('reads which categories need two from the setting, and keeps the default when that is no list of categories', () => {
    expect(readTwoOperators([])).toEqual([]);
    expect(readTwoOperators(['mythic'])).toEqual(['mythic']);
    for (const wrong of [null, 'mythic', ['common'], [7], {}])
      expect(readTwoOperators(wrong)).toEqual(['legendary', 'mythic']);
  });
});

describe('the end of a withdrawal that does not take place', () => {
  it('makes the item ready again, or keeps it back, and only while it is pending', () => {
    expect(decideNftReturn(NFT_STATUS.PENDING, false)).toEqual({ ok: true, statusAfter: NFT_STATUS.READY });
    expect(decideNftReturn(NFT_STATUS.PENDING, true)).toEqual({ ok: true, statusAfter: NFT_STATUS.REJECTED });
    for (const nftStatus of [NFT_STATUS.READY, NFT_STATUS.APPROVED, NFT_STATUS.REJECTED]) {
      expect(decideNftReturn(nftStatus, false).ok).toBe(false);
      expect(decideNftReturn(nftStatus, true).ok).toBe(false);
    }
  });
});

describe('where an NFT can be sent', () => {
  // proves 5: NFT withdrawal: address of the network
  it('is an EVM address with the right checksum, and never the one that burns', () => {
    expect(isNftAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(true);
    expect(isNftAddress('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
    expect(isNftAddress(`0x${'0'.repeat(40)}`)).toBe(false);
    expect(isNftAddress('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe(false);
  });

  it('leaves a transaction hash of 64 lower case digits', () => {
    expect(isTransactionHash(`0x${'ab'.repeat(32)}`)).toBe(true);
    for (const wrong of [`0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(31)}`, 'ab'.repeat(32), ''])
      expect(isTransactionHash(wrong)).toBe(false);
  });
});
