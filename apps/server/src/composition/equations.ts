import type { Equation } from '../ledger/equation.ts';
import { LEDGER_EQUATIONS } from '../ledger/ledger.equations.ts';
import { BALANCE_MARK_EQUATIONS } from '../modules/transaction/balance-mark.equations.ts';
import { BLESSING_EQUATIONS } from '../modules/blessing/blessing.equations.ts';
import { DEPOSIT_EQUATIONS } from '../modules/deposit/deposit.equations.ts';
import { DEVICE_DAY_EQUATIONS } from '../modules/settlement/device-day.equations.ts';
import { DEVICE_EQUATIONS } from '../modules/device/device.equations.ts';
import { rowHistoryEquations } from '../modules/integrity/row-history.query.ts';
import { FLOW_EQUATIONS } from './flows.equations.ts';
import { HOT_WALLET_EQUATIONS } from '../modules/hot-wallet/hot-wallet.equations.ts';
import { MEMBER_EQUATIONS } from '../modules/member/member.equations.ts';
import { WITHDRAWAL_ADDRESS_EQUATIONS } from '../modules/member/withdrawal-address/withdrawal-address.equations.ts';
import { NEWEST_EQUATIONS } from './newest.equations.ts';
import { NFT_EQUATIONS } from '../modules/nft/nft.equations.ts';
import { ORDER_EQUATIONS } from '../modules/order/order.equations.ts';
import { PAYOUT_EQUATIONS } from '../modules/payout/payout.equations.ts';
import { RECONCILIATION_EQUATIONS } from '../modules/reconciliation/reconciliation.equations.ts';
import { REWARD_EQUATIONS } from '../modules/reward/reward.equations.ts';
import { NETWORK_EQUATIONS } from '../modules/network/network.equations.ts';
import { SETTLEMENT_EQUATIONS } from '../modules/settlement/settlement.equations.ts';
import { STAKING_EQUATIONS } from '../modules/staking/staking.equations.ts';
import { SWAP_EQUATIONS } from '../modules/swap/swap.equations.ts';
import { SWEEP_EQUATIONS } from '../modules/sweep/sweep.equations.ts';
import { TEAM_EQUATIONS } from '../modules/team/team.equations.ts';
import { TRANSFER_EQUATIONS } from '../modules/transfer/transfer.equations.ts';
import { VOUCHER_EQUATIONS } from '../modules/voucher/voucher.equations.ts';
import { WALLET_EQUATIONS } from '../modules/wallet/wallet.equations.ts';
import { WITHDRAWAL_EQUATIONS } from '../modules/withdrawal/withdrawal.equations.ts';

/** Every equation of the integrity check, the only list of them: one more noun is its file and its line here. */
export const EQUATIONS: readonly Equation[] = [
  ...LEDGER_EQUATIONS,
  ...BALANCE_MARK_EQUATIONS,
  ...ORDER_EQUATIONS,
  ...DEVICE_EQUATIONS,
  ...VOUCHER_EQUATIONS,
  ...REWARD_EQUATIONS,
  ...SETTLEMENT_EQUATIONS,
  ...DEVICE_DAY_EQUATIONS,
  ...NFT_EQUATIONS,
  ...DEPOSIT_EQUATIONS,
  ...WITHDRAWAL_EQUATIONS,
  ...PAYOUT_EQUATIONS,
  ...RECONCILIATION_EQUATIONS,
  ...SWEEP_EQUATIONS,
  ...HOT_WALLET_EQUATIONS,
  ...STAKING_EQUATIONS,
  ...TEAM_EQUATIONS,
  ...TRANSFER_EQUATIONS,
  ...SWAP_EQUATIONS,
  ...BLESSING_EQUATIONS,
  ...FLOW_EQUATIONS,
  ...MEMBER_EQUATIONS,
  ...WITHDRAWAL_ADDRESS_EQUATIONS,
  ...NETWORK_EQUATIONS,
  ...NEWEST_EQUATIONS,
  ...WALLET_EQUATIONS,
  // Tables that the database keeps every version of.
  ...rowHistoryEquations([
    { table: 'hold', rows: 'holds and their deadlines', change: 'never' },
    { table: 'staking_order', rows: 'stakes', change: 'never' },
    { table: 'blessing_deck', rows: 'decks', change: 'never' },
    { table: 'blessing_seed', rows: 'the seeds that draw them', change: 'never' },
    { table: 'voucher', rows: 'vouchers', change: 'never' },
    { table: 'nft_withdrawal', rows: 'withdrawals of NFTs', change: 'never' },
    { table: 'withdrawal', rows: 'withdrawals', change: 'never' },
    { table: 'payout', rows: 'payouts', change: 'never' },
    { table: 'payout_attempt', rows: 'what was signed for them', change: 'never' },
    { table: 'sweep', rows: 'what is swept', change: 'never' },
    { table: 'cold_movement', rows: 'what is moved to cold wallets', change: 'never' },
    { table: 'deposit', rows: 'deposits', change: 'never' },
    { table: 'deposit_key', rows: 'the keys of members’ addresses', change: 'never' },
    { table: 'deposit_address', rows: 'their addresses', change: 'never' },
    { table: 'house_receipt', rows: 'what came to our own wallets', change: 'never' },
    { table: 'chain_difference', rows: 'what chains held that the books did not say', change: 'never' },
    { table: 'swap_quote', rows: 'quotes that were taken', change: 'never' },
    { table: 'liquidity_change', rows: 'what operators wanted of the liquidity', change: 'never' },
    { table: 'pool_worker_day', rows: 'what the pool saw of devices', change: 'never' },
    { table: 'settlement_figures', rows: 'the figures that days are shared out by', change: 'never' },
    { table: 'market_close', rows: 'the prices that days are settled by', change: 'never' },
    { table: 'terms_acceptance', rows: 'which terms members agreed to', change: 'never' },
    { table: 'factor_change', rows: 'changes of passwords, PINs and second factors', change: 'never' },
    { table: 'setting', rows: 'settings', change: 'noted' },
    { table: 'pool_fee', rows: 'fees of the pool', change: 'noted' },
    { table: 'community', rows: 'communities', change: 'noted' },
    { table: 'miner_package', rows: 'packages', change: 'noted' },
    { table: 'staking_type', rows: 'staking types', change: 'noted' },
    { table: 'blessing_prize', rows: 'prizes', change: 'noted' },
    { table: 'network', rows: 'networks', change: 'noted' },
    { table: 'asset_network', rows: 'coins on networks', change: 'noted' },
    { table: 'swap_pair', rows: 'swap pairs', change: 'noted' },
    { table: 'cold_wallet', rows: 'cold wallets', change: 'noted' },
    { table: 'operator', rows: 'operators', change: 'noted' },
    { table: 'operator_proposal', rows: 'what operators proposed', change: 'noted' },
    { table: 'hand_wallet', rows: 'hot wallets whose keys operators hold', change: 'noted' },
    { table: 'device', rows: 'miners', change: 'noted' },
    { table: 'device_rating', rows: 'what their former machines could do', change: 'noted' },
    { table: 'settlement_day', rows: 'settled days', change: 'noted-later' },
    {
      table: 'member',
      rows: 'members’ names and secrets',
      change: 'noted-later',
      orNoted: 'EXISTS (SELECT FROM factor_change f WHERE f.tx = v.tx AND f.member_id::text = v.key)',
    },
    {
      table: 'member_factor',
      rows: 'members’ second factors',
      change: 'noted',
      orNoted: 'EXISTS (SELECT FROM factor_change f WHERE f.tx = v.tx AND f.member_id::text = v.value ->> 0)',
    },
    {
      table: 'passkey',
      rows: 'passkeys',
      change: 'noted',
      orNoted: 'EXISTS (SELECT FROM factor_change f WHERE f.tx = v.tx AND f.member_id::text = v.value ->> 0)',
    },
  ]),
];
