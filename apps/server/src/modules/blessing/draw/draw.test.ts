import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import { verifyDraw, type DrawProof } from '@minerx/rules/blessing-draw-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitTo, copiedProof, fillPrizePool, MONEY_ONLY, packsOf } from '../../../../test/blessing-pool.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { moneyHouse, PEPPER, type MoneyHouse } from '../../../../test/money-house.ts';
import { runVerifier } from '../../../../test/run-verifier.ts';
import { createPool } from '../../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../../db/test-database.ts';
import { createVault } from '../../../security/vault.ts';
import { subscribeMiner } from '../../purchase/purchase.command.ts';
import { openBlessing } from '../blessing.command.ts';
import { findPick, listDaySeeds } from '../blessing.query.ts';
import { keepDaySeeds, revealSeeds } from './day-seed.command.ts';
import { listFalseDraws } from './draw-check.query.ts';
import { chooseMemberSeed } from './member-seed.command.ts';
import { sealClearDecks } from './seal-decks.command.ts';

const PHUKET = { id: 9, name: 'Phuket', min: 888, weight: 1_000_000, total: 66 };
const { subtle } = globalThis.crypto;
const bytes = async (answer: Promise<ArrayBuffer>) => new Uint8Array(await answer);
/** What a browser has. */
const web = {
  sha256: (text: Uint8Array<ArrayBuffer>) => bytes(subtle.digest('SHA-256', text)),
  hmacSha256: async (key: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>) => {
    const made = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return bytes(subtle.sign('HMAC', made, text));
  },
  isSigned: async (key: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>) => {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return subtle.verify(
      algorithm.name,
      await subtle.importKey('spki', key, algorithm, false, ['verify']),
      signature,
      text,
    );
  },
};

describe('the draw of a deck', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let memberId: bigint;
  let ids: string[];
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    await fillPrizePool(house.pool, [...MONEY_ONLY, PHUKET], { packageId: 1, count: 3 });
    await house.devices('x1', 2);
    memberId = await house.member({ CW: '2000' });
    await chooseMemberSeed(house, memberId, 'my-own-luck-7');
    await buy();
    await buy();
    ids = (await packsOf(house.pool, memberId)).map(({ id }) => id);
  });
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    await house.close();
    await database.drop();
  });

  const buy = () => {
    const amounts = { [WALLET.CW]: unitsOf('1000') };
    const input = { page: 'x1' as const, packageId: 1, method: 1, quantity: 1, acceptWaiting: false, amounts };
    return house.funnel.run(subscribeMiner(memberId, input, null));
  };
  const open = async (packId: string, index = 0) => {
    await house.funnel.run(openBlessing(memberId, { packId, index, pepper: PEPPER }, null));
  };
  const proofOf = (packId: string) => copiedProof(house.pool, memberId, packId);
  type Proof = Awaited<ReturnType<typeof proofOf>>;
  const drawProof = ({ pack, deck, salt, commitment, draw }: Proof): DrawProof => ({
    ...draw,
    packId: pack,
    deck,
    salt,
    commitment,
    memberSeed: draw.member_seed,
    tableCommitted: draw.table_committed,
    publicKey: draw.public_key,
    seedCommitment: draw.seed_commitment,
  });
  const verify = (proof: object) => runVerifier('verify-blessing.mjs', JSON.stringify(proof));
  it('leaves nothing of a closed deck in clear anywhere in the database', async () => {
    const [pack] = await packsOf(house.pool, memberId);
    const { rows } = await house.pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE 'blessing%'`,
    );
    const dump = await Promise.all(
      rows.map(async ({ name }) => (await house.pool.query(`SELECT t::text FROM ${name} t`)).rows),
    );
    const text = JSON.stringify(dump);
    expect(text).not.toContain(pack!.salt);
    for (const line of pack!.deck!.split('\n').slice(2)) expect(text).not.toContain(line);
    expect((await house.pool.query('SELECT FROM blessing_card')).rowCount).toBe(0);
    expect(() =>
      createVault('another pepper, of 32 characters').open(`deck of ${pack!.id}`, Buffer.alloc(64)),
    ).toThrow();
  });

  it('numbers the decks of a member without a gap, each by the table and what the one before left', async () => {
    const { rows } = await house.pool.query<{ number: number; left: string; seed: string }>(
      'SELECT number, left_before AS left, member_seed AS seed FROM blessing_deck ORDER BY number',
    );
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(rows.map(({ left }) => left)).toEqual([66, 65, 64, 63, 62, 61].map((left) => `9:${left}`));
    expect(new Set(rows.map(({ seed }) => seed))).toEqual(new Set(['my-own-luck-7']));
  });

  it('is checked as far as it can be on its day, and wholly when the seed is shown the day after', async () => {
    await open(ids[0]!, 3);
    const before = await proofOf(ids[0]!);
    expect(before.draw.seed).toBeNull();
    expect(await verifyDraw(drawProof(before), web)).toBe('later');
    expect(await verify(before)).toMatchObject({ code: 0, said: expect.stringContaining('seed is not revealed yet') });
    house.clock.at += 86_400_000;
    await revealSeeds(house);
    const after = await proofOf(ids[0]!);
    expect(after.draw.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifyDraw(drawProof(after), web)).toBe('proven');
    expect(await verify(after)).toMatchObject({ code: 0, said: expect.stringContaining('proven') });
    // Opened a day later, when the seed of its day was known already.
    await open(ids[1]!, 8);
    expect((await verify(await proofOf(ids[1]!))).code).toBe(0);
  });

  it('is not proven when anything of it was changed', async () => {
    const proof = await proofOf(ids[0]!);
    const swapped = (text: string): string => text.replace(/^.|.$/, (sign) => (sign === '0' ? '1' : '0'));
    const lies: Record<string, object> = {
      'another card': { ...proof, card: (proof.card + 1) % 9 },
      'another prize': { ...proof, amount: `${Number(proof.amount) + 1}` },
      'another deck': { ...proof, deck: proof.deck.replace(/\|(\d+)$/, (_, n: string) => `|${Number(n) + 1}`) },
      'another pack': { ...proof, pack: ids[1]! },
      'another salt': { ...proof, salt: swapped(proof.salt) },
      'another commitment': { ...proof, commitment: swapped(proof.commitment) },
    };
    const { draw } = proof;
    const changes: Partial<Proof['draw']>[] = [
      { day: '2026-11-19' },
      { member: `${draw.member}x` },
      { number: draw.number + 1 },
      { member_seed: 'another' },
      { table: draw.table.replace('|20|', '|21|') },
      { table_committed: false },
      { left: '9:7' },
      { signature: swapped(draw.signature) },
      { seed: swapped(draw.seed!) },
      { seed_commitment: swapped(draw.seed_commitment) },
      { public_key: (await listDaySeeds(house.pool, 9)).find(({ day }) => day !== draw.day)?.publicKey ?? '00' },
    ];
    for (const change of changes)
      lies[JSON.stringify(change).slice(0, 40)] = { ...proof, draw: { ...draw, ...change } };
    for (const [lie, changed] of Object.entries(lies)) expect([lie, (await verify(changed)).code]).toEqual([lie, 1]);
    for (const change of changes) {
      const changed = drawProof({ ...proof, draw: { ...draw, ...change } });
      expect(['proven', 'later']).not.toContain(await verifyDraw(changed, web).catch(() => 'broken'));
    }
  });

  it('is committed to the day before, once, in the audit log too, and shown only when the day is over', async () => {
    const start = house.clock.at;
    house.clock.at = Date.parse('2026-12-01T10:00:00Z');
    await keepDaySeeds(house);
    await keepDaySeeds(house);
    const days = async () => (await listDaySeeds(house.pool, 2)).map(({ day, seed }) => [day, seed !== null]);
    expect(await days()).toEqual([
      ['2026-12-02', false],
      ['2026-12-01', false],
    ]);
    house.clock.at = Date.parse('2026-12-02T00:09:00Z');
    await keepDaySeeds(house);
    expect((await days())[1]).toEqual(['2026-12-02', false]);
    expect((await listDaySeeds(house.pool, 3))[2]).toMatchObject({ day: '2026-12-01', seed: null });
    house.clock.at = Date.parse('2026-12-02T00:10:00Z');
    await keepDaySeeds(house);
    const [, second, first] = await listDaySeeds(house.pool, 3);
    expect([first!.seed !== null, second!.seed]).toEqual([true, null]);
    expect(second!.committedAt.toISOString()).toBe('2026-12-01T10:00:00.000Z');
    const { rows } = await house.pool.query<{ detail: { day: string; commitment: string } }>(
      `SELECT detail FROM audit WHERE action = 'blessing.commit' ORDER BY id DESC LIMIT 3`,
    );
    expect(rows[1]!.detail).toEqual({
      day: '2026-12-02',
      commitment: second!.commitment,
      table: second!.table,
    });
    house.clock.at = start;
  });

  it('leaves a pack without a deck while nothing that draws today was committed to', async () => {
    house.clock.at = Date.parse('2026-12-20T10:00:00Z');
    const other = await house.member({ CW: '1000' });
    await house.devices('x1', 1);
    const amounts = { [WALLET.CW]: unitsOf('1000') };
    const input = { page: 'x1' as const, packageId: 1, method: 1, quantity: 1, acceptWaiting: false, amounts };
    await house.funnel.run(subscribeMiner(other, input, null));
    const packs = await packsOf(house.pool, other);
    expect(packs.map(({ deck }) => deck)).toEqual([null, null, null]);
    await commitTo(house.pool, '2026-12-20T10:00:00Z');
  });

  it('refuses an own seed that could be read in two ways', async () => {
    for (const seed of ['', 'two words', 'x'.repeat(65), 'line\nfeed', 'ü'])
      await expect(chooseMemberSeed(house, memberId, seed)).rejects.toMatchObject({ code: 'err_format' });
  });

  it('is done again by the integrity check, which finds a deck that was put in its place', async () => {
    expect(await listFalseDraws(house.pool, house.vault)).toEqual([]);
    const owner = createPool(database.ownerUrl, { max: 1 });
    const after = async (lie: string): Promise<number> => {
      const client = await owner.connect();
      try {
        await client.query('BEGIN');
        await client.query(lie);
        return (await listFalseDraws(client as never, house.vault)).length;
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    const [first, second] = [ids[2]!, ids[3]!];
    expect(
      await after(`UPDATE blessing_deck d SET sealed = o.sealed, commitment = o.commitment FROM blessing_deck o
                    WHERE d.pack_id = '${first}' AND o.pack_id = '${second}'`),
    ).toBe(1);
    expect(await after(`UPDATE blessing_deck SET commitment = sha256('x') WHERE pack_id = '${first}'`)).toBe(1);
    expect(await after(`UPDATE blessing_deck SET member_seed = 'other' WHERE pack_id = '${first}'`)).toBe(1);
    expect(await after(`UPDATE blessing_deck SET left_before = '9:1' WHERE pack_id = '${first}'`)).toBe(1);
    expect(await after(`UPDATE blessing_seed SET commitment = sha256('x') WHERE day = '2026-12-02'`)).toBe(1);
    expect(await after(`UPDATE blessing_seed SET table_committed = false WHERE day = '2026-12-02'`)).toBe(1);
    const otherTable = `WITH other AS (INSERT INTO blessing_table SELECT sha256(convert_to(lines, 'UTF8')), lines, now()
      FROM (SELECT replace(lines, '|20|', '|21|') AS lines FROM blessing_table LIMIT 1) t RETURNING hash)`;
    expect(
      await after(`${otherTable} UPDATE blessing_seed SET table_hash = hash FROM other WHERE day = '2026-12-02'`),
    ).toBe(1);
    expect(
      await after(`${otherTable} UPDATE blessing_deck SET table_hash = hash FROM other WHERE pack_id = '${first}'`),
    ).toBe(1);
    expect(await after(`UPDATE blessing_seed SET seed = sha256('x') WHERE day = '2026-12-01'`)).toBe(1);
    await owner.end();
  });

  it('leaves decks that lay in clear from before as they are, but sealed', async () => {
    const [pack] = (await packsOf(house.pool, memberId)).filter(({ id }) => id === ids[4]);
    const owner = createPool(database.ownerUrl, { max: 1 });
    await owner.query(
      `UPDATE blessing_deck SET clear_deck = $2, clear_salt = decode($3, 'hex'), sealed = NULL, number = NULL, day = NULL, member_id = NULL,
              member_seed = NULL, table_hash = NULL, left_before = NULL WHERE pack_id = $1`,
      [pack!.id, pack!.deck, pack!.salt],
    );
    for (const [position, line] of pack!.deck!.split('\n').slice(2).entries()) {
      const [, name, amount] = line.split('|');
      await owner.query(
        'INSERT INTO blessing_card SELECT $1, $2, id, $3::bigint * 100000000 FROM blessing_prize WHERE name = $4',
        [pack!.id, position, amount, name],
      );
    }
    expect(await sealClearDecks(owner, house.vault)).toBe(1);
    expect(await sealClearDecks(owner, house.vault)).toBe(0);
    await owner.end();
    expect((await packsOf(house.pool, memberId)).find(({ id }) => id === ids[4])).toEqual(pack);
    await open(pack!.id, 2);
    expect((await findPick(house.pool, memberId, pack!.id))!.draw).toBeNull();
  });
});
