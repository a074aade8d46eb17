import { randomUUID } from 'node:crypto';
import { subscribeMiner } from '../../apps/server/src/modules/purchase/purchase.command.ts';
import { creditMember } from '../../apps/server/src/modules/member/adjustment.command.ts';
import { checkLedger } from '../../apps/server/test/whole/check-ledger.ts';
import { createAccessTokens } from '../../apps/server/src/modules/session/session.token.ts';
import { hashPin } from '../../apps/server/src/security/secret-hash.ts';
import type { TestDatabase } from '../../apps/server/src/db/test-database.ts';
import { clearCounts } from '../../apps/server/test/people.ts';
import { moneyHouse, PEPPER } from '../../apps/server/test/money-house.ts';
import type { MoneyHouse } from '../../apps/server/test/money-house.ts';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { WalletName } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import type { Cluster } from './cluster.ts';
import { startServer } from './server.ts';
import type { ServerProcess } from './server.ts';
import { openLine, volley } from './volley.ts';
import type { Line, Shot, Told } from './volley.ts';

export const PIN = '246813';
const SESSION_SECRET = 'a session secret for campaigns, long enough';
export const SECRETS = { session: SESSION_SECRET, pepper: PEPPER };

/** A member with a session. */
export interface Racer {
  readonly memberId: bigint;
  readonly sessionId: string;
}

/** A shop with two servers on one database, and lines to both. */
export interface World {
  readonly house: MoneyHouse;
  readonly servers: readonly ServerProcess[];
  /** Members with a session; those with a PIN may buy. Each call gives others. */
  racers(count: number, withPin: boolean): Promise<Racer[]>;
  /** A fresh access token: it lives for ten minutes. */
  tokenOf(racer: Racer): string;
  /** Sends them at once, every second one to the other server. */
  fire(shots: readonly Shot[]): Promise<Told[]>;
  /** Shows both servers the PINs, so that a race is for the money and not for the hash. */
  warm(racers: readonly Racer[]): Promise<void>;
  credit(memberId: bigint, wallet: WalletName, amount: string): Promise<void>;
  /** Sees to it that at least so many units of a line are free. */
  ensureFree(line: 'x1' | 'x2', units: number): Promise<void>;
  /** Sells X1 miners until exactly so many are free. */
  leaveFree(units: number): Promise<void>;
  /** Buys so many X1 miners for a member who has the money, past the servers; gives the orders. */
  buy(memberId: bigint, quantity: number, acceptWaiting?: boolean): Promise<readonly string[]>;
  /** Nobody is locked out by what was tried. */
  forgetTries(): Promise<void>;
  /** Names of the equations that do not hold. */
  broken(): Promise<string[]>;
  stop(): Promise<void>;
}

export const purchaseX1 = (change: object = {}): object => ({
  package: 1,
  payment_method: 1,
  quantity: 1,
  amount1: '1000',
  amount2: '0',
  amount3: '0',
  member_security_pin: PIN,
  ...change,
});

/** Opens a shop on a database of its own. `unlocked`: locks that its servers do not take. */
export const openWorld = async (
  cluster: Cluster,
  name: string,
  input: { connections: number; servers?: number; unlocked?: readonly string[] },
): Promise<World> => {
  const database = await cluster.database(name);
  const house = await moneyHouse(database);
  const servers = await Promise.all(
    Array.from({ length: input.servers ?? 2 }, (_, n) =>
      startServer({
        databaseUrl: database.url,
        dataDir: `${cluster.dataDir}/${name}-${n}`,
        secrets: SECRETS,
        unlocked: input.unlocked ?? [],
      }),
    ),
  );
  const lines = Array.from({ length: input.connections }, (_, n) => openLine(servers[n % servers.length]!.port));
  return { servers, house, ...toolsOf(database, house, lines), ...endOf(database, house, servers, lines) };
};

const endOf = (
  database: TestDatabase,
  house: MoneyHouse,
  servers: readonly ServerProcess[],
  lines: readonly Line[],
) => ({
  forgetTries: () => clearCounts(database),
  broken: async (): Promise<string[]> =>
    (await checkLedger(database.pool)).filter(({ violations }) => violations > 0n).map((each) => each.name),
  stop: async (): Promise<void> => {
    for (const line of lines) line.close();
    await Promise.all(servers.map((server) => server.stop()));
    await house.close();
    await database.drop();
  },
});

const toolsOf = (database: TestDatabase, house: MoneyHouse, lines: readonly Line[]) => {
  const { pool } = database;
  const issuer = createAccessTokens(SESSION_SECRET, Date);
  const tokenOf = (racer: Racer): string => issuer.issue(racer, Date.now() + 3_600_000);
  const fire = (shots: readonly Shot[]): Promise<Told[]> => volley(lines, shots);
  const buy = async (memberId: bigint, quantity: number, acceptWaiting = false): Promise<readonly string[]> => {
    const amounts = { [WALLET.CW]: unitsOf(String(1000 * quantity)) };
    const input = { page: 'x1' as const, packageId: 1, method: 1, quantity, acceptWaiting, amounts };
    return (await house.funnel.run(subscribeMiner(memberId, input, null))).orderIds;
  };
  const free = async (line: 'x1' | 'x2'): Promise<number> =>
    (await pool.query<{ free: number }>('SELECT total - used AS free FROM stock WHERE line = $1', [line])).rows[0]!
      .free;
  let clearer: bigint | undefined;
  return {
    tokenOf,
    fire,
    buy,
    racers: (count: number, withPin: boolean) => makeRacers(database, house, count, withPin),
    warm: async (racers: readonly Racer[]): Promise<void> => {
      for (const racer of racers) {
        const shot = { token: tokenOf(racer), path: 'package/purchase', body: purchaseX1({ package: 98 }) };
        const told = await fire([0, 1].map(() => ({ ...shot, key: randomUUID() })));
        if (told.some(({ code }) => code !== 'err_package_unavailable'))
          throw new Error(`a PIN could not be shown: ${JSON.stringify(told)}`);
      }
    },
    credit: async (memberId: bigint, wallet: WalletName, amount: string): Promise<void> => {
      const input = {
        memberId,
        walletId: WALLET[wallet],
        amountUnits: unitsOf(amount),
        reason: 'test',
        actor: 'operator:test' as const,
      };
      await house.funnel.run(creditMember(input));
    },
    ensureFree: async (line: 'x1' | 'x2', units: number): Promise<void> => {
      const missing = units - (await free(line));
      if (missing > 0) await house.devices(line, missing * (line === 'x2' ? 10 : 1));
    },
    leaveFree: async (units: number): Promise<void> => {
      clearer ??= await house.member({ CW: '100000000' });
      for (let over = (await free('x1')) - units; over > 0; over -= 100) await buy(clearer, Math.min(over, 100));
      const missing = units - (await free('x1'));
      if (missing > 0) await house.devices('x1', missing);
    },
  };
};

/** Members without money, each with a session. */
export const makeRacers = async (
  { pool }: TestDatabase,
  house: MoneyHouse,
  count: number,
  withPin: boolean,
): Promise<Racer[]> => {
  const racers: Racer[] = [];
  for (let n = 0; n < count; n += 1) racers.push({ memberId: await house.member(), sessionId: randomUUID() });
  await letIn(pool, racers, withPin);
  return racers;
};

/** Gives members the sessions that they name, and those with a PIN the one of the campaigns. */
export const letIn = async (pool: Pool, racers: readonly Racer[], withPin: boolean): Promise<void> => {
  const ids = racers.map(({ memberId }) => memberId);
  await pool.query(
    `INSERT INTO session (id, member_id, transport, device, address, expires_at)
     SELECT *, 'body', 'campaign', '127.0.0.1', now() + interval '1 day' FROM unnest($1::uuid[], $2::bigint[])`,
    [racers.map(({ sessionId }) => sessionId), ids],
  );
  for (const id of withPin ? ids : [])
    await pool.query('UPDATE member SET pin_hash = $2 WHERE id = $1', [id, await hashPin(PEPPER, id, PIN)]);
};
