import { MINUTE_MS } from '@minerx/rules/duration';
import { CODE_MINUTES } from '@minerx/rules/member';
import { exactUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { decideWithdrawal } from '@minerx/rules/withdrawal';
import { readAddress, type WithdrawalNetwork } from '@minerx/rules/withdrawal-network';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findStored } from '../../ledger/answers.ts';
import { refuse } from '../../refusal.ts';
import { mailbox, queueMail } from '../mail/mail.store.ts';
import { refuseCode, tryCode } from '../member/code-try.step.ts';
import type { CodeOwner } from '../member/email-code.store.ts';
import { codeHash, drawCode, storeCode } from '../member/new-code.step.ts';
import { refuseOwnAddress } from '../payout/own-address.step.ts';
import { lockMemberToMail } from '../member/member.store.ts';
import { requireOutgoing } from '../member/outgoing.ledger.ts';
import { askWithdrawal, refuseWithdrawal, type AskedWithdrawal, type WithdrawalRequest } from './withdrawal.command.ts';
import { getOutgoing, getWithdrawalState } from './withdrawal.query.ts';

type Dependencies = Pick<Context, 'pool' | 'expiryClock' | 'random' | 'bus' | 'env' | 'security' | 'funnel' | 'vault'>;

/** The code is good for this amount to this address of this coin and network alone. */
const ownerOf = (emailKey: string, { walletId, networkId, address, amountUnits }: WithdrawalRequest): CodeOwner => ({
  emailKey,
  purpose: 'withdrawal',
  confirms: `${walletId}/${networkId}/${address}/${amountUnits}`,
});

/** In the address's one spelling; nothing goes to ourselves. */
const spelled = async (pool: Context['pool'], request: WithdrawalRequest): Promise<WithdrawalRequest> => {
  const address =
    readAddress(request.networkId as WithdrawalNetwork, request.address) ??
    refuse('err_validation', { fields: { address: 'err_withdrawal_address' } });
  await refuseOwnAddress(pool, address, 'address');
  return { ...request, address };
};

/** What would stand in the way of the request now: nobody shall type a code for nothing. */
const requireWithdrawable = async (
  pool: Context['pool'],
  memberId: bigint,
  request: WithdrawalRequest,
  nowMs: number,
): Promise<void> => {
  requireOutgoing(await getOutgoing(pool, memberId), new Date(nowMs));
  const state = await getWithdrawalState(pool, memberId, request, nowMs);
  const decision = decideWithdrawal(state, request);
  if (decision.ok) return;
  const { code, more } = refuseWithdrawal(decision.refusal, state, request);
  refuse(code, more);
};

/**
 * Sends a code for this withdrawal to the member's own mailbox; the mail says what it is for. The PIN was checked at the gate.
 * @throws err_account_frozen, err_recent_reset, err_code_wait, and what `decideWithdrawal` refuses
 */
export const requestWithdrawCode = async (
  { pool, expiryClock, random, bus, env, vault }: Dependencies,
  memberId: bigint,
  input: WithdrawalRequest,
): Promise<void> => {
  const request = await spelled(pool, input);
  const now = expiryClock.now();
  await requireWithdrawable(pool, memberId, request, now);
  const code = drawCode(random);
  const coin = walletById(request.walletId);
  await inTransaction(pool, async (tx) => {
    const member = await lockMemberToMail(tx, memberId);
    requireOutgoing(member, new Date(now));
    const owner = ownerOf(member.emailKey, request);
    await storeCode(tx, owner, codeHash(env.pepper, owner, code), now);
    const mail = {
      template: 'withdraw_code',
      ...mailbox(member),
      data: {
        code,
        amount: exactUnits(request.amountUnits, coin.precision),
        coin: coin.name,
        network: networkLabel(request.networkId),
        address: request.address,
      },
      usefulUntil: now + CODE_MINUTES * MINUTE_MS,
    } as const;
    await queueMail(vault, tx, mail, new Date(now));
  });
  bus.publish('outbox', { topic: 'mail' });
};

/**
 * Asks for a withdrawal with its emailed code. The same key and input again give the first answer.
 * @throws err_code_wrong; err_conflict when another request has used the code meanwhile; and what `askWithdrawal` refuses
 */
export const requestWithdrawal = async (
  dependencies: Dependencies,
  memberId: bigint,
  input: WithdrawalRequest,
  code: string,
  key: string,
): Promise<AskedWithdrawal> => {
  const { pool, funnel, expiryClock } = dependencies;
  const request = await spelled(pool, input);
  const now = new Date(expiryClock.now());
  const run = (codeId: bigint): Promise<AskedWithdrawal> =>
    funnel.run(askWithdrawal(memberId, request, codeId, key, now));
  const asked = { actor: `member:${memberId}`, name: 'ask_withdrawal', key } as const;
  // The funnel finds the stored answer and compares what was asked; no code is tried for it.
  if ((await findStored(pool, asked)) !== null) return run(NO_CODE);
  const acting = await inTransaction(pool, (tx) => lockMemberToMail(tx, memberId));
  requireOutgoing(acting, now);
  const codeId = await tryCode(dependencies, ownerOf(acting.emailKey, request), code, memberId);
  if (codeId !== null) return run(codeId);
  // The same question, sent twice at once, may just have used the code up.
  return (await findStored(pool, asked)) === null ? refuseCode() : run(NO_CODE);
};

/** Codes count from one. */
const NO_CODE = 0n;
