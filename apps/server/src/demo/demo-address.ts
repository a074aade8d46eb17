import { ADDRESS_HOLD_HOURS, usableFrom } from '@minerx/rules/withdrawal-network';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import type { Context } from '../context.ts';
import { insertWithdrawalAddress } from '../modules/member/withdrawal-address/withdrawal-address.store.ts';
import { inTransaction } from '../db/transaction.ts';
import { appendAudit } from '../ledger/audit.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

/** From the examples of EIP-55: nobody takes it for somebody's. */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HOURS_BEFORE = 80;

/** The demo member has a USDT address whose wait is over. Without PIN and code, which only the member's mailbox holds. */
export const planAddress = ({ pool, clock }: Context, memberId: bigint, lastHour: number): DemoEvent => ({
  hour: Math.max(0, lastHour - HOURS_BEFORE),
  run: () =>
    inTransaction(pool, async (tx) => {
      const savedAt = new Date(clock.now());
      const usableAt = new Date(usableFrom(savedAt.getTime(), ADDRESS_HOLD_HOURS));
      const place = { memberId, walletId: WALLET.USDT, network: NETWORK.BEP20 } as const;
      await insertWithdrawalAddress(tx, { ...place, address: ADDRESS, savedAt, usableAt });
      await appendAudit(tx, savedAt, [
        {
          actor: DEMO_ACTOR,
          action: 'withdrawal_address.save',
          subject: `member:${memberId}`,
          reason: 'Demo',
          detail: {
            wallet: place.walletId,
            network: place.network,
            before: null,
            after: ADDRESS,
            usableAt: usableAt.toISOString(),
          },
        },
      ]);
    }),
});
