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
import type { ChildProgram, ReadyLine } from './child-program.ts';

/** Where a simulated miner answers. */
type SimulatedDevice = { serial: string; host: string; port: number };

/** The outside world of a demo run: a program beside ours, reached on the loopback like the real thing. */
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
const TOGETHER = fileURLToPath(new URL('../../../../simulators/src/together.ts', import.meta.url));
const SEED = 'demo';
const NOWHERE = { evm: 0, tron: 0 };
const RESTART_PAUSE_MS = 1_000;

const stateOf = ({ dataDir }: Env, name: string, beginsAt: number): string[] => {
  const file = join(dataDir, `${name}-state.json`);
  return ['--state', file, '--begins-at', String(beginsAt)];
};

/** Which of them the environment leaves to us, with what they are told. */
const programsOf = (
  { env, withChain, chainsBeginAt }: Required<Pick<Input, 'env' | 'withChain' | 'chainsBeginAt'>>,
  { devicesFile, token }: { devicesFile: string; token: string },
): Partial<Record<SimulatorName, string[]>> => {
  const common = ['--seed', SEED];
  const withDevices = [...common, '--devices', devicesFile];
  return {
    fleet: withDevices,
    ...(env.pool === null && { pool: [...withDevices, '--token', token] }),
    ...(env.market === null && { market: common }),
    // It bears out the simulated market: beside a real one it would contradict every price.
    ...(env.market === null && env.secondMarket === null && { 'second-market': common }),
    ...(env.network === null && { network: common }),
    ...(withChain && env.chains.length === 0 && { chain: stateOf(env, 'chain', chainsBeginAt.evm) }),
    ...(withChain && env.tron === null && { tron: stateOf(env, 'tron', chainsBeginAt.tron) }),
  };
};

/** Starts the fleet, and whichever of the markets, network, pool and chains the environment does not name. What dies is started again. */
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

  const programs = programsOf({ env, withChain, chainsBeginAt }, { devicesFile, token });
  const world = await keepRunning(programs, await fixedFleetPort(env.dataDir), log);
  const { pool, market, 'second-market': secondMarket, network, chain, tron } = world.programs;
  const fleet = world.programs.fleet!;
  const timed = [fleet, pool, market, secondMarket, network].filter((program) => program !== undefined);
  const outagesFile = join(env.dataDir, 'simulated-outages.json');
  let outages = readKept(outagesFile, keptOutages, 'Remove it: simulated miners that are down then run again.') ?? [];
  for (const outage of outages.filter(({ serial }) => serials.includes(serial))) await beDown({ fleet, pool }, outage);

  return {
    env: {
      ...env,
      market: env.market ?? simulated(market),
      secondMarket: env.secondMarket ?? simulated(secondMarket),
      network: env.network ?? simulated(network),
      pool: env.pool ?? (pool === undefined ? null : { url: pool.url, simulated: true, token }),
      chains: chain === undefined ? env.chains : [localChain(env.dataDir, chain.url)],
      tron: tron === undefined ? env.tron : localTron(env.dataDir, tron.url),
    },
    async addDevices(added) {
      const fresh = added.filter((serial) => !known.includes(serial));
      known.push(...fresh);
      noteDevices();
      if (pool !== undefined && fresh.length > 0) await postJson(`${pool.controlUrl()}/devices`, { serials: fresh });
      const answer = await postJson(`${fleet.controlUrl()}/devices`, { serials: added });
      return (answer as SimulatedDevice[]).map(({ serial, host, port }) => ({ serial, host, port }));
    },
    async setTime(at, who = 'everybody') {
      const time = at === null ? null : new Date(at).toISOString();
      const asked = who === 'miners' ? [fleet] : timed;
      await Promise.all(asked.map((program) => postJson(`${program.controlUrl()}/clock`, { at: time })));
    },
    async runFrom(at) {
      const clock = { at: new Date(at).toISOString(), running: true };
      await Promise.all(timed.map((program) => postJson(`${program.controlUrl()}/clock`, clock)));
    },
    async addOutage(outage) {
      await beDown({ fleet, pool }, outage);
      const others = outages.filter(({ serial }) => serial !== outage.serial);
      outages = [...others, outage];
      writeFileSync(outagesFile, JSON.stringify(outages));
    },
    stop: () => world.stop(),
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

type SimulatorName = 'fleet' | 'pool' | 'market' | 'second-market' | 'network' | 'chain' | 'tron';
/** One of them: where it answers what it stands in for, and where it is told what to do. */
type Running = { url: string; controlUrl(): string };
type Told = { programs: Partial<Record<SimulatorName, ReadyLine>> };

const simulated = (program: Running | undefined): { url: string; simulated: true } | null =>
  program === undefined ? null : { url: program.url, simulated: true };

/** All of them in one program. */
const keepRunning = async (
  programs: Partial<Record<SimulatorName, string[]>>,
  fleetPort: number,
  log: (line: string) => void,
): Promise<{ programs: Partial<Record<SimulatorName, Running>>; stop(): Promise<void> }> => {
  const start = async (ports: Partial<Record<SimulatorName, number>>): Promise<ChildProgram<Told>> => {
    const told = Object.entries(programs).map(([name, args]) => [
      name,
      ['--port', String(ports[name as SimulatorName] ?? 0), ...args],
    ]);
    try {
      return await startProgram<Told>(TOGETHER, ['--programs', JSON.stringify(Object.fromEntries(told))]);
    } catch (cause) {
      throw new Error(`The simulated world did not start: ${(cause as Error).message}`, { cause });
    }
  };
  let stopping = false;
  // Somebody else may hold the asked port by now.
  let program = await start({ fleet: fleetPort }).catch(() => start({}));
  const names = Object.keys(program.ready.programs) as SimulatorName[];
  const ports = Object.fromEntries(names.map((name) => [name, program.ready.programs[name]!.port]));

  let restart = Promise.resolve();

  const watch = async (): Promise<void> => {
    for (;;) {
      await program.ended;
      if (stopping) return;
      log('the simulated world ended by itself and is started again');
      await sleep(RESTART_PAUSE_MS);
      if (stopping) return;
      // Its users know these ports, so no others will do.
      restart = start(ports).then(
        (started) => void (program = started),
        (error: Error) => log(error.message),
      );
      await restart;
    }
  };
  void watch();
  const running = (name: SimulatorName): Running => ({
    url: `http://127.0.0.1:${ports[name]}`,
    controlUrl: () => `http://127.0.0.1:${program.ready.programs[name]?.control ?? ports[name]}`,
  });
  return {
    programs: Object.fromEntries(names.map((name) => [name, running(name)])),
    stop: async () => {
      stopping = true;
      // One that is just being started would outlive us.
      await restart;
      await program.stop();
    },
  };
};

const beDown = async (
  { fleet, pool }: { fleet: Running; pool: Running | undefined },
  { serial, fromMs, toMs }: SimulatedOutage,
): Promise<void> => {
  await postJson(`${fleet.controlUrl()}/fault`, { serial, kind: 'outage', from: fromMs, to: toMs });
  if (pool !== undefined) await postJson(`${pool.controlUrl()}/outage`, { serial, from: fromMs, to: toMs });
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
