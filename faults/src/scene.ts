import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccessTokens } from '../../apps/server/src/modules/session/session.token.ts';
import { creditMember } from '../../apps/server/src/modules/member/adjustment.command.ts';
import { moneyHouse } from '../../apps/server/test/money-house.ts';
import type { TestDatabase } from '../../apps/server/src/db/test-database.ts';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { administer } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { startServer } from './server.ts';
import type { ServerProcess } from './server.ts';
import { openLine, volley } from './volley.ts';
import type { Shot, Told } from './volley.ts';
import { makeRacers, purchaseX1, SECRETS } from './world.ts';
import type { Racer } from './world.ts';

export const MEMBERS = 100;
const PATIENCE_MS = 60_000;

/** A campaign's members, and the server that they ask. */
export interface Scene {
  readonly cluster: Cluster;
  readonly database: TestDatabase;
  readonly racers: readonly Racer[];
  readonly journal: Journal;
  server: ServerProcess;
  startServer(): Promise<ServerProcess>;
}

const BODY = purchaseX1({ payment_method: 3, amount1: '800', amount2: '400' });
const issuer = createAccessTokens(SECRETS.session, Date);
export const shotOf = (racer: Racer, key: string, body = BODY): Shot => ({
  token: issuer.issue(racer, Date.now() + 3_600_000),
  path: 'package/purchase',
  body,
  key,
});

/** @param devices as many purchases as there can be */
export const openScene = async (
  cluster: Cluster,
  name: string,
  devices: number,
  input: { careless?: boolean } = {},
): Promise<Scene> => {
  const database = await cluster.database(name);
  const house = await moneyHouse(database);
  const racers = await makeRacers(database, house, MEMBERS, true);
  for (const { memberId } of racers)
    for (const wallet of ['CW', 'RW'] as const)
      await house.funnel.run(
        creditMember({
          memberId,
          walletId: WALLET[wallet],
          amountUnits: unitsOf('100000000'),
          reason: 'test',
          actor: 'operator:test',
        }),
      );
  await house.devices('x1', devices);
  await house.close();
  if (input.careless) {
    // Told "done" before the disk knows: PostgreSQL's own way of trading safety for speed.
    await administer(cluster.url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    await administer(cluster.url, `ALTER SYSTEM SET wal_writer_delay = '10s'`);
    await administer(cluster.url, 'SELECT pg_reload_conf()');
  }
  await administer(database.ownerUrl, 'CHECKPOINT');
  const start = (): Promise<ServerProcess> =>
    startServer({
      databaseUrl: database.url,
      dataDir: join(cluster.dataDir, name),
      secrets: SECRETS,
    });
  const journal = openJournal(join(cluster.dataDir, `${name}.journal`));
  return { cluster, database, racers, journal, server: await start(), startServer: start };
};

/** A server, and the members who ask it. */
export interface Asked {
  readonly racers: readonly Racer[];
  readonly journal: Journal;
  readonly server: { readonly port: number };
}

/** Shows the server every PIN, one member at a time on each line; gives the moment of its first right answer. */
export const warm = async ({ server, racers }: Asked): Promise<number> => {
  let first = Number.POSITIVE_INFINITY;
  const lines = Array.from({ length: 4 }, () => openLine(server.port));
  const body = purchaseX1({ package: 98 });
  await Promise.all(
    lines.map(async (line, n) => {
      for (const racer of racers.filter((_, index) => index % lines.length === n)) {
        for (const deadline = Date.now() + PATIENCE_MS; ;) {
          const [told] = await volley([line], [shotOf(racer, randomUUID(), body)]);
          if (told!.code === 'err_package_unavailable') {
            first = Math.min(first, performance.now());
            break;
          }
          if (Date.now() > deadline) throw new Error(`the server does not come back: ${JSON.stringify(told)}`);
          await sleep(50);
        }
      }
    }),
  );
  for (const line of lines) line.close();
  return first;
};

/** "Not now" is no answer to a purchase: its key is asked again. */
export const isFinal = ({ status }: Told): boolean => status !== 0 && status < 500 && status !== 429;

/** Asks the same keys again until each has its answer, as a client does after a broken connection. */
export const askAgain = async (scene: Asked, keys: ReadonlyMap<string, Racer>, body = BODY): Promise<void> => {
  const lines = Array.from({ length: 64 }, () => openLine(scene.server.port));
  let open = [...keys];
  for (const deadline = Date.now() + PATIENCE_MS; open.length > 0;) {
    if (Date.now() > deadline) throw new Error(`${open.length} keys got no answer`);
    const now = open.splice(0, lines.length);
    const told = await volley(
      lines,
      now.map(([key, racer]) => shotOf(racer, key, body)),
    );
    now.forEach(([key], n) => scene.journal.told(key, told[n]!));
    const again = now.filter((_, n) => !isFinal(told[n]!));
    if (again.length > 0) await sleep(50);
    open = [...open, ...again];
  }
  for (const line of lines) line.close();
};
