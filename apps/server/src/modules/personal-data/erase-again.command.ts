import { isErasedAddress } from '@minerx/rules/deletion';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMemberToMail } from '../member/member.store.ts';
import { findMemberNamed } from './deletion.query.ts';
import { eraseIn, makeSecretsOfNobody } from './erase.step.ts';
import { listErased } from './erased-log.ts';

/** Erases once more whom the file outside of the database tells, after books were restored from a copy that still has them. Gives how many. */
export const eraseAgain = async (context: Context, by: { actor: Actor; reason: string }): Promise<number> => {
  const { pool, env, expiryClock, bus, security } = context;
  let erased = 0;
  for (const { memberId: id, username } of await listErased(env.dataDir)) {
    const secrets = await makeSecretsOfNobody();
    const ended = await inTransaction(pool, async (tx) => {
      const memberId = await findMemberNamed(tx, BigInt(id), username);
      if (memberId === null || isErasedAddress((await lockMemberToMail(tx, memberId)).email)) return null;
      return eraseIn(context, tx, memberId, { secrets, ...by }, new Date(expiryClock.now()));
    });
    if (ended === null) continue;
    erased += 1;
    security.note('account_deleted', { memberId: BigInt(id) });
    for (const sessionId of ended) bus.publish('session_ended', { sessionId });
  }
  return erased;
};
