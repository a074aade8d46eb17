import { UNIT } from '@minerx/rules/money';
import type { Pool } from 'pg';
import { presentPick } from '../src/modules/blessing/blessing.presenter.ts';
import { findPick } from '../src/modules/blessing/blessing.query.ts';
import { openDeck } from '../src/modules/blessing/draw/deck.ts';
import { commitToDay } from '../src/modules/blessing/draw/day-seed.command.ts';
import { createVault } from '../src/security/vault.ts';
import { PEPPER, testRandom } from './money-house.ts';

/** A line of a test's prize pool; whole dollars. */
export interface TestPrize {
  id: number;
  name: string;
  min?: number;
  max?: number;
  weight?: number;
  total?: number | null;
  enabled?: boolean;
}

/** Every kind of prize, the rare ones often enough to come up. */
export const EVERY_KIND: readonly TestPrize[] = [
  { id: 1, name: 'BTC', min: 28, max: 8888, weight: 20 },
  { id: 2, name: 'CW', min: 28, max: 8888, weight: 20 },
  { id: 3, name: 'RW', min: 28, max: 8888, weight: 20 },
  { id: 4, name: 'Phuket', min: 888, weight: 10, total: 66 },
  { id: 5, name: 'Dubai', min: 2888, weight: 10, total: 66 },
  { id: 6, name: 'Miner X Package', min: 100, weight: 10 },
  { id: 7, name: 'Cryptopreneur Package', min: 10_000, weight: 5 },
];

/** Money only, so that every pick of it moves some. */
export const MONEY_ONLY: readonly TestPrize[] = [
  { id: 2, name: 'CW', min: 28, max: 8888, weight: 20 },
  { id: 3, name: 'RW', min: 28, max: 8888, weight: 20 },
];

/** Fills the pool and makes package 5 (or another) grant picks. */
export const fillPrizePool = async (
  pool: Pool,
  prizes: readonly TestPrize[] = EVERY_KIND,
  { packageId = 5, count = 1 } = {},
): Promise<void> => {
  for (const { id, name, min = 28, max = min, weight = 1, total = null, enabled = true } of prizes) {
    await pool.query(
      `INSERT INTO blessing_prize (id, name, min_units, max_units, weight, total, voucher_package_id, enabled)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, name, BigInt(min) * UNIT, BigInt(max) * UNIT, weight, total, name.includes('Package') ? 3 : null, enabled],
    );
  }
  await pool.query('UPDATE miner_package SET free_blessings = $2 WHERE id = $1', [packageId, count]);
  await commitTo(pool, '2026-11-20T00:00:00Z');
};

/** Commits to what draws the decks of that UTC day; that of the money tests unless another is named. */
export const commitTo = (pool: Pool, at: string, pepper = PEPPER): Promise<void> => {
  const clock = { now: () => Date.parse(at) };
  return commitToDay({ pool, clock, random: testRandom, vault: createVault(pepper) }, at.slice(0, 10));
};

export interface DealtPack {
  id: string;
  deck: string | null;
  salt: string | null;
  commitment: string | null;
}

/** A member's packs in order of their granting, with what is secret before they are opened: as whoever has the pepper sees it. */
export const packsOf = async (pool: Pool, memberId: bigint, pepper = PEPPER): Promise<DealtPack[]> => {
  const vault = createVault(pepper);
  const { rows } = await pool.query<{ id: string; sealed: Buffer | null; commitment: string | null }>(
    `SELECT p.id, d.sealed, encode(d.commitment, 'hex') AS commitment
       FROM blessing_pack p LEFT JOIN blessing_deck d ON d.pack_id = p.id WHERE p.member_id = $1 ORDER BY p.id`,
    [memberId],
  );
  return rows.map(({ id, sealed, commitment }) => {
    const content = sealed && openDeck(vault, id, sealed);
    return { id, commitment, deck: content?.text ?? null, salt: content?.salt.toString('hex') ?? null };
  });
};

/** The proof of a pick as the app copies it. */
export const copiedProof = async (pool: Pool, memberId: bigint, packId: string) => {
  const pick = presentPick((await findPick(pool, memberId, packId))!, { pepper: PEPPER, stays: null });
  const { index: card, angpau_name: prize, angpau_name_zh: amount, deck, salt, commitment, draw } = pick;
  return { pack: packId, card, prize, amount, deck, salt, commitment, draw: draw! };
};

/** Where a card of this name lies, or -1. */
export const positionOf = ({ deck }: DealtPack, name: string): number =>
  deck!
    .split('\n')
    .slice(2)
    .findIndex((line) => line.split('|')[1] === name);
