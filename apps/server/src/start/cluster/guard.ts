import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from './postgres-server.ts';

/**
 * Watches over two servers of PostgreSQL of which one is the primary, whose commits wait for the other.
 * - A primary that is gone is fenced and the standby promoted, if every commit that anybody was told of is on it; otherwise
 *   the primary itself is started again.
 * - A standby that is gone or silent is waited for no longer, until it follows again: commits then lie on one disk alone.
 * It ends processes by their numbers, so it is for one machine; on several, `docs/operations.md` names Patroni.
 */
export type Guard = {
  /** Asked by haproxy: `/primary/<name>` and `/replica/<name>` are 200 for who it is, else 503; and for whoever looks, `/twofold`. */
  readonly port: number;
  /** Whether a proxy has learnt of both who they are: before, it believes any of them. */
  isAsked(): Promise<boolean>;
  primary(): PostgresServer;
  stop(): Promise<void>;
};

type Input = {
  servers: readonly [PostgresServer, PostgresServer];
  dataDir: string;
  say: (line: string) => void;
};

const LOOK_MS = 100;
/** A primary that lives and answers nothing for so many looks of a second each is as good as gone. */
const MISSES = 3;
/** Of a standby; longer than the second in which it tells of itself. */
const SILENT_FOR = '2 seconds';
/** Looks in which commits were seen to wait: the word of it has reached every part of the server by then. */
const SURE_LOOKS = 3;
const CATCH_UP_MS = 30_000;

type Seen = { follows: boolean; waited: boolean; named: boolean };

const look = async (primary: PostgresServer, standby: PostgresServer): Promise<Seen | null> => {
  try {
    const { rows } = await primary.pool.query<Seen>(
      `SELECT coalesce(bool_or(state = 'streaming' AND reply_time > clock_timestamp() - interval '${SILENT_FOR}'), false) AS follows,
              coalesce(bool_or(sync_state IN ('sync', 'quorum')), false) AS waited,
              current_setting('synchronous_standby_names') <> '' AS named
         FROM pg_stat_replication WHERE application_name = $1`,
      [standby.name],
    );
    return rows[0]!;
  } catch {
    return null;
  }
};

const nameStandby = async (server: PostgresServer, name: string): Promise<void> => {
  await server.pool.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await server.pool.query('SELECT pg_reload_conf()');
};

class Pair {
  primary: PostgresServer;
  standby: PostgresServer;
  /** Whether the primary takes writes. */
  leads = false;
  follows = false;
  #sureLooks = 0;
  #misses = 0;
  #joining: Promise<void> | null = null;
  readonly #say: Input['say'];
  readonly #note: string;

  constructor({ servers: [a, b], dataDir, say }: Input) {
    this.#say = say;
    this.#note = join(dataDir, 'primary');
    const wasSecond = existsSync(this.#note) && readFileSync(this.#note, 'utf8').trim() === b.name;
    [this.primary, this.standby] = wasSecond ? [b, a] : [a, b];
  }

  async begin(): Promise<void> {
    const { primary, standby } = this;
    if (!primary.exists()) await primary.make();
    // Ours ended between the note and the promotion.
    const interrupted = primary.isStandby();
    await primary.start(interrupted ? standby : null);
    await nameStandby(primary, '');
    if (interrupted) await promote(primary);
    this.leads = true;
    await this.#join();
  }

  /** Whether everything that anybody was told of is on the standby too. */
  get isTwofold(): boolean {
    return this.#sureLooks >= SURE_LOOKS;
  }

  async watch(): Promise<void> {
    const seen = await look(this.primary, this.standby);
    if (seen === null) {
      this.#misses += 1;
      if (!this.primary.isRunning() || this.#misses >= MISSES) await this.#replace();
      return;
    }
    this.#misses = 0;
    await this.#waitForStandby(seen);
    if (!this.standby.isRunning() && this.#joining === null)
      this.#joining = this.#join()
        .catch((error: unknown) => this.#say(`${this.standby.name} cannot follow yet: ${(error as Error).message}`))
        .finally(() => (this.#joining = null));
  }

  async #waitForStandby({ follows, waited, named }: Seen): Promise<void> {
    this.follows = follows;
    this.#sureLooks = follows && waited ? this.#sureLooks + 1 : 0;
    if (follows === named) return;
    this.#say(
      follows
        ? `commits wait for ${this.standby.name}`
        : `${this.standby.name} does not follow: commits lie on ${this.primary.name} alone`,
    );
    await nameStandby(this.primary, follows ? this.standby.name : '').catch(() => undefined);
  }

  async #replace(): Promise<void> {
    const since = performance.now();
    const [old, next] = [this.primary, this.standby];
    this.leads = false;
    this.follows = false;
    const canPromote = this.isTwofold && next.isRunning();
    this.#sureLooks = 0;
    this.#misses = 0;
    await old.fence();
    if (!canPromote) {
      this.#say(`${old.name} ended and ${next.name} may lack commits: ${old.name} is started again`);
      await old.start(null);
      await nameStandby(old, '');
    } else {
      writeFileSync(`${this.#note}.new`, next.name);
      renameSync(`${this.#note}.new`, this.#note);
      await nameStandby(next, '');
      await promote(next);
      [this.primary, this.standby] = [next, old];
      this.#say(`${old.name} ended: ${next.name} is the primary, ${Math.round(performance.now() - since)} ms later`);
    }
    this.leads = true;
  }

  /** Brings the standby back, by its own files if it can follow with them. */
  async #join(): Promise<void> {
    const { primary, standby } = this;
    if (!standby.exists() || !standby.isStandby()) await standby.copy(primary);
    await standby.start(primary);
    const until = performance.now() + CATCH_UP_MS;
    while (!(await look(primary, standby))?.follows) {
      if (performance.now() > until || !standby.isRunning()) {
        this.#say(`${standby.name} cannot catch up and is made anew`);
        await standby.fence();
        await standby.copy(primary);
        return standby.start(primary);
      }
      await sleep(LOOK_MS);
    }
  }

  async stop(): Promise<void> {
    await this.#joining;
    await this.standby.stop();
    await nameStandby(this.primary, '').catch(() => undefined);
    await this.primary.stop();
  }
}

const promote = (server: PostgresServer): Promise<unknown> => server.askAtLength('SELECT pg_promote(true, 10)');

export const startGuard = async (input: Input): Promise<Guard> => {
  const pair = new Pair(input);
  const isRight = (url: string): boolean =>
    (url === `/primary/${pair.primary.name}` && pair.leads) ||
    (url === `/replica/${pair.standby.name}` && pair.follows) ||
    (url === '/twofold' && pair.isTwofold);
  const asked = new Set<string>();
  const http = createServer((request, response) => {
    asked.add(request.url ?? '');
    response.writeHead(isRight(request.url ?? '') ? 200 : 503);
    response.end();
  });
  await new Promise<void>((resolve) => http.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await pair.watch().catch((error: unknown) => input.say(`the guard of the database: ${(error as Error).message}`));
      await sleep(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  await pair.begin();
  const watching = watch();
  return {
    port: (http.address() as AddressInfo).port,
    isAsked: async () => input.servers.every(({ name }) => asked.has(`/primary/${name}`)),
    primary: () => pair.primary,
    stop: async () => {
      stopped.abort();
      await watching;
      await pair.stop();
      http.close();
      http.closeAllConnections();
      await Promise.all(input.servers.map((server) => server.close()));
    },
  };
};
