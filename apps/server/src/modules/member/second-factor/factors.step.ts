import type { Db, Tx } from '../../../db/transaction.ts';
import { endPasskeys, listPasskeys, type Passkey } from '../../passkey/passkey.store.ts';
import { endSecondFactor, findSecondFactor, retireRecoveryCodes, type SecondFactor } from './second-factor.store.ts';

/** What may be shown as the second factor, recovery codes aside. */
export interface Factors {
  app: SecondFactor | null;
  passkeys: Passkey[];
}

/** Null when the member has none. */
export const findFactors = async (db: Db, pepper: string, memberId: bigint): Promise<Factors | null> => {
  const app = await findSecondFactor(db, pepper, memberId);
  const passkeys = await listPasskeys(db, pepper, `member:${memberId}`);
  return app === null && passkeys.length === 0 ? null : { app, passkeys };
};

/** After the end of the last factor its recovery codes are worth nothing. */
export const retireUnneededCodes = async (tx: Tx, pepper: string, memberId: bigint, at: Date): Promise<void> => {
  if ((await findFactors(tx, pepper, memberId)) === null) await retireRecoveryCodes(tx, memberId, at);
};

/** Ends app, passkeys and recovery codes, whatever there is of them. */
export const endFactors = async (tx: Tx, pepper: string, memberId: bigint, at: Date): Promise<void> => {
  const app = await findSecondFactor(tx, pepper, memberId);
  if (app !== null) await endSecondFactor(tx, pepper, { id: app.id, memberId, at });
  await endPasskeys(tx, pepper, `member:${memberId}`, at);
  await retireRecoveryCodes(tx, memberId, at);
};
