import { ADDRESS_HOLD_HOURS, usableFrom } from '@minerx/rules/withdrawal-network';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { insertWithdrawalAddress } from '../../modules/member/withdrawal-address/withdrawal-address.store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { DEMO_ACTOR, type DemoEvent } from '../demo-plan.ts';

/** From the examples of EIP-55 and BIP-173: nobody takes them for somebody's. */
export const DEMO_ADDRESSES = [
  { walletId: WALLET.USDT, network: NETWORK.BEP20, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  { walletId: WALLET.BTC, network: NETWORK.OMNI, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
] as const;
const HOURS_BEFORE = 80;

/** The demo member has addresses whose wait is over. Without PIN and code, which only the member's mailbox holds. */
export const planAddresses = ({ pool, clock }: Context, memberId: bigint, lastHour: number): DemoEvent => ({
  hour: Math.max(0, lastHour - HOURS_BEFORE),
  run: () =>
    inTransaction(pool, async (tx) => {
      const savedAt = new Date(clock.now());
      const usableAt = new Date(usableFrom(savedAt.getTime(), ADDRESS_HOLD_HOURS));
      for (const saved of DEMO_ADDRESSES) {
        const { walletId: wallet, network, address: after } = saved;
        await insertWithdrawalAddress(tx, { memberId, ...saved, savedAt, usableAt });
        await appendAudit(tx, savedAt, [
          {
            actor: DEMO_ACTOR,
            action: 'withdrawal_address.save',
            subject: `member:${memberId}`,
            reason: 'Demo',
            detail: { wallet, network, before: null, after, usableAt: usableAt.toISOString() },
          },
        ]);
      }
    }),
});
