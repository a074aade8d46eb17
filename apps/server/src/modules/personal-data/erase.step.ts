import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { queueWork } from '../../outbox/outbox.ts';
import { hashOfNothing, inHashingTurn, passwordOfNobody } from '../../security/secret-hash.ts';
import { freezeIn } from '../member/security/freeze.step.ts';
import { eraseMember } from '../member/member.store.ts';
import { endFactors } from '../member/second-factor/factors.step.ts';
import { getUsername } from './deletion.query.ts';

interface Secrets {
  passwordHash: string;
  pinHash: string;
}

/** A password and a PIN that nobody has. Made before the transaction: it takes its turn. */
export const makeSecretsOfNobody = (): Promise<Secrets> =>
  inHashingTurn(async () => ({ passwordHash: await passwordOfNobody(), pinHash: await hashOfNothing() }), {
    ahead: true,
  });

/** Ends the locked member's account and erases what no law asks for; gives the sessions that ended, for `session_ended`. */
export const eraseIn = async (
  { env }: Pick<Context, 'env'>,
  tx: Tx,
  memberId: bigint,
  { secrets, ...by }: { secrets: Secrets; actor: Actor; reason: string },
  at: Date,
): Promise<string[]> => {
  const username = await getUsername(tx, memberId);
  await endFactors(tx, env.pepper, memberId, at);
  const hashes = await eraseMember(tx, memberId, secrets);
  await queueWork(tx, { topic: 'erased_member', payload: { memberId: memberId.toString(), username, hashes } }, at);
  const sessions = await freezeIn(tx, at, { memberId, ...by });
  await appendAudit(tx, at, [{ ...by, action: 'member.delete', subject: `member:${memberId}`, detail: {} }]);
  return sessions ?? [];
};
