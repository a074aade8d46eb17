import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@minerx/embedded-postgres/cluster';
import { isAlive } from '@minerx/embedded-postgres/postmaster';
import { demoTotp } from '../../apps/server/src/demo/demo-operators.ts';
import { codeOf } from '../../apps/server/test/operator/authenticator.ts';
import { quickFolder } from '../../apps/server/test/start/quick-folder.ts';
import { atConsole } from './console/console.ts';
import { copyMade, keepMade, madeFolder } from './made-world.ts';

/** The real product as a program of its own: its folder, its address, its clock. Shared by all journeys of a run. */
interface World {
  url: string;
  port: number;
  /** Where a journey may stand in for a push service. */
  pushPort: number;
  dataDir: string;
  pid: number;
  /** ISO time that the program's clock showed when it was started; null: the time of this machine. */
  clock: string | null;
  /** Time of this machine at that moment, in milliseconds. */
  startedAt: number;
}

/** What stays the same from one start to the next. */
type Place = Pick<World, 'dataDir' | 'port' | 'pushPort'>;

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/.bin/node');
/** As npm starts both programs. */
const KEEP_COMPILED = ['--import', './apps/server/keep-compiled.js'];
const WORLD_FILE = 'world.json';
/** Names the folder of the run's world to the workers. */
const FOLDER_VARIABLE = 'MINERX_E2E_WORLD';
/** The first start builds the web app and lives through the demo's thirty days. */
const START_MS = 300_000;
/** Sooner than the product would leave what does not end, so that it is told. */
const STOP_MS = 75_000;
const LAST_WORDS = 2_000;

/** Environment of the program and of operators' commands: ours, without what npm says of the test run itself. */
const environment = (world: Place, clock: string | null): NodeJS.ProcessEnv => {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  return {
    ...inherited,
    APP_MODE: 'demo',
    DATA_DIR: world.dataDir,
    PORT: String(world.port),
    PUSH_URLS: `http://127.0.0.1:${world.pushPort}`,
    ...(clock !== null && { DEMO_CLOCK: clock }),
  };
};

const outputOf = ({ dataDir }: Place): string => join(dataDir, 'output.txt');

const saidBy = (place: Place): string => readFileSync(outputOf(place), 'utf8');
const lastWordsOf = (place: Place): string => saidBy(place).slice(-LAST_WORDS);
const lastLogOf = ({ dataDir }: Place): string => readFileSync(join(dataDir, 'server.log'), 'utf8').slice(-LAST_WORDS);

/** A port of a connection that was made from here is not given to others for a minute after its end, and tests beside us make thousands. */
const PORT_MS = 150_000;

/** Starts the program, again where somebody took its port meanwhile. */
const launch = async (place: Place, clock: string | null): Promise<World> => {
  const until = Date.now() + PORT_MS;
  for (;;) {
    try {
      return await launchOnce(place, clock);
    } catch (error) {
      if (Date.now() > until || !String(error).includes('is taken by another program')) throw error;
      await wait(1_000);
    }
  }
};

const launchOnce = async (place: Place, clock: string | null): Promise<World> => {
  writeFileSync(outputOf(place), '');
  const output = openSync(outputOf(place), 'a');
  const startedAt = Date.now();
  const child = spawn(NODE, [...KEEP_COMPILED, 'apps/server/src/start.ts'], {
    cwd: ROOT,
    env: environment(place, clock),
    stdio: ['ignore', output, output],
    // A worker that ends must not take the world of the next one with it; the run's teardown stops it.
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the product could not be started');
  child.unref();
  while (!/^ready/m.test(saidBy(place))) {
    if (child.exitCode !== null) throw new Error(`the product ended while starting:\n${lastWordsOf(place)}`);
    if (Date.now() - startedAt > START_MS) throw new Error(`the product did not get ready:\n${lastWordsOf(place)}`);
    await wait(200);
  }
  const world: World = { ...place, url: `http://127.0.0.1:${place.port}`, pid, clock, startedAt };
  writeFileSync(join(place.dataDir, WORLD_FILE), JSON.stringify(world));
  return world;
};

/** Starts the product in an empty folder, at a time of its own if one is given, and tells the workers where. `E2E_DATA_DIR` takes and keeps a folder of one's own. */
export const createWorld = async (clock: Date | null = null): Promise<World> => {
  const own = process.env['E2E_DATA_DIR'];
  const dataDir = own ?? mkdtempSync(join(quickFolder(), 'minerx-journeys-'));
  mkdirSync(dataDir, { recursive: true });
  process.env[FOLDER_VARIABLE] = dataDir;
  if (existsSync(join(dataDir, WORLD_FILE)) && isAlive(currentWorld().pid)) return currentWorld();
  const place = { dataDir, port: await freePort(), pushPort: await freePort() };
  if (own === undefined && clock === null) await takeMade(place);
  return launch(place, clock?.toISOString() ?? null);
};

/** Where the run's worlds begin alike: takes what the first one made, or is the first one. */
const takeMade = async (place: Place): Promise<void> => {
  const made = madeFolder();
  if (made === null || (await copyMade(made, place.dataDir))) return;
  await stop(await launch(place, null));
  keepMade(place.dataDir, made);
};

/** The world of this run, as it is now. */
export const currentWorld = (): World => {
  const dataDir = process.env[FOLDER_VARIABLE];
  if (dataDir === undefined) throw new Error('no world was created for this run');
  return JSON.parse(readFileSync(join(dataDir, WORLD_FILE), 'utf8')) as World;
};

const stop = async (world: World): Promise<void> => {
  if (!isAlive(world.pid)) return;
  process.kill(world.pid, 'SIGTERM');
  const until = Date.now() + STOP_MS;
  while (isAlive(world.pid)) {
    if (Date.now() > until) {
      process.kill(-world.pid, 'SIGKILL');
      const last = `${lastWordsOf(world)}\n${lastLogOf(world)}`;
      throw new Error(`the product did not stop within ${STOP_MS / 1000} s; its last words:\n${last}`);
    }
    await wait(50);
  }
};

/** Stops the product and starts it again at another time, at the same address and with the same data. */
export const travelTo = async (clock: Date): Promise<World> => {
  const world = currentWorld();
  await stop(world);
  return launch(world, clock.toISOString());
};

/** Starts a product again that ended without being stopped, and says its last words: whatever comes after is judged for itself. */
export const ensureWorld = async (): Promise<void> => {
  const world = currentWorld();
  if (isAlive(world.pid)) return;
  process.stderr.write(`the product was gone; its last words:\n${lastWordsOf(world)}\n`);
  await launch(world, clockOf(world)?.toISOString() ?? null);
};

/** Stops the product; its folder goes too, unless somebody named it. */
export const endWorld = async (): Promise<void> => {
  if (process.env['E2E_DATA_DIR'] !== undefined) return;
  const world = currentWorld();
  await stop(world);
  rmSync(world.dataDir, { recursive: true, force: true });
};

/** Null: it goes by the time of this machine. */
const clockOf = ({ clock, startedAt }: World): Date | null =>
  clock === null ? null : new Date(Date.parse(clock) + (Date.now() - startedAt));

/** What the product's clock shows now. */
export const worldTime = (): Date => clockOf(currentWorld()) ?? new Date();

export type OperatorRole = 'admin' | 'finance' | 'support';

const FACTOR_STEP_MS = 30_000;

/**
 * A code that the authenticator of a demo's operator shows. None is good twice: where that of now was given before, it is the next one,
 * as of a phone whose clock is a little ahead.
 */
export const factorOf = (role: OperatorRole): string => {
  const given = join(currentWorld().dataDir, `factor-${role}`);
  const last = existsSync(given) ? Number(readFileSync(given, 'utf8')) : 0;
  const now = Math.floor(worldTime().getTime() / FACTOR_STEP_MS);
  const step = Math.min(Math.max(now, last + 1), now + 1);
  writeFileSync(given, String(step));
  return codeOf(demoTotp({ brand: { name: 'MinerX' } }, `${role}@minerx.test`).secret, step * FACTOR_STEP_MS);
};

const shell = async (role: OperatorRole, typed: string, words: readonly string[]): Promise<string[]> => {
  const world = currentWorld();
  const clock = clockOf(world)?.toISOString() ?? null;
  const env = { ...environment(world, clock), OPERATOR_SESSION: join(world.dataDir, `operator-${role}`) };
  return new Promise((resolve, reject) => {
    const child = execFile(
      NODE,
      [...KEEP_COMPILED, 'apps/server/src/operator.ts', ...words],
      { cwd: ROOT, env, timeout: 120_000 },
      (error, out, err) => {
        if (error) reject(new Error(`operator ${words.join(' ')}: ${err || out || error.message}`));
        else resolve(out.trim().split('\n'));
      },
    );
    child.stdin?.end(typed);
  });
};

/** What an operator of a role types at the shell, signed in first where nobody is. Its lines; throws when refused. */
const atShell = async (role: OperatorRole, words: readonly string[]): Promise<string[]> => {
  const run = (): Promise<string[]> => shell(role, `${factorOf(role)}\n`, words);
  return run().catch(async (error: Error) => {
    if (!error.message.includes('Nobody is signed in')) throw error;
    await shell(role, `Demo#2026\n${factorOf(role)}\n`, ['login', '--email', `${role}@minerx.test`]);
    return run();
  });
};

/** Files beside each other, such as an announcement with its picture, are read at the shell alone. */
const isForShell = (words: readonly string[]): boolean => words.includes('--file') && words[0] !== 'device';

/** What an operator of a role does: `operatorAs('finance', 'proposal', 'agree', '--id', id, …)`. What it printed; throws when refused. */
export const operatorAs = (role: OperatorRole, ...words: string[]): Promise<string[]> =>
  isForShell(words)
    ? atShell(role, words)
    : atConsole(
        {
          url: currentWorld().url,
          email: `${role}@minerx.test`,
          factor: () => factorOf(role),
          cookieFile: join(currentWorld().dataDir, `console-${role}`),
        },
        words,
      );

/** `operator('voucher', 'void', '--batch', '3', …)`: by the one who may do everything alone that one may do. */
export const operator = (...words: string[]): Promise<string[]> => operatorAs('admin', ...words);

/** What two operators have to agree to: one types it, the other agrees. */
export const operators = async (...words: string[]): Promise<string[]> => {
  const said = (await operator(...words)).join('\n');
  const [id] = /[0-9a-f-]{36}/.exec(said) ?? [];
  if (id === undefined) throw new Error(`nothing to agree to: ${said}`);
  return operatorAs('finance', 'proposal', 'agree', '--id', id, '--reason', 'journey');
};
