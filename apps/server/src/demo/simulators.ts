import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { readKept } from '@minerx/files/kept-file';
import { freePort } from '@minerx/embedded-postgres/cluster';
import type { Env } from '../env/env.ts';
import { localChain } from './chain/demo-chain.ts';
import { localTron } from './chain/demo-tron.ts';
import { startProgram } from './child-program.ts';
import type { ChildProgram } from './child-program.ts';

/** Where a simulated miner answers. */
type SimulatedDevice = { serial: string; host: string; port: number };

/** The outside world of a demo run: separate programs on the loopback, reached like the real thing. */
export type Simulators = {
  /** The environment with each unset source filled in and marked as simulated. */
  env: Env;
  /** Switches miners on, for the fleet and the pool; known serials keep their address. At most once per serial. */
  addDevices(serials: readonly string[]): Promise<SimulatedDevice[]>;
  /** Stands the world (or only its miners) still at a moment (ms), or gives it back to the machine's time (null). */
  setTime(at: number | null, who?: 'everybody' | 'miners'): Promise<void>;
  /** Lets the whole world run on from a moment (ms). */
  runFrom(at: number): Promise<void>;
  /** Keeps a miner down for a time, now and at every later start; one outage a miner. */
  addOutage(outage: SimulatedOutage): Promise<void>;
  stop(): Promise<void>;
};

/** A time in which a simulated miner is down. */
type SimulatedOutage = { serial: string; fromMs: number; toMs: number };

type Input = {
  env: Env;
  /** Miners that run from the start, in the order of their ids: the order decides their addresses. */
  serials: readonly string[];
  log: (line: string) => void;
  /** Behind which block a local chain begins that has no state. */
  chainsBeginAt?: { readonly evm: number; readonly tron: number };
  /** Left out: the local chains too, where the environment names none. */
  withChain?: boolean;
};

const keptPorts = z.object({ fleetPort: z.int().check(z.minimum(0), z.maximum(65_535)) });
const keptOutages = z.array(z.object({ serial: z.string(), fromMs: z.number(), toMs: z.number() }));
const FOLDER = fileURLToPath(new URL('../../../../simulators/src/', import.meta.url));
const SEED = 'demo';
const NOWHERE = { evm: 0, tron: 0 };
const RESTART_PAUSE_MS = 1_000;

const stateOf = ({ dataDir }: Env, name: string, beginsAt: number): string[] => {
  const file = join(dataDir, `${name}-state.json`);
  return ['--state', file, '--begins-at', String(beginsAt)];
};

/** The local chains that the environment leaves to us. */
const startChains = ({ env, withChain, chainsBeginAt, log }: Required<Omit<Input, 'serials'>>) => {
  const start = (name: string, from: number): Promise<Running> => keepRunning(name, 0, stateOf(env, name, from), log);
  return [
    withChain && env.chains.length === 0 ? start('chain', chainsBeginAt.evm) : null,
    withChain && env.tron === null ? start('tron', chainsBeginAt.tron) : null,
  ] as const;
};

/** Starts the fleet, and whichever of the markets, network and pool the environment does not name. One that dies is started again. */
export const startSimulators = async ({
  env,
  serials,
  log,
  withChain = true,
  chainsBeginAt = NOWHERE,
}: Input): Promise<Simulators> => {
  const token = randomBytes(16).toString('hex');
  const known = [...serials];
  const devicesFile = join(env.dataDir, 'simulated-devices.json');
  const noteDevices = (): void => writeFileSync(devicesFile, JSON.stringify(known));
  noteDevices();

  const common = ['--seed', SEED];
  const withDevices = [...common, '--devices', devicesFile];
  const fleetPort = await fixedFleetPort(env.dataDir);
  const [fleet, pool, market, secondMarket, network, chain, tron] = await Promise.all([
    keepRunning('fleet', fleetPort, withDevices, log),
    env.pool === null ? keepRunning('pool', 0, [...withDevices, '--token', token], log) : null,
    env.market === null ? keepRunning('market', 0, common, log) : null,
    // It bears out the simulated market: beside a real one it would contradict every price.
    env.market === null && env.secondMarket === null ? keepRunning('second-market', 0, common, log) : null,
    env.network === null ? keepRunning('network', 0, common, log) : null,
    ...startChains({ env, withChain, chainsBeginAt, log }),
  ]);
  const running = [fleet, pool, market, secondMarket, network].filter((program) => program !== null);
  const outagesFile = join(env.dataDir, 'simulated-outages.json');
  let outages = readKept(outagesFile, keptOutages, 'Remove it: simulated miners that are down then run again.') ?? [];
  for (const outage of outages.filter(({ serial }) => serials.includes(serial))) await beDown({ fleet, pool }, outage);

  return {
    env: {
      ...env,
      market: env.market ?? (market && { url: market.url, simulated: true }),
      secondMarket: env.secondMarket ?? (secondMarket && { url: secondMarket.url, simulated: true }),
      network: env.network ?? (network && { url: network.url, simulated: true }),
      pool: env.pool ?? (pool && { url: pool.url, simulated: true, token }),
      chains: chain === null ? env.chains : [localChain(env.dataDir, chain.url)],
      tron: tron === null ? env.tron : localTron(env.dataDir, tron.url),
    },
    async addDevices(added) {
      const fresh = added.filter((serial) => !known.includes(serial));
      known.push(...fresh);
      noteDevices();
      if (pool !== null && fresh.length > 0) await postJson(`${pool.controlUrl()}/devices`, { serials: fresh });
      const answer = await postJson(`${fleet.controlUrl()}/devices`, { serials: added });
      return (answer as SimulatedDevice[]).map(({ serial, host, port }) => ({ serial, host, port }));
    },
    async setTime(at, who = 'everybody') {
      const time = at === null ? null : new Date(at).toISOString();
      const asked = who === 'miners' ? [fleet] : running;
      await Promise.all(asked.map((program) => postJson(`${program.controlUrl()}/clock`, { at: time })));
    },
    async runFrom(at) {
      const clock = { at: new Date(at).toISOString(), running: true };
      await Promise.all(running.map((program) => postJson(`${program.controlUrl()}/clock`, clock)));
    },
    async addOutage(outage) {
      await beDown({ fleet, pool }, outage);
      const others = outages.filter(({ serial }) => serial !== outage.serial);
      outages = [...others, outage];
      writeFileSync(outagesFile, JSON.stringify(outages));
    },
    stop: async () => {
      const programs = [...running, chain, tron].filter((program) => program !== null);
      await Promise.all(programs.map((program) => program.stop()));
    },
  };
};

/**
 * Device rows hold addresses, so the fleet wants the same port at every start. When another program took it meanwhile,
 * `alignDevices` brings the rows up to date.
 */
const fixedFleetPort = async (dataDir: string): Promise<number> => {
  const file = join(dataDir, 'simulators.json');
  const kept = readKept(file, keptPorts, 'Remove it: another port is found for the simulated miners.');
  if (kept !== null) return kept.fleetPort;
  const fleetPort = await freePort();
  writeFileSync(file, JSON.stringify({ fleetPort }));
  return fleetPort;
};

type Running = { url: string; controlUrl(): string; stop(): Promise<void> };

const keepRunning = async (
  name: string,
  port: number,
  args: string[],
  log: (line: string) => void,
): Promise<Running> => {
  const file = join(FOLDER, `${name}.ts`);
  const start = async (wanted: number): Promise<ChildProgram> => {
    try {
      return await startProgram(file, ['--port', String(wanted), ...args]);
    } catch (cause) {
      throw new Error(`The simulated ${name} did not start: ${(cause as Error).message}`, { cause });
    }
  };
  let stopping = false;
  // Somebody else may hold the asked port by now.
  let program = await start(port).catch((error: unknown) => (port === 0 ? Promise.reject(error as Error) : start(0)));
  const { port: served } = program.ready;

  const watch = async (): Promise<void> => {
    for (;;) {
      await program.ended;
      if (stopping) return;
      log(`the simulated ${name} ended by itself and is started again`);
      await sleep(RESTART_PAUSE_MS);
      if (stopping) return;
      // Its users know this port, so no other will do.
      program = await start(served).catch((error: unknown) => {
        log((error as Error).message);
        return program;
      });
    }
  };
  void watch();
  return {
    url: `http://127.0.0.1:${served}`,
    controlUrl: () => `http://127.0.0.1:${program.ready.control ?? served}`,
    stop: () => {
      stopping = true;
      return program.stop();
    },
  };
};

const beDown = async (
  { fleet, pool }: { fleet: Running; pool: Running | null },
  { serial, fromMs, toMs }: SimulatedOutage,
): Promise<void> => {
  await postJson(`${fleet.controlUrl()}/fault`, { serial, kind: 'outage', from: fromMs, to: toMs });
  if (pool !== null) await postJson(`${pool.controlUrl()}/outage`, { serial, from: fromMs, to: toMs });
};

const postJson = async (url: string, body: unknown): Promise<unknown> => {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`A simulator refused: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};

/** Serials of the simulated miners in the order of their ids. */
export const listSimulatedSerials = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ serial: string }>(
    'SELECT serial FROM device WHERE simulated AND retired_at IS NULL ORDER BY id',
  );
  return rows.map(({ serial }) => serial);
};

/** Writes the addresses of this start into the device rows that differ. */
export const alignDevices = async (pool: Pool, devices: readonly SimulatedDevice[]): Promise<void> => {
  await pool.query(
    `UPDATE device SET host = now_at.host, port = now_at.port
       FROM unnest($1::text[], $2::text[], $3::int[]) AS now_at (serial, host, port)
      WHERE device.serial = now_at.serial AND device.simulated AND (device.host, device.port) <> (now_at.host, now_at.port)`,
    [devices.map(({ serial }) => serial), devices.map(({ host }) => host), devices.map(({ port }) => port)],
  );
};
