import { MINUTE_MS } from '@minerx/rules/duration';
import { CODE_MINUTES } from '@minerx/rules/member';
import { networkLabel } from '@minerx/rules/network';
import { readAddress, usableFrom, type WithdrawalNetwork } from '@minerx/rules/withdrawal-network';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../../context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Actor } from '../../../base/actor.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { findAnswer, once, type AskedKey } from '../../../ledger/answers.ts';
import { canonicalJson } from '../../../ledger/fingerprint.ts';
import { requireOutgoing } from '../outgoing.ledger.ts';
import { refuse } from '../../../refusal.ts';
import { keyedDigest } from '../../../security/secret-hash.ts';
import { isDepositAddressOf } from '../../deposit/deposit-address.store.ts';
import { mailbox, queueMail } from '../../mail/mail.store.ts';
import { getSetting } from '../../setting/setting.query.ts';
import { changeSetting } from '../../setting/setting.step.ts';
import { refuseCode, tryCode } from '../code-try.step.ts';
import { useCode, type CodeOwner } from '../email-code.store.ts';
import { codeHash, drawCode, storeCode } from '../new-code.step.ts';
import { queueAccountMail } from '../account-mail.step.ts';
import { refuseOwnAddress } from '../../payout/own-address.step.ts';
import { lockMemberToMail, type ActingMember } from '../member.store.ts';
import { findWithdrawalAddress, insertWithdrawalAddress } from './withdrawal-address.store.ts';

type Dependencies = Pick<Context, 'pool' | 'expiryClock' | 'random' | 'bus' | 'env' | 'security' | 'vault'>;

const HOLD = 'withdrawal_address_hold_hours';

/** The code is good for this address of this coin and network alone: whoever swaps the address in the form has no code for it. */
const ownerOf = ({ emailKey }: ActingMember, { walletId, network, address }: WithdrawalAddressTarget): CodeOwner => ({
  emailKey,
  purpose: 'withdrawal_address',
  confirms: `${walletId}/${network}/${address}`,
});

/** What is saved: an address of a coin and network. */
export interface WithdrawalAddressTarget {
  walletId: WalletId;
  network: WithdrawalNetwork;
  address: string;
}

const requireAddress = async (
  pool: Context['pool'],
  memberId: bigint,
  { network, address }: WithdrawalAddressTarget,
): Promise<string> => {
  const field = 'member_bank_number';
  const read =
    readAddress(network, address) ?? refuse('err_validation', { fields: { [field]: 'err_withdrawal_address' } });
  await refuseOwnAddress(pool, read, field);
  if (await isDepositAddressOf(pool, memberId, read))
    refuse('err_validation', { fields: { [field]: 'err_withdrawal_own' } });
  return read;
};

/** Locked until the transaction ends: changes of one member come one after the other, and none passes a freezing. */
const requireActing = async (tx: Tx, memberId: bigint, now: Date): Promise<ActingMember> => {
  const member = await lockMemberToMail(tx, memberId);
  requireOutgoing(member, now);
  return member;
};

/**
 * Sends a code for saving this withdrawal address to the member's own mailbox; the mail says which. The PIN was checked at the gate.
 * @throws err_account_frozen, err_recent_reset, err_code_wait, err_validation (not an address of the network, one of ours, or the own deposit address)
 */
export const requestWithdrawalAddressCode = async (
  { pool, expiryClock, random, bus, env, vault }: Dependencies,
  memberId: bigint,
  target: WithdrawalAddressTarget,
): Promise<void> => {
  const now = expiryClock.now();
  const address = await requireAddress(pool, memberId, target);
  const code = drawCode(random);
  await inTransaction(pool, async (tx) => {
    const member = await requireActing(tx, memberId, new Date(now));
    const owner = ownerOf(member, { ...target, address });
    await storeCode(tx, owner, codeHash(env.pepper, owner, code), now);
    const mail = {
      template: 'withdrawal_code',
      ...mailbox(member),
      data: { code, coin: walletById(target.walletId).name, network: networkLabel(target.network), address },
      usefulUntil: now + CODE_MINUTES * MINUTE_MS,
    } as const;
    await queueMail(vault, tx, mail, new Date(now));
  });
  bus.publish('outbox', { topic: 'mail' });
};

interface WithdrawalAddressInput extends WithdrawalAddressTarget {
  /** Of the mail. */
  code: string;
}

/**
 * Saves the address of a coin and network, in its one spelling, and tells the member by mail. A new or changed one waits
 * before it can be used; the same one again keeps the wait that it has. The same key and input again succeed without a second change.
 * @throws err_account_frozen, err_recent_reset, err_code_wrong, err_idempotency_mismatch, err_validation (not an address of the network)
 */
export const saveWithdrawalAddress = async (
  { pool, expiryClock, random, bus, env, security, vault }: Dependencies,
  memberId: bigint,
  input: WithdrawalAddressInput,
  idempotencyKey: string,
): Promise<void> => {
  const asked: AskedKey = {
    actor: `member:${memberId}`,
    name: 'member/withdrawal/modify',
    key: idempotencyKey,
    // Keyed, because the input holds a code: whoever reads a plain hash finds it by trying.
    fingerprint: keyedDigest(env.pepper, 'withdrawal_address', canonicalJson(input)),
  };
  if ((await findAnswer(pool, asked)) !== null) return;
  const address = await requireAddress(pool, memberId, input);
  const at = new Date(expiryClock.now());
  const acting = await inTransaction(pool, (tx) => requireActing(tx, memberId, at));
  const owner = ownerOf(acting, { ...input, address });
  const codeId = await tryCode({ pool, expiryClock, env, security }, owner, input.code, memberId);
  // The same question, sent twice at once, may just have used the code up.
  if (codeId === null) return (await findAnswer(pool, asked)) === null ? refuseCode() : undefined;
  await inTransaction(pool, (tx) =>
    once(tx, asked, { answer: {}, at }, async () => {
      const member = await requireActing(tx, memberId, at);
      if (!(await useCode(tx, codeId, at))) refuseCode();
      await keep({ random, env, vault }, tx, memberId, member, { ...input, address }, at);
    }),
  );
  bus.publish('outbox', { topic: 'mail' });
};

/** Writes the address, its line in the audit log and the mail about it; nothing when it is the one that counts already. */
const keep = async (
  dependencies: Pick<Dependencies, 'random' | 'env' | 'vault'>,
  tx: Tx,
  memberId: bigint,
  member: ActingMember,
  { walletId, network, address }: WithdrawalAddressTarget,
  at: Date,
): Promise<void> => {
  const place = { memberId, walletId, network };
  const before = await findWithdrawalAddress(tx, place);
  if (before === address) return;
  const usableAt = new Date(usableFrom(at.getTime(), await getSetting(tx, HOLD)));
  await insertWithdrawalAddress(tx, { ...place, address, savedAt: at, usableAt });
  const mail = {
    template: 'withdrawal_address',
    data: {
      coin: walletById(walletId).name,
      network: networkLabel(network),
      address,
      at: at.toISOString(),
      usableFrom: usableAt.toISOString(),
    },
  } as const;
  await queueAccountMail(dependencies, tx, member, mail, at);
  await appendAudit(tx, at, [
    {
      actor: `member:${memberId}`,
      action: 'withdrawal_address.save',
      subject: `member:${memberId}`,
      reason: 'Confirmed with PIN and emailed code',
      detail: { wallet: walletId, network, before, after: address, usableAt: usableAt.toISOString() },
    },
  ]);
};

/**
 * Sets for how many hours a new or changed withdrawal address waits. Those that wait already keep the time they were told.
 * Gives the hours before.
 */
export const setWithdrawalAddressHold = (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { hours, actor, reason }: { hours: number; actor: Actor; reason: string },
): Promise<number> =>
  changeSetting(context, HOLD, {
    change: () => hours,
    told: (before, after) => ({ before, after }),
    actor,
    action: 'withdrawal_address.hold',
    reason,
  });
