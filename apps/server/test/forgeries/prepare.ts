import { tokenOfUnits } from '@minerx/rules/deposit';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { LOCAL_CHAIN_ID, noteContracts } from '../../src/demo/demo-chain.ts';
import type { Funnel } from '../../src/ledger/funnel.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { queuePayouts } from '../../src/modules/payout/payout-round.command.ts';
import { approveWithdrawal } from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { listSendableWithdrawals } from '../../src/modules/withdrawal/withdrawal.query.ts';
import { asking } from '../withdrawals.ts';
import { NOBODYS } from './forgery.ts';

/**
 * What the demo lacks: a command that came with a key, so that its answer is stored, and withdrawals: one that is approved and
 * queued for the chain, one under review.
 */
export const prepareForgeries = async (pool: Pool, run: Funnel['run']): Promise<void> => {
  const { rows } = await pool.query<{ id: bigint }>(`SELECT id FROM member WHERE email_key = 'demo@minerx.test'`);
  const memberId = rows[0]!.id;
  const actor = 'operator:x' as const;
  const credit = { memberId, walletId: WALLET.USDT, amountUnits: unitsOf('100'), reason: 'x', actor };
  await run(creditMember(credit, 'a key'));
  await noteContracts(pool, [NETWORK.BEP20]);
  const bank = { pool, clock: Date };
  const { id } = await run(await asking(bank, memberId));
  await run(approveWithdrawal(id, 1, { actor, reason: 'x' }));
  await run(await asking(bank, memberId, { amount: '30' }));
  // The demo has an approved one of its own.
  const sendable = await listSendableWithdrawals(pool, [NETWORK.BEP20], 10);
  const coin = sendable.find((each) => each.id === id);
  const { contract, address, amountUnits, decimals } = coin!;
  const amount = tokenOfUnits(amountUnits, decimals);
  const intent = {
    kind: 'transfer',
    contract: contract.toLowerCase(),
    to: address.toLowerCase(),
    amount,
  } as const;
  const payable = { id, kind: 'withdrawal', memberId, networkId: NETWORK.BEP20, intent } as const;
  await queuePayouts(bank, [payable], { chainId: LOCAL_CHAIN_ID, sender: NOBODYS });
};
