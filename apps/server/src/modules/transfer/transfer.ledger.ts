import type { ByWallet } from '@minerx/rules/wallet';
import type { LedgerView } from '../../ledger/command.ts';
import { settingIn, settings } from '../setting/setting.ledger.ts';

const MINIMUMS = 'transfer_minimums';

/** What `transferMinimums` reads. */
export const TRANSFER_MINIMUMS_KEY = settings.key(MINIMUMS);
/** The wallets that operators let members send, each with its least. */
export const transferMinimums = (view: LedgerView): ByWallet => settingIn(view, MINIMUMS);
