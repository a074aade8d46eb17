import type { Db, Tx } from '../../../db/transaction.ts';
import { listPasskeys, type Passkey } from '../../passkey/passkey.store.ts';
import { findSecondFactor, retireRecoveryCodes, type SecondFactor } from './second-factor.store.ts';

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
