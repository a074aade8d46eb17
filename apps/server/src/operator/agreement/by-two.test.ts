import { randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { addOperators, asOwner, openConsole, resultOf, type Console } from '../../../test/operator/operators.ts';
import { register } from '../../../test/people.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { creditMember } from '../../modules/member/adjustment.command.ts';
import { propose as makeProposal } from '../../modules/operator/proposal.command.ts';
import { listProposals } from '../../modules/operator/proposal.store.ts';
import { inviteFirstOperator } from '../../modules/operator/operator.command.ts';
import { findBefore } from '../desk/offers/before.ts';
import { seedReference } from '../../seed/reference.ts';

const ADMIN = 'operator:admin@minerx.test';
const FINANCE = 'operator:finance@minerx.test';

let app: TestApp;
let admin: Console;
let finance: Console;
let member: { email: string; memberId: bigint };

beforeAll(async () => {
  app = await testApp();
  await addOperators(app);
  admin = await openConsole(app, 'admin');
  finance = await openConsole(app, 'finance');
  member = await register(app);
}, 240_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

/** What a change needs: the action that two agree to, what is typed, and how it would be written past the product. */
interface Change {
  readonly action: string;
  readonly input: Record<string, string>;
  readonly sql: string;
  readonly refusedBy: string;
}

const change = (action: string, input: Record<string, string>, sql: string, refusedBy: string): Change => ({
  action,
  input,
  sql,
  refusedBy,
});

const INVITATION = `INSERT INTO operator_invitation (token_hash, email, name, role, totp_secret, invited_by, created_at, expires_at)
  VALUES (sha256('x'), 'new@minerx.test', 'New', 'admin', 'x', '${ADMIN}', now(), now() + interval '1 day')`;
const SETTING = (key: string, value: string) =>
  `INSERT INTO setting (key, value) VALUES ('${key}', '${value}') ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const OF_PACKAGE = (set: string) => `UPDATE miner_package SET ${set} WHERE id = 1`;
const TERMS = { wallet: 'USDT', network: 'BEP20' };

const CHANGES: readonly Change[] = [
  change('operator invite', { email: 'new@minerx.test', name: 'New', role: 'admin' }, INVITATION, 'invited_by_two'),
  change(
    'operator role',
    { email: 'support@minerx.test', role: 'admin' },
    `UPDATE operator SET role = 'admin' WHERE email = 'support@minerx.test'`,
    'role_by_two',
  ),
  change(
    'price set',
    { wallet: 'RW', price: '1.5' },
    `UPDATE wallet_type SET price_units = 150000000 WHERE id = 5`,
    'price_by_two',
  ),
  change('package set', { id: '1', price: '77' }, OF_PACKAGE('price_units = 7700000000'), 'package_by_two'),
  change('package set', { id: '1', fee: '0' }, OF_PACKAGE('activation_fee_units = 0'), 'package_by_two'),
  change('package set', { id: '1', active: 'no' }, OF_PACKAGE('active = false'), 'package_by_two'),
  change('blessing grant', { package: '1', count: '9' }, OF_PACKAGE('free_blessings = 9'), 'picks_by_two'),
  change(
    'prize set',
    { id: '1', weight: '999' },
    'UPDATE blessing_prize SET weight = 999 WHERE id = 1',
    'prize_by_two',
  ),
  change(
    'prize set',
    { id: '10', count: 'unlimited' },
    'UPDATE blessing_prize SET total = NULL WHERE id = 10',
    'prize_by_two',
  ),
  change(
    'prize set',
    { id: '77', name: 'Dubai', from: '2888', weight: '1', count: '4' },
    `INSERT INTO blessing_prize (id, name, min_units, max_units, weight, total) VALUES (77, 'Dubai', 288800000000, 288800000000, 1, 4)`,
    'new_prize_by_two',
  ),
  change(
    'swap set',
    { from: 'USDT', to: 'CW', spread: '0.01' },
    'UPDATE swap_pair SET spread_ppm = 100 WHERE (from_wallet, to_wallet) = (1, 4)',
    'pair_by_two',
  ),
  change(
    'swap set',
    { from: 'GBPT', to: 'USDT', spread: '0', fee: '0', min: '1', max: '9' },
    'INSERT INTO swap_pair VALUES (7, 1, 0, 0, 100000000, 900000000, true)',
    'new_pair_by_two',
  ),
  change(
    'withdrawal terms',
    { ...TERMS, fee: '0.5' },
    'UPDATE asset_network SET fee_units = 50000000 WHERE (wallet_id, network_id) = (1, 2)',
    'terms_by_two',
  ),
  change(
    'withdrawal terms',
    { ...TERMS, second: '999999' },
    'UPDATE asset_network SET two_operators_above_units = 99999900000000 WHERE (wallet_id, network_id) = (1, 2)',
    'terms_by_two',
  ),
  change('withdrawal hold', { hours: '0' }, SETTING('withdrawal_address_hold_hours', '0'), 'wait_by_two'),
  change('price band', { percent: '50' }, SETTING('price_band_ppm', '500000'), 'band_by_two'),
  change('nft terms', { fee: '0.01' }, SETTING('nft_withdraw_fee', '"0.01"'), 'nft_fee_by_two'),
  change('nft terms', { second: 'none' }, SETTING('nft_two_operators', '[]'), 'nft_second_by_two'),
  change(
    'nft terms',
    { second: 'rare, mythic' },
    SETTING('nft_two_operators', '["rare","mythic"]'),
    'nft_second_by_two',
  ),
  change(
    'settlement fee',
    { percent: '0.5' },
    `INSERT INTO pool_fee (from_day, fee_ppm, set_at) VALUES ('2030-01-01', 5000, now())`,
    'pool_fee_by_two',
  ),
];

type Proposed = Pick<Change, 'action' | 'input'>;
const propose = ({ action, input }: Proposed, by = ADMIN) =>
  makeProposal(app.context, { action, input, before: {}, actor: by as Actor });
/** The row alone, as whoever writes as the app would put it there for somebody else. */
const forge = async (tx: Pick<Tx, 'query'>, { action, input }: Proposed, by = ADMIN) => {
  const id = randomUUID();
  await tx.query(
    'INSERT INTO operator_proposal (id, action, input, proposed_by, proposed_at) VALUES ($1, $2, $3, $4, now())',
    [id, action, JSON.stringify(input), by],
  );
  return id;
};
const agreeTo = (tx: Pick<Tx, 'query'>, id: string, by = FINANCE) =>
  tx.query(
    `UPDATE operator_proposal SET decided_by = $2, decided_at = now(), agreed = true, outcome = 'done' WHERE id = $1`,
    [id, by],
  );

/** What of the database refuses it; null when it would have been committed. It is undone in any case. */
const refusalOf = async (work: (tx: Tx) => Promise<unknown>): Promise<string | null> => {
  const undone = new Error('undone');
  const error = await inTransaction(app.context.pool, async (tx) => {
    await work(tx);
    await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
    throw undone;
  }).catch((thrown: unknown) => thrown);
  if (error === undone) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23514') throw error;
  return constraint ?? '';
};

const isRefusedBy = async (name: string, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  expect([name, `new_${name}`]).toContain(await refusalOf(work));

describe('whoever writes as the app', () => {
  it.each(CHANGES)('does not do alone: $action $input', async ({ sql, refusedBy, ...proposal }) => {
    const { pool } = app.context;
    const isRefused = (work: (tx: Tx) => Promise<unknown> = (tx) => tx.query(sql)) => isRefusedBy(refusedBy, work);
    await isRefused();
    const waits = await propose(proposal);
    await isRefused();
    await pool.query('UPDATE operator_proposal SET decided_by = $2, decided_at = now(), agreed = false WHERE id = $1', [
      waits,
      FINANCE,
    ]);
    await isRefused();
    // Agreed to, and over: what was agreed to was done then, or never will be.
    await agreeTo(pool, await propose(proposal));
    await isRefused();
    // Agreed to is something else.
    const others = [
      { action: 'voucher create', input: proposal.input },
      ...Object.keys(proposal.input).map((field) => ({
        ...proposal,
        input: { ...proposal.input, [field]: field === 'wallet' || field === 'from' ? 'AOGTD' : '3' },
      })),
    ];
    for (const other of others) {
      const id = await propose(other);
      await isRefused(async (tx) => {
        await agreeTo(tx, id);
        await tx.query(sql);
      }).catch((error: { code?: string }) => expect(error.code).toMatch(/^22/));
    }
  });

  it.each(CHANGES)('does with another who agrees: $action $input', async ({ sql, ...proposal }) => {
    const id = await propose(proposal);
    const refusal = await refusalOf(async (tx) => {
      await agreeTo(tx, id);
      await tx.query(sql);
    });
    expect(refusal).toBeNull();
  });

  it.each(CHANGES.filter(({ sql }) => !/^INSERT(?! INTO setting)|disabled_at/.test(sql)))(
    'shows the one who agrees what is there now: $action $input',
    async ({ action, input }) => {
      expect(Object.keys(await findBefore(app.context.pool, app.clock.now(), { action, input }))).not.toEqual([]);
    },
  );

  it('is no operator without an invitation of that role, and lets nobody in again alone', async () => {
    const { pool } = app.context;
    const make = (tx: Tx, role: string) =>
      tx.query(
        `INSERT INTO operator (id, email, name, role, password_hash, totp_secret, created_at)
           SELECT gen_random_uuid(), 'new@minerx.test', 'New', $1, password_hash, totp_secret, now() FROM operator LIMIT 1`,
        [role],
      );
    await isRefusedBy('operator_invited', (tx) => make(tx, 'admin'));
    const id = await propose({
      action: 'operator invite',
      input: { email: 'new@minerx.test', name: 'New', role: 'support' },
    });
    const invited = async (tx: Tx) => {
      await agreeTo(tx, id);
      await tx.query(INVITATION.replace("'admin', 'x'", "'support', 'x'"));
    };
    await isRefusedBy('operator_invited', async (tx) => {
      await invited(tx);
      await make(tx, 'support');
    });
    const accepted = (role: string) => async (tx: Tx) => {
      await invited(tx);
      await tx.query('UPDATE operator_invitation SET used_at = now()');
      await make(tx, role);
    };
    await isRefusedBy('operator_invited', accepted('admin'));
    expect(await refusalOf(accepted('support'))).toBeNull();
    await pool.query(`UPDATE operator SET disabled_at = now() WHERE role = 'support'`);
    const back = (tx: Tx) => tx.query(`UPDATE operator SET disabled_at = NULL WHERE role = 'support'`);
    await isRefusedBy('enabled_by_two', back);
    const enable = await propose({ action: 'operator enable', input: { email: 'support@minerx.test' } });
    expect(await refusalOf((tx) => agreeTo(tx, enable).then(() => back(tx)))).toBeNull();
  });

  it('makes no agreement of one: with oneself, with nobody, with somebody who may not, at once, or twice', async () => {
    const { pool } = app.context;
    const proposal = { action: 'price set', input: { wallet: 'RW', price: '2' } };
    const decided = (by: string, proposer = ADMIN) =>
      propose(proposal, proposer).then((id) => refusalOf((tx) => agreeTo(tx, id, by)));
    expect(await decided(FINANCE)).toBeNull();
    expect(await decided(ADMIN)).toBe('operator_proposal_check');
    expect(await decided('operator:ghost@minerx.test')).toBe('proposal_of_two');
    expect(await decided('operator:support@minerx.test')).toBe('proposal_of_two');
    expect(await decided(FINANCE, 'job:x')).toBe('proposal_of_two');
    expect(await refusalOf(async (tx) => agreeTo(tx, await forge(tx, proposal)))).toBe('proposal_of_two');
    const made = `INSERT INTO operator_proposal (id, action, input, proposed_by, proposed_at, decided_by, decided_at, agreed)
                    VALUES (gen_random_uuid(), 'price set', '{}', '${ADMIN}', now(), '${FINANCE}', now(), true)`;
    expect(await refusalOf((tx) => tx.query(made))).toBe('proposal_waits');
    const id = await propose(proposal);
    await agreeTo(pool, id);
    expect(await refusalOf((tx) => agreeTo(tx, id, ADMIN))).toBe('proposal_decided_once');
    const open = `UPDATE operator_proposal SET decided_by = NULL, decided_at = NULL, agreed = NULL, outcome = NULL WHERE id = '${id}'`;
    expect(await refusalOf((tx) => tx.query(open))).toBe('proposal_decided_once');
  });
});

describe('money by hand', () => {
  const adjust = (amount: string, to = member.memberId) =>
    app.context.funnel.run(
      creditMember({ memberId: to, walletId: 1, amountUnits: unitsOf(amount), actor: ADMIN, reason: 'x' }),
    );
  /** As the funnel writes it; `agreed`: the proposal that its line names. */
  const write = async (tx: Tx, units: string, agreed: string) => {
    const id = randomUUID();
    const account = member.memberId * 16n + 1n;
    await tx.query(`INSERT INTO transfer (id, kind, member_id, reason) VALUES ($1, 'credit', $2, 'x')`, [
      id,
      member.memberId,
    ]);
    await tx.query(
      'INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) VALUES ($1, 0, 1, account_of(1, 1), $2, $3)',
      [id, account, units],
    );
    const detail = { transferId: id, agreed: { proposal: agreed, by: FINANCE } };
    const line = {
      actor: ADMIN,
      action: 'member.credit',
      subject: `member:${member.memberId}`,
      reason: 'x',
      detail,
    } as const;
    await appendAudit(tx, new Date(app.clock.now()), [line]);
  };
  const input = () => ({ email: member.email.toUpperCase(), wallet: 'usdt', amount: '7.5' });

  it('is no agreement to what nobody has said that they propose, nor to more than was said', async () => {
    const { pool } = app.context;
    const proposal = { action: 'price set', input: { wallet: 'RW', price: '1.5', reason: 'x' } };
    const decided = (id: string) => refusalOf((tx) => agreeTo(tx, id));
    const forged = await forge(pool, proposal);
    expect(await decided(forged)).toBe('proposal_said');
    // A line that was written later says nothing of it.
    const line = { actor: ADMIN as Actor, action: 'proposal.make', subject: `proposal:${forged}`, reason: '' };
    await inTransaction(pool, (tx) =>
      appendAudit(tx, new Date(app.clock.now()), [{ ...line, detail: { action: proposal.action } }]),
    );
    expect(await decided(forged)).toBe('proposal_said');
    const agree = (id: string) => finance.run('proposal agree', { id, reason: 'x' }, `agree-${id}`);
    expect(resultOf(await agree(forged))).toMatchObject({ lines: [expect.stringContaining('that waits')] });
    expect((await listProposals(pool)).map(({ id }) => id)).not.toContain(forged);
    const price = async () => (await pool.query('SELECT price_units FROM wallet_type WHERE id = 5')).rows[0];
    expect(await price()).toEqual({ price_units: unitsOf('1') });
    expect(await decided(await propose(proposal))).toBeNull();
    await pool.query('UPDATE operator_proposal SET decided_by = $2, decided_at = now(), agreed = false WHERE id = $1', [
      forged,
      FINANCE,
    ]);
  });

  it('is not moved by one', async () => {
    await expect(adjust('7')).rejects.toMatchObject({ constraint: 'adjustment_by_two' });
    const waits = await propose({ action: 'member credit', input: input() });
    await isRefusedBy('adjustment_by_two', (tx) => write(tx, '750000000', waits));
  });

  it('is moved as it was agreed to, once', async () => {
    const agreed = (proposal: Partial<Change>, work: (tx: Tx, id: string) => Promise<unknown>) =>
      propose({ action: 'member credit', input: input(), ...proposal }).then((id) =>
        refusalOf(async (tx) => {
          await agreeTo(tx, id);
          await work(tx, id);
        }),
      );
    const once = (tx: Tx, id: string) => write(tx, '750000000', id);
    expect(await agreed({}, once)).toBeNull();
    expect(await agreed({}, (tx, id) => write(tx, '750000001', id))).toBe('adjustment_by_two');
    expect(await agreed({}, (tx, id) => once(tx, id).then(() => once(tx, id)))).toBe('adjustment_by_two');
    expect(await agreed({ action: 'member debit' }, once)).toBe('adjustment_by_two');
    expect(await agreed({ input: { ...input(), wallet: 'CW' } }, once)).toBe('adjustment_by_two');
    expect(await agreed({ input: { ...input(), email: 'x@example.com' } }, once)).toBe('adjustment_by_two');
    expect(await agreed({}, (tx) => write(tx, '750000000', randomUUID()))).toBe('adjustment_by_two');
  });

  it('moves by the product', async () => {
    const { lines } = resultOf(await admin.run('member credit', { ...input(), reason: 'x' }));
    const [id] = /[0-9a-f-]{36}/.exec(lines[0]!)!;
    expect(resultOf(await finance.run('proposal agree', { id, reason: 'seen' })).lines.join()).toMatch(/balance 7.5/);
  });
});

describe('the machine itself', () => {
  it('lets somebody in as the owner of the database, and not as the app, where there were two', async () => {
    await app.context.pool.query(`UPDATE operator SET disabled_at = now() WHERE role <> 'admin'`);
    const input = { email: 'y@minerx.test', name: 'Y' };
    await expect(inviteFirstOperator(app.context, input)).rejects.toMatchObject({ constraint: 'invited_by_two' });
    expect(await asOwner(app, (context) => inviteFirstOperator(context, input))).toMatch(/invitation\?id=/);
  });
});

describe('one operator', () => {
  it('has nobody to agree: everything is done at once, and the second one is invited so', async () => {
    const alone = await testApp();
    await seedReference(alone.context.pool, alone.clock);
    const { pool } = alone.context;
    const outOf = async (sql: string) => (await pool.query(sql)).rowCount;
    for (const { sql, action } of CHANGES) if (action !== 'operator role') expect(await outOf(sql)).toBe(1);
    await alone.close();
  });
});
