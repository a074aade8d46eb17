import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordAnswers, recountStock } from '../modules/device/device-stock.command.ts';
import { paymentMethods } from '@minerx/rules/payment-method';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { getSetting } from '../modules/setting/setting.query.ts';
import { rowsOf } from '../../test/read-api.ts';
import { createPool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { openMemberAccounts } from '../ledger/account.ts';
import { listBreaksInAudit } from '../modules/integrity/audit-chain.query.ts';
import { checkIntegrity } from '../modules/integrity/integrity.query.ts';
import { keepAcceptance } from '../modules/terms/terms.store.ts';
import { redeemVoucher } from '../modules/voucher/voucher.command.ts';
import { OPERATOR_COMMANDS } from './catalogue.ts';
import { helpText } from './read-flags.ts';
import { runShell, shellRefusal } from '../../test/operator/shell.ts';

let app: TestApp;
const EMAIL = 'm1000@minerx.test';

beforeAll(async () => {
  app = await testApp();
  const rows = rowsOf(app.database);
  await rows.reference();
  // What the rows of `reference` claim to be used is for the screens only.
  await app.context.pool.query('UPDATE stock SET total = 0, used = 0, waiting = 0, shared_queue = 0');
  await asIfFromAStart();
  await rows.member(1000n);
  await inTransaction(app.context.pool, (tx) => openMemberAccounts(tx, 1000n));
});
afterAll(() => app.close());

/** The rows of `reference` came past the seed, which notes them in the audit log and the history of prices. */
const asIfFromAStart = async (): Promise<void> => {
  const owner = createPool(app.database.ownerUrl, { max: 1 });
  await owner.query('UPDATE row_version SET tx = NULL, at = (SELECT max(applied_at) FROM schema_migration)');
  await owner.query(
    `INSERT INTO wallet_price SELECT id, price_at, price_units, price_source, price_simulated FROM wallet_type`,
  );
  await owner.end();
};

/** Runs a line of the shell and gives what it printed. */
const shell = (...words: string[]): Promise<string> => runShell(app.context, words);
/** What the shell says of a line that it does not run. */
const complaint = (...words: string[]): Promise<string> => shellRefusal(app.context, words);

describe('the words at the shell', () => {
  it('are refused when a command or a flag is unknown, missing or misspelt', async () => {
    expect(await complaint('member', 'lst')).toContain('There is no command "member lst"');
    expect(await complaint('nonsense')).toContain('help');
    expect(await complaint('member', 'list', '--serach', 'x')).toContain("Unknown option '--serach'");
    expect(await complaint('member', 'show')).toContain('needs --email');
    expect(await complaint('member', 'list', 'stray')).toContain('Unexpected argument');
    expect(await complaint('price', 'set', '--wallet', 'XYZ', '--price', '2', '--reason', 'r')).toContain(
      '--wallet must be one of',
    );
    for (const amount of ['0', '-5', '1e3', '1.123456789', 'ten']) {
      expect(
        await complaint(
          'member',
          'credit',
          '--email',
          EMAIL,
          '--wallet',
          'USDT',
          `--amount=${amount}`,
          '--reason',
          'r',
        ),
      ).toContain('--amount must be');
    }
  });

  it('are all explained by the help', () => {
    for (const { name, summary } of OPERATOR_COMMANDS) {
      expect(helpText(OPERATOR_COMMANDS)).toContain(name);
      expect(helpText(OPERATOR_COMMANDS)).toContain(summary);
    }
  });
});

describe('money by hand', () => {
  it('is credited and debited with a reason, and never below zero', async () => {
    await shell('member', 'credit', '--email', EMAIL, '--wallet', 'usdt', '--amount', '100.5', '--reason', 'goodwill');
    expect(
      await shell('member', 'debit', '--email', EMAIL, '--wallet', 'USDT', '--amount', '0.5', '--reason', 'too much'),
    ).toContain('balance 100');
    expect(
      await complaint('member', 'debit', '--email', EMAIL, '--wallet', 'USDT', '--amount', '101', '--reason', 'more'),
    ).toContain('not sufficient');
    expect(await shell('member', 'show', '--email', EMAIL)).toMatch(/agreed to no terms yet\n[^]*USDT\s+100\n/);
    await keepAcceptance(app.context.pool, { memberId: 1000n, version: 2, language: 'th', at: new Date(0) });
    expect(await shell('member', 'show', '--email', EMAIL)).toContain(
      'agreed to terms 2 on 1970-01-01T00:00:00.000Z, read in th',
    );
    expect(
      await complaint(
        'member',
        'credit',
        '--email',
        'nobody@minerx.test',
        '--wallet',
        'USDT',
        '--amount',
        '1',
        '--reason',
        'r',
      ),
    ).toContain('no member');
  });
});

describe('an account', () => {
  it('is frozen with its sessions, and freed again', async () => {
    expect(await shell('member', 'freeze', '--email', EMAIL, '--reason', 'asked by the owner')).toContain('is frozen');
    expect(await complaint('member', 'freeze', '--email', EMAIL, '--reason', 'again')).toContain('frozen already');
    expect(await complaint('member', 'redirect', '--email', EMAIL, '--reason', 'help')).toContain('frozen');
    expect(await shell('member', 'unfreeze', '--email', EMAIL, '--reason', 'proved')).toContain('can sign in');
  });

  it('can be entered once by a link that an operator made', async () => {
    const link = new URL(await shell('member', 'redirect', '--email', EMAIL, '--reason', 'lost phone'));
    expect(link.pathname).toBe('/redirect');
    const { rows } = await app.context.pool.query(`SELECT member_id FROM one_use_link WHERE purpose = 'redirect'`);
    expect(rows).toEqual([{ member_id: 1000n }]);
    expect(link.searchParams.get('id')).toMatch(/^[\w-]{22}$/);
  });
});

describe('miners', () => {
  const listed = (text: string): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'minerx-devices-')), 'devices.csv');
    writeFileSync(file, text);
    return file;
  };

  const stock = async (): Promise<number[]> =>
    (await app.context.pool.query<{ total: number }>('SELECT total FROM stock ORDER BY line')).rows.map(
      ({ total }) => total,
    );

  it('become stock when they have answered and the pool has seen them: one X1 unit each, ten for an X2 unit, and never twice', async () => {
    const x2 = Array.from({ length: 19 }, (_, index) => `X2-${index},x2,10.0.0.${index + 1},4028`);
    const file = listed(['serial,line,host,port', 'A1,x1,10.0.1.1,', 'A2,x1,10.0.1.2,4029', ...x2].join('\n'));
    expect(await shell('device', 'register', '--file', file, '--reason', 'new hall')).toContain('21 miners registered');
    expect(await shell('device', 'register', '--file', file, '--reason', 'again')).toContain('21 were known already');
    // Nothing has answered yet: nothing is stock.
    expect(await stock()).toEqual([0, 0]);
    const { pool } = app.context;
    const now = new Date(app.context.clock.now());
    const { rows } = await pool.query<{ id: number }>('SELECT id FROM device');
    await recordAnswers(
      app.context,
      rows.map(({ id }) => id),
      now,
    );
    await recountStock(app.context);
    expect(await stock()).toEqual([0, 0]);
    await pool.query('UPDATE device_state SET pool_seen_at = $1', [now]);
    await recountStock(app.context);
    expect(await stock()).toEqual([2, 1]);
    expect(await shell('device', 'list')).toContain('21 miners, 21 free');
    // What neither answers nor is seen for a day leaves the stock.
    await pool.query(
      `UPDATE device_state SET pool_seen_at = $1 FROM device d WHERE d.id = device_id AND d.serial = 'A1'`,
      [new Date(now.getTime() - 86_500_000)],
    );
    await recountStock(app.context);
    expect(await stock()).toEqual([1, 1]);
    // Two serials that tell the same worker of the pool are one machine.
    await pool.query(`UPDATE device SET pool_worker = 'acct.X2-0' WHERE serial IN ('X2-0', 'X2-1')`);
    await recountStock(app.context);
    expect(
      (
        await pool.query(
          `SELECT serial FROM device JOIN device_stock ON device_id = id WHERE NOT in_stock ORDER BY serial`,
        )
      ).rows,
    ).toEqual([{ serial: 'A1' }, { serial: 'X2-1' }]);
  });

  it('never share an address, and are retired, moved and replaced with a reason', async () => {
    const again = listed('serial,line,host,port\nB9,x1,10.0.1.2,4029');
    expect(await complaint('device', 'register', '--file', again, '--reason', 'r')).toContain(
      'B9: 10.0.1.2:4029 is the address of A2',
    );
    const twice = listed('serial,line,host\nB7,x1,10.9.9.9\nB8,x1,10.9.9.9');
    expect(await complaint('device', 'register', '--file', twice, '--reason', 'r')).toContain(
      'stands in the list twice',
    );
    expect(
      await complaint('device', 'move', '--serial', 'A1', '--host', '10.0.1.2', '--port', '4029', '--reason', 'r'),
    ).toContain('is the address of A2');
    expect(await shell('device', 'move', '--serial', 'A1', '--host', '10.0.1.9', '--reason', 'rack 4')).toContain(
      '10.0.1.9:4028',
    );
    await app.context.pool.query(`UPDATE device_state SET counter_hashes = 5, elapsed_s = 5`);
    await shell('device', 'replace', '--serial', 'A2', '--host', '10.0.1.10', '--rated-ths', '96', '--reason', 'RMA');
    const { rows } = await app.context.pool.query(
      `SELECT host, rated_ths, in_stock, s.answered_at, s.counter_hashes FROM device d JOIN device_stock p ON p.device_id = d.id JOIN device_state s ON s.device_id = d.id WHERE serial = 'A2'`,
    );
    expect(rows).toEqual([
      { host: '10.0.1.10', rated_ths: 96, in_stock: false, answered_at: null, counter_hashes: null },
    ]);
    expect(await stock()).toEqual([0, 1]);
    await shell('device', 'retire', '--serial', 'A1', '--reason', 'broken');
    expect(await complaint('device', 'retire', '--serial', 'A1', '--reason', 'r')).toContain('no miner A1');
    const audit = await app.context.pool.query(
      `SELECT action, subject FROM audit WHERE action LIKE 'device.%' ORDER BY id`,
    );
    expect(audit.rows.slice(-3)).toEqual([
      { action: 'device.move', subject: 'A1' },
      { action: 'device.replace', subject: 'A2' },
      { action: 'device.retire', subject: 'A1' },
    ]);
    await app.context.pool.query(
      `UPDATE device_stock SET free = false FROM device d WHERE d.id = device_id AND serial = 'X2-3'`,
    );
    expect(await complaint('device', 'retire', '--serial', 'X2-3', '--reason', 'r')).toContain('belongs to an order');
    await app.context.pool.query(
      `UPDATE device_stock SET free = true FROM device d WHERE d.id = device_id AND serial = 'X2-3'`,
    );
    // The new machine answers, and the pool sees it.
    const now = new Date(app.context.clock.now());
    await app.context.pool.query('UPDATE device_state SET answered_at = $1, pool_seen_at = $1', [now]);
    await recountStock(app.context);
    expect(await stock()).toEqual([1, 1]);
  });

  it('are refused as a whole list when one row is wrong', async () => {
    const message = await complaint(
      'device',
      'register',
      '--file',
      listed('serial,line,host\nB1,x3,h\nB1,x1,h'),
      '--reason',
      'r',
    );
    expect(message).toContain('row 1: line "x3"');
    expect(message).toContain('row 2: serial B1 stands in the list twice');
    expect(await shell('device', 'list')).not.toContain('B1');
  });

  it('that are simulated stay out of production', async () => {
    const { env } = app.context;
    app.context.env = { ...env, mode: 'production' };
    try {
      for (const row of ['C1,x1,10.0.0.1,true', 'C2,x1,127.0.0.1,false']) {
        expect(
          await complaint(
            'device',
            'register',
            '--file',
            listed(`serial,line,host,simulated\n${row}`),
            '--reason',
            'r',
          ),
        ).toContain('simulated');
      }
    } finally {
      app.context.env = env;
    }
  });
});

describe('prices, communities and vouchers', () => {
  it('are set with history', async () => {
    expect(await shell('price', 'set', '--wallet', 'AOGTD', '--price', '2.5', '--reason', 'market')).toBe(
      'AOGTD: 1 → 2.5 units per USD',
    );
    expect(await complaint('price', 'set', '--wallet', 'BTC', '--price', '1', '--reason', 'r')).toContain(
      'follows the market',
    );
    expect(
      (await app.context.pool.query('SELECT price_units FROM wallet_price WHERE wallet_id = 2 ORDER BY at')).rows,
    ).toEqual([{ price_units: 100_000_000n }, { price_units: 250_000_000n }]);
  });

  it('give a community its payment methods, and a member to it', async () => {
    await shell(
      'community',
      'set',
      '--id',
      '2',
      '--name',
      'All',
      '--methods',
      '1|2|6',
      '--member',
      EMAIL,
      '--reason',
      'asked',
    );
    expect(await shell('community', 'list')).toMatch(/2 {2}All .*1\|2\|6 .*1 member/);
    const beyond = `1|${paymentMethods().length + 1}`;
    const told = await complaint('community', 'set', '--id', '2', '--methods', beyond, '--reason', 'r');
    expect(told).toContain(paymentMethods().join(', '));
    expect(await complaint('community', 'set', '--id', '9', '--reason', 'r')).toContain('no community 9');
  });

  it('make vouchers whose codes work once', async () => {
    const printed = await shell(
      'voucher',
      'create',
      '--package',
      '3',
      '--amount',
      '1000',
      '--count',
      '2',
      '--reason',
      'fair',
    );
    const codes = printed.split('\n');
    expect(codes).toHaveLength(2);
    const code = codes[0]!;
    expect((await redeemVoucher(app.context, 1000n, code.toLowerCase(), null)).amount).toBe('1000');
    await expect(redeemVoucher(app.context, 1000n, code, null)).rejects.toMatchObject({ code: 'err_voucher_invalid' });
    expect(
      await complaint('voucher', 'create', '--package', '1', '--amount', '1', '--count', '1', '--reason', 'r'),
    ).toContain('packages 3 and 4');
  });
});

describe('maintenance', () => {
  it('closes the app for members and opens it again', async () => {
    await shell('maintenance', 'on', '--title', 'Back at noon');
    const told = await app.http.inject({ url: '/api/system/maintenance' });
    expect(told.json()).toEqual({ result: { maintenance: true, under_maintenance_title: 'Back at noon' } });
    const statusOf = async (url: string) => (await app.http.inject({ method: 'POST', url, payload: {} })).statusCode;
    await expect.poll(() => statusOf('/api/member/refresh')).toBe(503);
    // Whoever leaves a device does.
    expect(await statusOf('/api/member/logout')).toBe(200);
    await shell('maintenance', 'off');
    expect((await app.http.inject({ url: '/api/system/maintenance' })).json().result.maintenance).toBe(false);
  });
});

describe('the network', () => {
  it('has no tip that the next one must follow, once it was forgotten', async () => {
    await app.context.pool.query(
      `INSERT INTO setting (key, value) VALUES ('network_tip', '{"height": 1, "bits": "1801cae2", "simulated": true}')`,
    );
    await shell('network', 'forget', '--reason', 'it lied');
    expect(await getSetting(app.context.pool, 'network_tip')).toBeNull();
  });
});

describe('the integrity check', () => {
  it('holds after all of this, every change on the audit chain', async () => {
    expect(await shell('integrity', 'check')).toContain('equations hold');
    expect(
      (await app.context.pool.query<{ count: bigint }>('SELECT count(*) FROM audit')).rows[0]?.count,
    ).toBeGreaterThanOrEqual(8n);
  });

  it('names what is broken', async () => {
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    try {
      await owner.query('UPDATE account SET balance = balance + 1 WHERE id = 16001');
      await owner.query(
        'UPDATE device_stock SET free = NOT free FROM device d WHERE d.id = device_id AND serial = $1',
        ['A2'],
      );
      await owner.query(`UPDATE audit SET reason = 'nothing' WHERE id = (SELECT min(id) FROM audit)`);
    } finally {
      await owner.end();
    }
    const broken = (await checkIntegrity(app.context))
      .filter(({ violations }) => violations > 0n)
      .map(({ name }) => name);
    // The oldest line tells of a credit, whose reason the member reads as well.
    expect(broken).toEqual(['balances', 'stock', 'allocations', 'adjustments', 'audit']);
    expect(await listBreaksInAudit(app.context.pool)).not.toEqual([]);
    expect(await complaint('integrity', 'check')).toContain('5 of');
  });
});
