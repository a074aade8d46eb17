import { DELETION_CAUSES, type DeletionCause } from '@minerx/rules/deletion';
import type { Context } from '../../context.ts';
import { inTransaction, type Db, type Tx } from '../../db/transaction.ts';
import type { SessionMember } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { mailbox, queueMail } from '../mail/mail.store.ts';
import { queueAccountMail } from '../member/account-mail.step.ts';
import { refuseCode, tryCode } from '../member/code-try.step.ts';
import { useCode, type CodeOwner } from '../member/email-code.store.ts';
import { lockMemberToMail, type ActingMember } from '../member/member.store.ts';
import { codeHash, drawCode, storeCode } from '../member/new-code.step.ts';
import { requireOutgoing } from '../member/outgoing.ledger.ts';
import { countOpen } from './deletion.query.ts';
import { eraseIn, makeSecretsOfNobody } from './erase.step.ts';
import { noteErased, type ErasedMember } from './erased-log.ts';
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
  const { pool, expiryClock, vault, bus, security } = context;
  const at = new Date(expiryClock.now());
  const owner = ownerOf(await inTransaction(pool, (tx) => requireDeletable(tx, memberId, at)));
  const codeId = (await tryCode(context, owner, code, memberId)) ?? refuseCode();
  const secrets = await makeSecretsOfNobody();
  const ended = await inTransaction(pool, async (tx) => {
    const member = await requireDeletable(tx, memberId, at);
    if (member.emailKey !== owner.emailKey || !(await useCode(tx, codeId, at))) refuseCode();
    const by = { actor: `member:${memberId}`, reason: 'Asked for by the member' } as const;
    const sessions = await eraseIn(context, tx, memberId, { secrets, ...by }, at);
    // The last one; what else waited for the mailbox is gone.
    const data = { at: at.toISOString() };
    await queueMail(vault, tx, { template: 'account_deleted', ...mailbox(member), data }, at);
    return sessions;
  });
  security.note('account_deleted', { memberId });
  for (const sessionId of ended) bus.publish('session_ended', { sessionId });
  bus.publish('outbox', { topic: 'mail' });
};

/** What is outside of the database: notes who was erased, and takes pictures of tickets away, unless somebody has sent the same one since. */
export const finishErasure = async (
  { pool, outside, env, clock }: Context,
  { hashes, ...member }: ErasedMember & { hashes: readonly string[] },
): Promise<void> => {
  await noteErased(env.dataDir, member, new Date(clock.now()));
  for (const hash of hashes) if (!(await isStored(pool, hash))) await outside.files.remove(hash);
};
