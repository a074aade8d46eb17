import { decks, drawers, openings, packs, prizes } from '../modules/blessing/blessing.ledger.ts';
import { houseAccounts, transferKinds } from '../ledger/money.ts';
import { allocations, devices, stock } from '../modules/device/device.ledger.ts';
import type { AnyTable } from '../ledger/table.ts';
import { deposits } from '../modules/deposit/deposit.ledger.ts';
import { payoutGate } from '../modules/integrity/payout-freeze.ledger.ts';
import { payouts } from '../modules/payout/payout.ledger.ts';
import { houseReceipts } from '../modules/reconciliation/house-receipt.ledger.ts';
import { members } from '../modules/member/member.ledger.ts';
import { packages } from '../modules/miner-package/miner-package.ledger.ts';
import { nfts, nftWithdrawals } from '../modules/nft/nft.ledger.ts';
import { orders } from '../modules/order/order.ledger.ts';
import { proposals } from '../modules/operator/proposal.ledger.ts';
import { rewards } from '../modules/reward/reward.ledger.ts';
import { stakes, stakingTypes } from '../modules/staking/staking.ledger.ts';
import { settings } from '../modules/setting/setting.ledger.ts';
import { liquidityChanges, swapQuotes } from '../modules/swap/swap.ledger.ts';
import { emailCodes } from '../modules/member/email-code.ledger.ts';
import { assetNetworks, networks, withdrawals, withdrawers } from '../modules/withdrawal/withdrawal.ledger.ts';
import { vouchers } from '../modules/voucher/voucher.ledger.ts';
import { prices } from '../modules/wallet/price.ledger.ts';

/**
 * The tables of the ledger, in the order of locks and of writes; accounts come last. Each stands behind what its rows reference and
 * behind those whose rows bring it; facts at the end. The only list of them: one more noun is its file and its line here.
 */
// oxfmt-ignore
export const LEDGER_TABLES: readonly AnyTable[] = [
  proposals, stock, orders, stakes, withdrawals,
  vouchers, nfts, nftWithdrawals, payouts, devices, allocations, rewards,
  packs, decks, openings, prizes, drawers, withdrawers, emailCodes,
  deposits, houseReceipts,
  swapQuotes, liquidityChanges,
  members, packages, prices, stakingTypes, assetNetworks, networks, settings, payoutGate,
];

/** The house's accounts and the kinds of transfers, as the tables bring them. */
export const HOUSE_ACCOUNTS = houseAccounts(LEDGER_TABLES);
export const TRANSFER_KINDS = transferKinds(LEDGER_TABLES);
