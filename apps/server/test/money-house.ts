import { randomBytes } from 'node:crypto';
import { WALLETS, WALLET } from '@minerx/rules/wallet';
import type { WalletId, WalletName } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import type { Pool } from 'pg';
import pino from 'pino';
import { Registry } from 'prom-client';
import { createLocalBus } from '../src/bus/bus.ts';
import type { Clock, Random } from '../src/ports.ts';
import { createPool } from '../src/db/pool.ts';
import type { TestDatabase } from '../src/db/test-database.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { accountId, openMemberAccounts } from '../src/ledger/account.ts';
import { EQUATIONS } from '../src/composition/equations.ts';
import { LEDGER_TABLES } from '../src/composition/ledger-tables.ts';
import type { Equation } from '../src/ledger/equation.ts';
import type { AnyTable } from '../src/ledger/table.ts';
import { createFunnel } from '../src/ledger/funnel.ts';
import type { Funnel, FunnelInput } from '../src/ledger/funnel.ts';
import { creditMember } from '../src/modules/member/adjustment.command.ts';
import { createVouchers } from '../src/modules/voucher/voucher-batch.command.ts';
import type { Env } from '../src/env/env.ts';
import { seedAssetNetworks } from '../src/seed/asset-networks.ts';
import { createSecurityEvents, type SecurityEvents } from '../src/security/security-event.ts';
import { createVault, type Vault } from '../src/security/vault.ts';

export const PEPPER = 'a pepper for tests only, 32 characters';

/** A clock that the test moves. */
interface TestClock extends Clock {
  at: number;
}

export const testRandom: Random = { bytes: (count) => randomBytes(count) };

/** A shop for money tests: reference data, members, stock, and funnels on the real database. */
export interface MoneyHouse {
  readonly pool: Pool;
  readonly clock: TestClock;
  readonly random: Random;
  readonly bus: ReturnType<typeof createLocalBus>;
  readonly vault: Vault;
  readonly funnel: Funnel;
  readonly tables: readonly AnyTable[];
  readonly equations: readonly Equation[];
  readonly security: SecurityEvents;
  /** One more funnel with its own connections, like a second process. */
  secondFunnel(input?: Partial<FunnelInput>): Funnel;
  /** A member with these balances, as decimal text. */
  member(balances?: Partial<Record<WalletName, string>>, facts?: MemberFacts): Promise<bigint>;
  /** Registers free devices and counts them into the stock. */
  devices(line: 'x1' | 'x2', count: number): Promise<void>;
  /** A voucher; gives its code. */
  voucher(packageId: 3 | 4, amount: string, expiresAt?: Date): Promise<string>;
  balance(memberId: bigint, wallet: WalletName): Promise<bigint>;
  close(): Promise<void>;
}

const PRICES: Partial<Record<WalletId, string>> = {
  [WALLET.AOGTD]: '2',
  [WALLET.BTC]: '60000',
  [WALLET.CW]: '1',
  [WALLET.RW]: '0.5',
};

export const moneyHouse = async (database: TestDatabase): Promise<MoneyHouse> => {
  const { pool } = database;
  await seedReference(pool);
  const clock: TestClock = { at: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.at };
  const bus = createLocalBus();
  const vault = createVault(PEPPER);
  const pools: Pool[] = [];
  const open = (input: Partial<FunnelInput> = {}): Funnel => {
    const own = createPool(database.url, { max: 3, work: 'ledger' });
    pools.push(own);
    return createFunnel({ pool: own, clock, random: testRandom, bus, vault, tables: LEDGER_TABLES, ...input });
  };
  const funnel = open();
  let count = 0;

  return {
    pool,
    clock,
    bus,
    funnel,
    tables: LEDGER_TABLES,
    equations: EQUATIONS,
    security: createSecurityEvents({ log: pino({ level: 'silent' }), clock, metrics: new Registry(), pepper: PEPPER }),
    random: testRandom,
    vault,
    secondFunnel: open,
    member: async (balances = {}, facts = {}) => {
      count += 1;
      const memberId = await addMember(pool, `m${count}`, facts);
      for (const [name, amount] of Object.entries(balances)) {
        const adjustment = {
          memberId,
          walletId: WALLET[name as WalletName],
          amountUnits: unitsOf(amount),
          reason: 'test',
          actor: 'operator:test' as const,
        };
        await funnel.run(creditMember(adjustment));
      }
      return memberId;
    },
    devices: (line, wanted) => addDevices(pool, line, wanted),
    voucher: async (packageId, amount, expiresAt) => {
      const env = { pepper: PEPPER } as Env;
      const batch = { packageId, amountUnits: unitsOf(amount), count: 1, expiresAt: expiresAt ?? null };
      const [code] = await createVouchers(
        { pool, clock, random: testRandom, env },
        { ...batch, actor: 'operator:test', reason: 'test' },
      );
      return code!;
    },
    balance: async (memberId, wallet) => {
      const { rows } = await pool.query<{ balance: bigint }>('SELECT balance FROM account WHERE id = $1', [
        accountId(memberId, WALLET[wallet]),
      ]);
      return rows[0]!.balance;
    },
    close: async () => {
      await funnel.drain();
      await Promise.all(pools.map((each) => each.end()));
    },
  };
};

interface MemberFacts {
  countryId?: number;
  communityId?: number;
  sponsorId?: bigint | null;
}

/** A member with empty wallets, who cannot sign in: the password is bound as a start wants it, and nobody's. @param name is made unique */
export const addMember = (
  pool: Pool,
  name: string,
  { countryId = 132, communityId = 1, sponsorId = null }: MemberFacts = {},
): Promise<bigint> =>
  inTransaction(pool, async (tx) => {
    const unique = `${name}x${randomBytes(4).toString('hex')}`;
    const { rows } = await tx.query<{ id: bigint }>(
      `INSERT INTO member (username, full_name, email, email_key, mobile, country_id, community_id, referral_code, password_hash, pin_hash, sponsor_id)
       VALUES ($1, $1, $1, $1, '+601', $2, $3, $1, 'x#x', 'x', $4) RETURNING id`,
      [unique, countryId, communityId, sponsorId],
    );
    await openMemberAccounts(tx, rows[0]!.id);
    return rows[0]!.id;
  });

const seedReference = async (pool: Pool): Promise<void> => {
  await pool.query(`INSERT INTO country (id, iso2, name, name_zh, calling_code, symbol, shared_closed) VALUES
    (132, 'MY', 'Malaysia', 'x', '60', 'MYR', false), (211, 'US', 'United States', 'x', '1', 'USD', true)`);
  await pool.query(
    `INSERT INTO community (id, name, payment_methods) VALUES (1, 'Default', '1|2|3|4|5|6'), (2, 'Narrow', '1|2')`,
  );
  for (const { id, name, precision } of WALLETS) {
    await pool.query(
      `WITH made AS (INSERT INTO wallet_type (id, name, precision, price_units) VALUES ($1, $2, $3, $4)
                     RETURNING id, price_at, price_units, price_source, price_simulated)
       INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) SELECT * FROM made`,
      [id, name, precision, unitsOf(PRICES[id] ?? '1')],
    );
  }
  await pool.query(`INSERT INTO miner_package (id, name, price_units, quantity, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units) VALUES
    (1, 'X1 own', 100000000000, 1, 250000000000, 1000000000, 0, 0), (2, 'X1 shared', 10000000000, 10, 250000000000, 1000000000, 0, 0),
    (3, 'X1 own voucher', 100000000000, 1, 250000000000, 1000000000, 0, 0), (4, 'X1 shared voucher', 10000000000, 10, 250000000000, 1000000000, 0, 0),
    (5, 'X2', 100000000000, 10, 3000000000000, 10000000000, 0, 0)`);
  await inTransaction(pool, seedAssetNetworks);
  await pool.query(`INSERT INTO stock (line, total) VALUES ('x1', 0), ('x2', 0)`);
  await pool.query(`INSERT INTO setting (key, value) VALUES ('staking_available', 'true')`);
  await pool.query(
    `INSERT INTO staking_type (id, name, name2, names2, wallet_id, wallet2_id, max_units, term_days) VALUES (1, 'AOGP + GBPT', 'Four weeks', '{}', 6, 7, 1000000000000, 28)`,
  );
};

const addDevices = async (pool: Pool, line: 'x1' | 'x2', count: number): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query('SELECT line FROM stock WHERE line = $1 FOR UPDATE', [line]);
    await tx.query(
      `INSERT INTO device (serial, line, host, port, simulated) SELECT gen_random_uuid()::text, $1, '127.0.0.1', 4028, true FROM generate_series(1, $2::integer)`,
      [line, count],
    );
    await tx.query(
      `UPDATE stock SET total = (SELECT count(*) FROM device WHERE line = $1 AND retired_at IS NULL) / CASE line WHEN 'x2' THEN 10 ELSE 1 END WHERE line = $1`,
      [line],
    );
  });
