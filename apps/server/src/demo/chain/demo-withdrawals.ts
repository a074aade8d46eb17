import { unitsOf } from '@minerx/rules/money';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { isSentByOperators } from '@minerx/rules/withdrawal';
import type { WithdrawalNetwork } from '@minerx/rules/withdrawal-network';
import { WALLET, type WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { askWithdrawal } from '../../modules/withdrawal/withdrawal.command.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
} from '../../modules/withdrawal/withdrawal-review.command.ts';
import { DEMO_ADDRESSES } from './demo-address.ts';
import { DEMO_SIGN_IN } from '../demo-members.ts';
import { DEMO_ACTOR, type DemoEvent } from '../demo-plan.ts';

const BY = { actor: DEMO_ACTOR, reason: 'Demo' };

interface Asked {
  walletId: WalletId;
  network: WithdrawalNetwork;
  amount: string;
  /** Hours before the demo's last moment. */
  hoursBefore: number;
  end?: { hoursBefore: number; how: 'approve' | 'cancel' | 'reject' };
}

const DOLLARS = { walletId: WALLET.USDT, network: NETWORK.BEP20 } as const;

/**
 * What the demo member asked for. The approved one on the local chain is paid there at the first start, by the worker; the one
 * on OMNI waits for an operator's hands.
 */
const ASKED: readonly Asked[] = [
  { ...DOLLARS, amount: '40', hoursBefore: 52, end: { hoursBefore: 44, how: 'reject' } },
  { ...DOLLARS, amount: '75', hoursBefore: 30, end: { hoursBefore: 29, how: 'cancel' } },
  {
    walletId: WALLET.BTC,
    network: NETWORK.OMNI,
    amount: '0.0002',
    hoursBefore: 26,
    end: { hoursBefore: 7, how: 'approve' },
  },
  { ...DOLLARS, amount: '120', hoursBefore: 20, end: { hoursBefore: 3, how: 'approve' } },
  { ...DOLLARS, amount: '60', hoursBefore: 2 },
];

/**
 * The demo member's withdrawals, in every state that members and operators bring one to. On a real chain the demo has no coin.
 * @param simulated the networks of simulated chains
 */
export const planWithdrawals = (
  context: Context,
  memberId: bigint,
  lastHour: number,
  simulated: readonly NetworkId[],
): DemoEvent[] =>
  ASKED.filter(({ network }) => isSentByOperators(network) || simulated.includes(network)).flatMap(
    ({ amount, hoursBefore, end, ...place }) => {
      const { address } = DEMO_ADDRESSES.find(({ walletId }) => walletId === place.walletId)!;
      const request = {
        walletId: place.walletId,
        networkId: place.network,
        amountUnits: unitsOf(amount),
        address,
        seenFeeUnits: null,
      };
      let id = '';
      const events: DemoEvent[] = [
        {
          hour: lastHour - hoursBefore,
          run: async () => {
            const codeId = await rightCode(context);
            const now = new Date(context.clock.now());
            id = (await context.funnel.run(askWithdrawal(memberId, request, codeId, key(hoursBefore), now))).id;
          },
        },
      ];
      if (end !== undefined)
        events.push({
          hour: lastHour - end.hoursBefore,
          run: async () => {
            const { funnel } = context;
            if (end.how === 'approve') await funnel.run(approveWithdrawal(id, 1, BY));
            else if (end.how === 'cancel') await funnel.run(cancelWithdrawal(memberId, id, key(end.hoursBefore)));
            else await funnel.run(rejectWithdrawal(id, 'address', BY));
          },
        });
      return events;
    },
  );

const key = (hoursBefore: number): string => `demo-withdrawal-${hoursBefore}`;

const CODE_MS = 600_000;

/** An emailed code as it stands when it was found right: the mailbox is the member's alone. */
const rightCode = async ({ pool, clock, random }: Context): Promise<bigint> => {
  const { rows } = await pool.query<{ id: bigint }>(
    `INSERT INTO email_code (email_key, purpose, code_hash, created_at, expires_at) VALUES ($1, 'withdrawal', $2, $3, $4) RETURNING id`,
    [DEMO_SIGN_IN.emails[0], random.bytes(32), new Date(clock.now()), new Date(clock.now() + CODE_MS)],
  );
  return rows[0]!.id;
};
