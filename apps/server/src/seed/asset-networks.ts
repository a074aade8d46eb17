import { unitsOf } from '@minerx/rules/money';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { WALLET, type WalletId } from '@minerx/rules/wallet';
import type { Tx } from '../db/transaction.ts';

/** On which terms a coin moves on a network, in the coin; amounts as decimal text. */
interface FirstTerms {
  readonly wallet: WalletId;
  readonly network: NetworkId;
  /** Decimals of the token on that chain. */
  readonly decimals: number;
  readonly minDeposit: string;
  readonly minWithdraw: string;
  readonly fee: string;
  /** Of one member and UTC day. */
  readonly dailyLimit: string;
  /** What is more than this needs two operators. */
  readonly twoOperatorsAbove: string;
}

const DOLLARS = { minDeposit: '1', minWithdraw: '10', fee: '1', dailyLimit: '10000', twoOperatorsAbove: '1000' };

/** Decisions section 6; coins without a figure there have about the same in dollars. */
const FIRST_TERMS: readonly FirstTerms[] = [
  { wallet: WALLET.USDT, network: NETWORK.TRC20, decimals: 6, ...DOLLARS },
  { wallet: WALLET.USDT, network: NETWORK.BEP20, decimals: 18, ...DOLLARS },
  {
    wallet: WALLET.BTC,
    network: NETWORK.OMNI,
    decimals: 8,
    minDeposit: '0.0001',
    minWithdraw: '0.0002',
    fee: '0.00002',
    dailyLimit: '0.1',
    twoOperatorsAbove: '0.01',
  },
  {
    wallet: WALLET.AOGTD,
    network: NETWORK.ARBITRUM_ONE,
    decimals: 18,
    minDeposit: '2',
    minWithdraw: '20',
    fee: '2',
    dailyLimit: '20000',
    twoOperatorsAbove: '2000',
  },
  { wallet: WALLET.AOG, network: NETWORK.ARBITRUM_ONE, decimals: 18, ...DOLLARS },
];

/** Adds the terms that are missing; those that are there are operators'. */
export const seedAssetNetworks = async (tx: Tx): Promise<void> => {
  for (const { wallet, network, decimals, ...terms } of FIRST_TERMS) {
    await tx.query(
      `INSERT INTO asset_network (wallet_id, network_id, decimals, min_deposit_units, min_withdraw_units, fee_units, daily_limit_units,
                                  two_operators_above_units)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [
        wallet,
        network,
        decimals,
        unitsOf(terms.minDeposit),
        unitsOf(terms.minWithdraw),
        unitsOf(terms.fee),
        unitsOf(terms.dailyLimit),
        unitsOf(terms.twoOperatorsAbove),
      ],
    );
  }
};
