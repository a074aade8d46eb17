import { DAY_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { expect } from 'vitest';
import type { Command } from '../../src/ledger/command.ts';
import { dealBlessing, openBlessing } from '../../src/modules/blessing/blessing.command.ts';
import { creditDeposits } from '../../src/modules/deposit/credit-deposits.command.ts';
import { creditMember, debitMember } from '../../src/modules/member/adjustment.command.ts';
import { issueNft } from '../../src/modules/nft/nft-holding.command.ts';
import { confirmNftSending, failNftSending, markNftErrored } from '../../src/modules/nft/nft-sending.command.ts';
import { movePayout, withPayout } from '../../src/modules/payout/payout-end.command.ts';
import { insertFill } from '../../src/modules/payout/payout.store.ts';
import { queuePayouts } from '../../src/modules/payout/payout-round.command.ts';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { approveNftWithdrawal, rejectNftWithdrawal } from '../../src/modules/nft/nft-review.command.ts';
import { cancelNftWithdrawal, expireNftWithdrawal, withdrawNft } from '../../src/modules/nft/nft-withdrawal.command.ts';
import type { NftWithdrawalKeys } from '../../src/modules/nft/nft-withdrawal.command.ts';
import { activateOrder } from '../../src/modules/order/activation.command.ts';
import {
  cancelWaitingOrder,
  expireWaitingOrder,
  placeWaitingOrders,
} from '../../src/modules/order/waiting-order.command.ts';
import { WAITING_DAYS } from '@minerx/rules/terms';
import { endStake, stakeTokens } from '../../src/modules/staking/staking.command.ts';
import { bookSweep } from '../../src/modules/sweep/book-sweep.command.ts';
import { bookReceipt } from '../../src/modules/reconciliation/book-receipt.command.ts';
import { approveLiquidity, proposeLiquidity } from '../../src/modules/swap/liquidity.command.ts';
import { quoteSwap } from '../../src/modules/swap/swap-quote.command.ts';
import { swapWallets } from '../../src/modules/swap/swap.command.ts';
import { transferToMember } from '../../src/modules/transfer/transfer.command.ts';
import { redeemVoucherCommand } from '../../src/modules/voucher/voucher.command.ts';
import { voidVouchers } from '../../src/modules/voucher/voucher-void.command.ts';
import { voucherCodeHash } from '../../src/modules/voucher/voucher.ledger.ts';
import { findVoucherOfCode } from '../../src/modules/voucher/voucher.query.ts';
import {
  confirmSent,
  failWithoutSending,
  markErrored,
  markSent,
} from '../../src/modules/withdrawal/withdrawal-payout.command.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  expireWithdrawal,
  rejectWithdrawal,
} from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { asking, saveAddress } from '../withdrawals.ts';
import { packsOf } from '../blessing-pool.ts';
import { PEPPER } from '../money-house.ts';
import { keptDeposit, receivedHere, toldSweep } from '../chain/arrived.ts';
import type { MoneyHouse } from '../money-house.ts';
import { buy, buyX2 } from '../purchases.ts';

/** What a member has who can do any of them. */
export const RICH = { USDT: '50000', CW: '50000', RW: '50000', AOGTD: '1000', AOGP: '10', GBPT: '2500' };
const BY_OPERATOR = { actor: 'operator:ann' as const, reason: 'a test' };
const BY_ANOTHER = { actor: 'operator:ben', reason: 'a test' } as const;

const ordered = async ({ funnel }: MoneyHouse, member: bigint, waits = false): Promise<string> =>
  (await funnel.run(buy(member, 1, waits))).orderIds[0]!;

const withdrawal = async (house: MoneyHouse, member: bigint): Promise<NftWithdrawalKeys> => {
  const { id: nftId } = await issueNft(house, member, { category: 'rare' }, BY_OPERATOR);
  const { id } = await house.funnel.run(withdrawNft(member, { nftId, address: ADDRESS, seenFeeUnits: null }, null));
  const { rows } = await house.pool.query<{ owner: bigint }>(
    'SELECT hold_owner_id AS owner FROM nft_withdrawal WHERE id = $1',
    [id],
  );
  return { id, nftId, memberId: member, holdOwnerId: rows[0]!.owner };
};
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const HASH = `0x${'ab'.repeat(32)}`;

const withdrawn = async (house: MoneyHouse, member: bigint): Promise<string> => {
  await saveAddress(house, member);
  return (await house.funnel.run(await asking(house, member))).id;
};
const approved = async (house: MoneyHouse, member: bigint): Promise<string> => {
  const id = await withdrawn(house, member);
  await house.funnel.run(approveWithdrawal(id, 1, BY_OPERATOR));
  return id;
};

/** Every command that there is, ready to succeed; what it needs has been done before. The only list of them. */
export const COMMAND_CASES: readonly [name: string, make: (house: MoneyHouse, member: bigint) => Promise<Command>][] = [
  ['credit_member', async (_, memberId) => creditMember({ memberId, walletId: 3, amountUnits: 1n, ...BY_OPERATOR })],
  ['debit_member', async (_, memberId) => debitMember({ memberId, walletId: 1, amountUnits: 1n, ...BY_OPERATOR })],
  ['subscribe_miner', async (_, member) => buy(member, 1)],
  ['subscribe_miner', async (_, member) => buy(member, 2)],
  ['subscribe_miner', async (_, member) => buyX2(member)],
  ['activate_order', async (house, member) => activateOrder(member, await ordered(house, member), null)],
  [
    'redeem_voucher',
    async (house, member) =>
      redeemVoucherCommand(member, voucherCodeHash(PEPPER, await house.voucher(4, '1000')), null),
  ],
  [
    'void_vouchers',
    async (house) => {
      const { id } = (await findVoucherOfCode(house.pool, voucherCodeHash(PEPPER, await house.voucher(3, '100'))))!;
      return voidVouchers({ ids: [id], batch: 1n, ...BY_OPERATOR });
    },
  ],
  [
    'open_blessing',
    async (house, member) => {
      await house.funnel.run(buyX2(member));
      const [pack] = await packsOf(house.pool, member);
      return openBlessing(member, { packId: pack!.id, index: 0, pepper: PEPPER }, null);
    },
  ],
  [
    'deal_blessing',
    async (house, member) => {
      // On a day that nothing was committed to for.
      house.clock.at -= DAY_MS;
      await house.funnel.run(buyX2(member));
      house.clock.at += DAY_MS;
      const [pack] = await packsOf(house.pool, member);
      expect(pack!.deck).toBeNull();
      return dealBlessing(member, pack!.id);
    },
  ],
  [
    'transfer_to_member',
    async (house, member) => {
      const input = { recipient: 'x', recipientName: 'x', walletId: 1, amountUnits: unitsOf('5'), note: null };
      return transferToMember(member, await house.member(), input, 'a key of one');
    },
  ],
  [
    'approve_liquidity',
    async (house) => {
      const input = { walletId: 4, units: unitsOf('100'), ...BY_OPERATOR } as const;
      return approveLiquidity({ id: await proposeLiquidity(house, input), walletId: 4 }, BY_ANOTHER);
    },
  ],
  [
    'swap_wallets',
    async (house, memberId) => {
      const input = { walletId: 4, units: unitsOf('100'), ...BY_OPERATOR } as const;
      const change = { id: await proposeLiquidity(house, input), walletId: 4 } as const;
      await house.funnel.run(approveLiquidity(change, BY_ANOTHER));
      const { id } = await quoteSwap(house, memberId, { from: 1, to: 4, amountUnits: unitsOf('10') });
      return swapWallets({ id, memberId, from: 1, to: 4 }, null);
    },
  ],
  [
    'stake',
    async (_, member) =>
      stakeTokens(member, { typeId: 1, amountUnits: unitsOf('10'), amount2Units: unitsOf('2500') }, null),
  ],
  [
    'end_stake',
    async (house, member) => {
      const input = { typeId: 1, amountUnits: unitsOf('10'), amount2Units: unitsOf('2500') };
      house.clock.at -= 28 * DAY_MS;
      const { stakeId } = await house.funnel.run(stakeTokens(member, input, null));
      house.clock.at += 28 * DAY_MS;
      return endStake(member, stakeId);
    },
  ],
  [
    'withdraw_nft',
    async (house, member) => {
      const { id: nftId } = await issueNft(house, member, { category: 'rare' }, BY_OPERATOR);
      return withdrawNft(member, { nftId, address: ADDRESS, seenFeeUnits: null }, null);
    },
  ],
  [
    'cancel_nft_withdrawal',
    async (house, member) => cancelNftWithdrawal(member, await withdrawal(house, member), null),
  ],
  [
    'approve_nft_withdrawal',
    async (house, member) => approveNftWithdrawal(await withdrawal(house, member), BY_OPERATOR),
  ],
  [
    'reject_nft_withdrawal',
    async (house, member) =>
      rejectNftWithdrawal(await withdrawal(house, member), { ...BY_OPERATOR, cause: 'other', keepBack: false }),
  ],
  [
    'expire_nft_withdrawal',
    async (house, member) => {
      const asked = await withdrawal(house, member);
      house.clock.at += 400 * DAY_MS;
      return expireNftWithdrawal(asked);
    },
  ],
  [
    'move_payout',
    async ({ pool }) => {
      const wallet = { networkId: 2, chainId: 56, sender: ADDRESS.toLowerCase() };
      await insertFill(pool, wallet, 7, new Date());
      const { rows } = await pool.query<{ id: string }>(`SELECT id FROM payout WHERE kind = 'fill'`);
      return movePayout(rows[0]!.id, PAYOUT_STATUS.ERRORED);
    },
  ],
  [
    'fail_nft_sending',
    async (house, member) => {
      const asked = await queued(house, member);
      return withPayout(failNftSending(asked, 'address'), asked.id, PAYOUT_STATUS.FAILED, 'refused');
    },
  ],
  ['mark_nft_errored', async (house, member) => markNftErrored(await queued(house, member))],
  [
    'confirm_nft_sending',
    async (house, member) => {
      const asked = await queued(house, member);
      return confirmNftSending(asked, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    },
  ],
  [
    'ask_withdrawal',
    async (house, member) => {
      await saveAddress(house, member);
      return asking(house, member);
    },
  ],
  [
    'cancel_withdrawal',
    async (house, member) => cancelWithdrawal(member, await withdrawn(house, member), 'a key for it'),
  ],
  ['approve_withdrawal', async (house, member) => approveWithdrawal(await withdrawn(house, member), 1, BY_OPERATOR)],
  [
    'reject_withdrawal',
    async (house, member) => rejectWithdrawal(await withdrawn(house, member), 'other', BY_OPERATOR),
  ],
  [
    'expire_withdrawal',
    async (house, member) => {
      const id = await withdrawn(house, member);
      house.clock.at += 400 * DAY_MS;
      return expireWithdrawal(id);
    },
  ],
  ['mark_withdrawal_sent', async (house, member) => markSent(await approved(house, member), HASH, BY_OPERATOR)],
  ['mark_withdrawal_errored', async (house, member) => markErrored(await approved(house, member), BY_OPERATOR)],
  ['fail_withdrawal', async (house, member) => failWithoutSending(await approved(house, member), 'other', BY_OPERATOR)],
  [
    'confirm_withdrawal',
    async (house, member) => {
      const id = await approved(house, member);
      await house.funnel.run(markSent(id, HASH.replace('ab', 'cd'), BY_OPERATOR));
      return confirmSent(id, BY_OPERATOR);
    },
  ],
  ['cancel_waiting_order', async (house, member) => cancelWaitingOrder(member, await waiting(house, member), null)],
  [
    'expire_waiting_order',
    async (house, member) => {
      const id = await waiting(house, member);
      house.clock.at += WAITING_DAYS * DAY_MS;
      return expireWaitingOrder(member, id);
    },
  ],
  [
    'place_waiting_orders',
    async (house, member) => {
      await waiting(house, member);
      await house.devices('x1', 1);
      return placeWaitingOrders('x1');
    },
  ],
  ['place_waiting_orders', async () => placeWaitingOrders('x2')],
  ['credit_deposits', async (house, member) => creditDeposits(await keptDeposit(house, member))],
  [
    'book_sweep',
    async (house, member) => {
      const deposits = await keptDeposit(house, member);
      await house.funnel.run(creditDeposits(deposits));
      const id = await toldSweep(house, member);
      return withPayout(bookSweep(id, 2, { walletId: 1, units: 500n }), id, PAYOUT_STATUS.CONFIRMED);
    },
  ],
  ['book_receipt', async (house) => bookReceipt(await receivedHere(house))],
];

/** An approved withdrawal with the payout that is to send it. */
const queued = async (house: MoneyHouse, member: bigint): Promise<NftWithdrawalKeys> => {
  const asked = await withdrawal(house, member);
  await house.funnel.run(approveNftWithdrawal(asked, BY_OPERATOR));
  const to = ADDRESS.toLowerCase();
  await house.pool.query(`INSERT INTO setting (key, value) VALUES ('nft_collections', $1) ON CONFLICT DO NOTHING`, [
    JSON.stringify({ super_rare: { address: to } }),
  ]);
  const { rows } = await house.pool.query<{ token: number }>('SELECT token FROM nft WHERE id = $1', [asked.nftId]);
  const intent = { kind: 'safeTransferFrom', contract: to, to, tokenId: BigInt(rows[0]!.token) } as const;
  const payable = { id: asked.id, kind: 'nft', memberId: member, networkId: 5, intent } as const;
  await queuePayouts(house, [payable], { chainId: 56, sender: to });
  return asked;
};

/** An order that waits: what is free is bought before. */
const waiting = async (house: MoneyHouse, member: bigint): Promise<string> => {
  const buyer = await house.member({ CW: '1000000' });
  const { rows } = await house.pool.query<{ free: number }>(`SELECT total - used AS free FROM stock WHERE line = 'x1'`);
  for (let left = rows[0]!.free; left > 0; left -= 1) await house.funnel.run(buy(buyer, 1));
  return ordered(house, member, true);
};
