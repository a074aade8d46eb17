import type { Db, Tx } from '../../db/transaction.ts';
import { memberOf, operatorOf, ownerKey, type PasskeyKey } from '../../security/passkey.ts';
import { isSealed, tokenSeal, type SecretOwner } from '../../security/secret-hash.ts';

export interface Passkey {
  id: string;
  owner: SecretOwner;
  credentialId: Buffer;
  /** COSE. */
  publicKey: Buffer;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
  /** Whether it opens anything: kept by us, and not ended by whomever. */
  isOurs: boolean;
}

interface Row extends Omit<Passkey, 'isOurs'> {
  seal: Buffer;
  endedAt: Date | null;
  endSeal: Buffer | null;
}

/** Over whose it is and what it is checked with: a row written past the product opens nothing. */
const sealOf = (pepper: string, owner: SecretOwner, credentialId: Buffer, publicKey: Buffer): Buffer =>
  tokenSeal(pepper, 'passkey', credentialId.toString('hex'), ownerKey(owner), publicKey.toString('hex'));

/** Nor does whoever writes the table take one away. */
const endSeal = (pepper: string, id: string, owner: SecretOwner): Buffer =>
  tokenSeal(pepper, 'passkey end', id, ownerKey(owner));

const COLUMNS = `id, owner, credential_id AS "credentialId", public_key AS "publicKey", name, created_at AS "createdAt",
  used_at AS "usedAt", seal, ended_at AS "endedAt", end_seal AS "endSeal"`;

const passkeyOf = (pepper: string, { seal, endedAt, ...row }: Row): Passkey => ({
  ...row,
  isOurs: endedAt === null && isSealed(seal, sealOf(pepper, row.owner, row.credentialId, row.publicKey)),
});

/** All that were not ended by us, oldest first: of a row that opens nothing its owner is asked for another factor, not for none. */
export const listPasskeys = async (db: Db, pepper: string, owner: SecretOwner): Promise<Passkey[]> => {
  const { rows } = await db.query<Row>({
    name: 'passkeys',
    text: `SELECT ${COLUMNS} FROM passkey WHERE owner = $1 ORDER BY created_at, id`,
    values: [owner],
  });
  return rows
    .filter((row) => !isSealed(row.endSeal, endSeal(pepper, row.id, owner)))
    .map((row) => passkeyOf(pepper, row));
};

/** The one of a credential, whoever's; null when there is none that opens anything. */
export const findPasskey = async (db: Db, pepper: string, credentialId: Buffer): Promise<Passkey | null> => {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM passkey WHERE credential_id = $1`, [credentialId]);
  const passkey = rows[0] && passkeyOf(pepper, rows[0]);
  return passkey?.isOurs === true ? passkey : null;
};

interface NewPasskey extends PasskeyKey {
  id: string;
  owner: SecretOwner;
  name: string;
  at: Date;
}

/** False when this credential is kept already, of whomever. */
export const insertPasskey = async (
  tx: Tx,
  pepper: string,
  { id, owner, credentialId, publicKey, name, counter, at }: NewPasskey,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO passkey (id, member_id, operator_id, credential_id, public_key, name, counter, created_at, seal)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      id,
      memberOf(owner),
      operatorOf(owner),
      credentialId,
      publicKey,
      name,
      counter,
      at,
      sealOf(pepper, owner, credentialId, publicKey),
    ],
  );
  return rowCount === 1;
};

/** Of several at once, one gets true. */
export const endPasskey = async (
  tx: Tx,
  pepper: string,
  { id, owner, at }: { id: string; owner: SecretOwner; at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE passkey SET ended_at = $3, end_seal = $4 WHERE id = $1 AND owner = $2 AND end_seal IS DISTINCT FROM $4',
    [id, owner, at, endSeal(pepper, id, owner)],
  );
  return rowCount === 1;
};

/** All of an owner who shall sign in by none of them again. */
export const endPasskeys = async (tx: Tx, pepper: string, owner: SecretOwner, at: Date): Promise<void> => {
  for (const { id } of await listPasskeys(tx, pepper, owner)) await endPasskey(tx, pepper, { id, owner, at });
};

/**
 * `fell`: the counter did not rise, as it does with every signature of an authenticator that counts; there may be two of it. `ended`: it was taken
 * away meanwhile.
 */
export const usePasskey = async (
  tx: Tx,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<'used' | 'fell' | 'ended'> => {
  const { rowCount } = await tx.query(
    'UPDATE passkey SET counter = $2, used_at = $3 WHERE id = $1 AND ended_at IS NULL AND (counter < $2 OR (counter = 0 AND $2 = 0))',
    [id, counter, at],
  );
  if (rowCount === 1) return 'used';
  const { rows } = await tx.query<{ open: boolean }>('SELECT ended_at IS NULL AS open FROM passkey WHERE id = $1', [
    id,
  ]);
  return rows[0]?.open === true ? 'fell' : 'ended';
};

/** Uses a challenge up: true for one of many at once. */
export const takeChallenge = async (tx: Tx, hash: Buffer, expiresAt: Date): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'INSERT INTO passkey_challenge (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [hash, expiresAt],
  );
  return rowCount === 1;
};

export const forgetChallenges = async (db: Db, now: Date): Promise<void> => {
  await db.query('SELECT forget_passkey_challenges($1)', [now]);
};
