import { nfts, nftWithdrawals } from './modules/nft/nft.ledger.ts';
import { stakes, stakingTypes } from './modules/staking/staking.ledger.ts';
import { settings } from './modules/system/setting.ledger.ts';
import type { AnyTable } from './ledger/table.ts';

/**
 * The tables of the ledger, in the order of locks and of writes; accounts come last. Each stands behind what its rows reference and
 * behind those whose rows bring it; facts at the end. The only list of them: one more noun is its file and its line here.
 */
export const LEDGER_TABLES: readonly AnyTable[] = [stakes, nfts, nftWithdrawals, stakingTypes, settings];
