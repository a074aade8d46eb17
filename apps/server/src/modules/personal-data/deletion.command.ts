import { DELETION_CAUSES, type DeletionCause } from '@minerx/rules/deletion';
import type { Context } from '../../context.ts';
import { inTransaction, type Db, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { queueWork } from '../../outbox/outbox.ts';
import type { SessionMember } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { hashOfNothing, inHashingTurn, passwordOfNobody } from '../../security/secret-hash.ts';
import { mailbox, queueMail } from '../mail/mail.store.ts';
import { queueAccountMail } from '../member/account-mail.step.ts';
import { refuseCode, tryCode } from '../member/code-try.step.ts';
import { useCode, type CodeOwner } from '../member/email-code.store.ts';
import { freezeIn } from '../member/security/freeze.step.ts';
import { eraseMember, lockMemberToMail, type ActingMember } from '../member/member.store.ts';
import { codeHash, drawCode, storeCode } from '../member/new-code.step.ts';
import { requireOutgoing } from '../member/outgoing.ledger.ts';
import { endFactors } from '../member/second-factor/factors.step.ts';
import { countOpen } from './deletion.query.ts';
import { isStored } from './stored-file.query.ts';

/** What has to go first, with how much of it there is. */
export const listDeletionCauses = async (
  db: Db,
  memberId: bigint,
  now: Date,
): Promise<{ cause: DeletionCause; count: number }[]> => {
  const open = await countOpen(db, memberId, now);
  return DELETION_CAUSES.map((cause) => ({ cause, count: open[cause] })).filter(({ count }) => count > 0);
};

const ownerOf = ({ emailKey }: ActingMember): CodeOwner => ({ emailKey, purpose: 'deletion', confirms: '' });

/** The locked member, of whom nothing of value is left. Not while anything is held: whoever has just set password and PIN may be somebody else. */
const requireDeletable = async (tx: Tx, memberId: bigint, now: Date): Promise<ActingMember> => {
  const member = await lockMemberToMail(tx, memberId);
  requireOutgoing(member, now);
  if ((await listDeletionCauses(tx, memberId, now)).length > 0) refuse('err_deletion_open');
  return member;
};

/**
 * Mails a code for deleting the account. The PIN was checked at the gate.
 * @throws err_deletion_open, err_account_frozen, err_recent_reset, err_code_wait
 */
export const requestDeletionCode = async (context: Context, memberId: bigint): Promise<void> => {
  const { pool, env, expiryClock, random, bus } = context;
  const now = expiryClock.now();
  const code = drawCode(random);
  await inTransaction(pool, async (tx) => {
    const member = await requireDeletable(tx, memberId, new Date(now));
    const owner = ownerOf(member);
    await storeCode(tx, owner, codeHash(env.pepper, owner, code), now);
    await queueAccountMail(context, tx, member, { template: 'deletion_code', data: { code } }, new Date(now));
  });
  bus.publish('outbox', { topic: 'mail' });
};

/**
 * Deletes the account, with PIN, second factor and mailed code: sessions and factors end, nobody can sign in any more, and what no law asks for is
 * erased. What moved money stays, and what comes later is booked to the account.
 * @throws err_code_wrong, err_deletion_open, err_account_frozen, err_recent_reset, err_too_many
 */
export const deleteAccount = async (context: Context, { memberId }: SessionMember, code: string): Promise<void> => {
  const { pool, env, expiryClock, vault, bus, security } = context;
  const at = new Date(expiryClock.now());
  const owner = ownerOf(await inTransaction(pool, (tx) => requireDeletable(tx, memberId, at)));
  const codeId = (await tryCode(context, owner, code, memberId)) ?? refuseCode();
  const nobodys = await inHashingTurn(
    async () => ({ passwordHash: await passwordOfNobody(), pinHash: await hashOfNothing() }),
    { ahead: true },
  );
  const ended = await inTransaction(pool, async (tx) => {
    const member = await requireDeletable(tx, memberId, at);
    if (member.emailKey !== owner.emailKey || !(await useCode(tx, codeId, at))) refuseCode();
    await endFactors(tx, env.pepper, memberId, at);
    const hashes = await eraseMember(tx, memberId, nobodys);
    // The last one; what else waited for the mailbox is gone.
    const data = { at: at.toISOString() };
    await queueMail(vault, tx, { template: 'account_deleted', ...mailbox(member), data }, at);
    if (hashes.length > 0) await queueWork(tx, { topic: 'erased_files', payload: { hashes } }, at);
    const by = { actor: `member:${memberId}`, reason: 'Asked for by the member' } as const;
    const sessions = await freezeIn(tx, at, { memberId, ...by });
    await appendAudit(tx, at, [{ ...by, action: 'member.delete', subject: `member:${memberId}`, detail: {} }]);
    return sessions ?? [];
  });
  security.note('account_deleted', { memberId });
  for (const sessionId of ended) bus.publish('session_ended', { sessionId });
  bus.publish('outbox', { topic: 'mail' });
};

/** Takes pictures away that stood in tickets of a deleted member, unless somebody has sent the same one since. */
export const removeErasedFiles = async (
  { pool, outside }: Context,
  { hashes }: { hashes: readonly string[] },
): Promise<void> => {
  for (const hash of hashes) if (!(await isStored(pool, hash))) await outside.files.remove(hash);
};
