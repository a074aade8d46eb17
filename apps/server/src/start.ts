import '../../../scripts/pinned-node.ts';
import { join } from 'node:path';
import { NETWORK } from '@minerx/rules/network';
import type { Pool } from 'pg';
import { renderUnicodeCompact } from 'uqr';
import type { Logger } from 'pino';
import { lockDataDir, noteAddress } from './base/data-dir.ts';
import { listForsakenFolders } from '@minerx/embedded-postgres/location';
import { createPool } from './db/pool.ts';
import { listUnsafeSettings } from './db/safety.ts';
import { DEMO_VOUCHERS_FILE, demoState, seedDemo } from './demo/demo.ts';
import {
  LOCAL_NETWORKS,
  noteContracts,
  prepareLocalChain,
  restoreLocalChain,
  simulatedNetworks,
} from './demo/chain/demo-chain.ts';
import { beginsAt } from './demo/chain/lost-chain.ts';
import { hasDemoMembers } from './demo/demo-members.ts';
import { DEMO_OPERATORS, demoTotp, seedDemoOperators } from './demo/demo-operators.ts';
import { depositTestCoins } from './demo/chain/demo-deposit.ts';
import { demoDepositKeys } from './demo/chain/demo-deposit-keys.ts';
import { prepareLocalTron } from './demo/chain/demo-tron.ts';
import { keepWalletStocked, startDemoSigner, type DemoSigner } from './demo/chain/demo-signer.ts';
import { alignDevices, listSimulatedSerials, startSimulators } from './demo/simulators.ts';
import { ALL_ROLES, isStartedByNpm, loadEnv } from './env/env.ts';
import type { Env } from './env/env.ts';
import { countOperators } from './modules/operator/operator.store.ts';
import type { Clock } from './ports.ts';
import { createLogDestination } from './base/log-destination.ts';
import { createLog } from './base/log.ts';
import { run } from './main.ts';
import type { Running } from './main.ts';
import { prepareDatabase, requireNoDemo, requirePrepared, startDatabase } from './start/database.ts';
import { joinWorld, startMachines, startPrograms } from './start/cluster/cluster.ts';
import { holdDemo } from './db/database-mark.ts';
import { holdPort } from './start/port.ts';
import { createShutdown, stopOnSignals } from './start/shutdown.ts';
import type { Shutdown } from './start/shutdown.ts';
import { listOtherChains, listUnfitSources } from './start/sources.ts';
import { createOutside } from './outside/create.ts';
import { createSocketSigner } from './outside/signer/socket.ts';
import { createRandom } from './security/random.ts';
import { createVault } from './security/vault.ts';
import { seedReference } from './seed/reference.ts';
import { sealClearDecks } from './modules/blessing/draw/seal-decks.command.ts';
import { bindPasswords } from './start/bind-passwords.ts';
import { ensureWebBuild } from './start/web-build.ts';

/** `npm start`: everything that a run needs, in order, and everything stopped again in the reverse of it. `npm run cluster` is the same as several processes. */

const STOP_WITHOUT_DATABASE_MS = 15_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const start = async (given: Env, log: Logger, shutdown: Shutdown, isCluster: boolean): Promise<void> => {
  say(`${given.brand.name} is starting (${given.mode})`);
  // Processes that are told parts of the work share the files under DATA_DIR; a demo shares nothing, but with those of its cluster.
  if (given.demoWorld === null) {
    const lock = lockDataDir(given.dataDir, given.mode === 'production' && given.roles.size < ALL_ROLES.length);
    await shutdown.add('the lock of DATA_DIR', async () => lock.release());
  }
  const port = await holdPort(given);
  await shutdown.add('the port', port.release);
  const env = isCluster ? await startMachines({ env: given, say, shutdown }) : given;
  if (env.mode === 'production') await refuseUnfitSources(env);
  const [databaseUrl] = await Promise.all([
    startAndMigrate(env, shutdown),
    env.roles.has('api') ? ensureWebBuild(say) : 'no app',
  ]);
  const pool = createPool(databaseUrl, {
    max: 2,
    onError: (err) => log.warn({ err }, 'database connection lost'),
  });
  try {
    await requirePrepared(pool, env.mode);
    await refuseUnsafe(env, pool);
    // With the owner's address it was asked before anything was written.
    if (env.mode === 'production' && env.databaseOwnerUrl === null) await requireNoDemo(pool);
    if (env.mode === 'production') await refuseOtherChains(env, pool);
    const clock = clockOf(env);
    const complete = env.mode === 'demo' ? await findWorld({ env, pool, databaseUrl, log }, shutdown) : env;
    if (isCluster) {
      await startPrograms({ env: complete, say, shutdown }, port.release);
      await announce(complete, { url: complete.publicUrl, ...(await seedReference(pool, clock)) }, pool);
      return;
    }
    const server = await run(complete, { databaseUrl, log, clock, beforeListening: port.release });
    await shutdown.add('the server', server.stop);
    await announce(complete, server, pool);
  } finally {
    await pool.end();
  }
};

const clockOf = ({ clockOffsetMs }: Env): Clock => ({ now: () => Date.now() + clockOffsetMs });

const startAndMigrate = async (env: Env, shutdown: Shutdown): Promise<string> => {
  for (const { folder, dataDir } of process.getuid?.() === 0 ? listForsakenFolders() : [])
    say(`${folder} holds a database of ${dataDir}, which is gone; if you do not need it: rm -r ${folder}`);
  const database = await startDatabase(env, { say, onLost: (error) => endWithoutDatabase(error, shutdown) });
  await shutdown.add('the database', database.stop);
  if (env.mode === 'demo' && env.databaseUrl !== null && env.demoWorld === null)
    await shutdown.add('the hold of the demo', await holdDemo(database.ownerUrl ?? database.url));
  await prepareDatabase(database, env, say);
  if (database.ownerUrl !== null) await bringUpToDate(env, database.ownerUrl);
  return database.url;
};

/** Without its database nothing here is of use, and whoever watches over us can start us again. */
const endWithoutDatabase = (error: Error, shutdown: Shutdown): void => {
  say(`The database ended by itself and could not be started again: ${error.message}`);
  setTimeout(() => process.exit(1), STOP_WITHOUT_DATABASE_MS).unref();
  void shutdown.run().then(() => process.exit(1));
};

/** In production nothing is believed that a simulator says, or that comes from nowhere in the world. */
const refuseUnfitSources = async (env: Env): Promise<void> => {
  const problems = await listUnfitSources(env, { say });
  if (problems.length > 0) throw new Error(`The sources are not fit for production:\n${problems.join('\n')}`);
};

const refuseOtherChains = async (env: Env, pool: Pool): Promise<void> => {
  const { chains, tron } = createOutside(env, Date);
  const problems = await listOtherChains(pool, [...chains.values(), ...(tron === null ? [] : [tron])], say);
  if (problems.length > 0) throw new Error(`The books are of other chains:\n${problems.join('\n')}`);
};

/** What lay in the database before it was sealed to whose it is; and what a release brings that the app may not add where two operators agree to such things. */
const bringUpToDate = async (env: Env, ownerUrl: string): Promise<void> => {
  const owner = createPool(ownerUrl, { max: 1 });
  try {
    const sealed = await sealClearDecks(owner, createVault(env.pepper));
    if (sealed > 0) say(`${sealed} decks of Raya Blessings that lay in clear are sealed`);
    await bindPasswords(owner, env.pepper);
    if ((await countOperators(owner)).ever > 1) await seedReference(owner, clockOf(env));
  } finally {
    await owner.end();
  }
};

/** In production nothing runs on a database that may lose what it has confirmed. */
const refuseUnsafe = async (env: Env, pool: Pool): Promise<void> => {
  const problems = await listUnsafeSettings(pool);
  if (problems.length === 0) return;
  if (env.mode === 'production') throw new Error(`The database is not fit for production:\n${problems.join('\n')}`);
  for (const problem of problems) say(`warning: ${problem}`);
};

const findWorld = async (world: World, shutdown: Shutdown): Promise<Env> =>
  world.env.demoWorld === null ? startWorld(world, shutdown) : joinWorld(world.env, world.env.demoWorld);

type World = { env: Env; pool: Pool; databaseUrl: string; log: Logger };

/** The simulated outside world with the miners of the database at their addresses of today; at the first start, the demo. */
const startWorld = async ({ env, pool, databaseUrl, log }: World, shutdown: Shutdown): Promise<Env> => {
  const serials = await listSimulatedSerials(pool);
  const [evm, tron] = await Promise.all([beginsAt(pool, LOCAL_NETWORKS), beginsAt(pool, [NETWORK.TRC20])]);
  const world = await startSimulators({ env, serials, log: say, chainsBeginAt: { evm, tron } });
  await shutdown.add('the simulators', world.stop);
  const localChain = world.env.chains.find(({ simulated }) => simulated)?.urls[0];
  const deposits = env.depositKeys.evm === null ? demoDepositKeys(env.dataDir) : { keys: env.depositKeys, seed: null };
  const [{ keys: depositKeys }, , signer] = await Promise.all([
    deposits,
    world.addDevices(serials).then((devices) => alignDevices(pool, devices)),
    localChain === undefined ? null : prepareSigner(localChain, { env, pool, log }, shutdown, deposits),
    world.env.tron?.simulated === true ? prepareLocalTron(world.env.tron, restoring({ env, pool, log }), say) : null,
  ]);
  const isFirst = (await demoState(pool)) === 'missing';
  if (isFirst) {
    await seedDemo({ databaseUrl, world, log, say, now: Date.now() + env.clockOffsetMs });
  }
  await seedDemoOperators({ pool, env, clock: Date, random: createRandom(), vault: createVault(env.pepper) });
  await noteContracts(pool, simulatedNetworks(world.env));
  if (isFirst) await depositTestCoins({ ...world.env, depositKeys }, { pool, log });
  if (env.clockOffsetMs !== 0) await world.runFrom(Date.now() + env.clockOffsetMs);
  if (localChain === undefined || signer === null) return { ...world.env, depositKeys };
  const treasury = keepWalletStocked(localChain, signer.address, databaseUrl);
  await shutdown.add('the stock of the hot wallet', treasury.stop);
  // Items that were there are there again before they are looked for.
  if (signer.isRestored) await treasury.first;
  return { ...world.env, depositKeys, signerSocket: signer.socket };
};

/** The local chain with its contracts, and who signs for its hot wallet; null where the environment names a signer. */
const prepareSigner = async (
  url: string,
  world: Omit<World, 'databaseUrl'>,
  shutdown: Shutdown,
  deposits: { seed: string | null } | Promise<{ seed: string | null }>,
): Promise<(DemoSigner & { readonly isRestored: boolean }) | null> => {
  const { env } = world;
  const beginning = await prepareLocalChain(url, world.pool, say);
  const own =
    env.signerSocket === null ? await startDemoSigner(env.dataDir, beginning === 'first', (await deposits).seed) : null;
  if (own !== null) await shutdown.add('the signer', own.stop);
  const isRestored = beginning === 'lost';
  if (isRestored)
    await restoreLocalChain(url, createSocketSigner({ path: own?.socket ?? env.signerSocket! }), restoring(world));
  return own && { ...own, isRestored };
};

const restoring = ({ env, pool, log }: Omit<World, 'databaseUrl'>) => ({
  pool,
  log,
  random: createRandom(),
  clock: { now: () => Date.now() + env.clockOffsetMs },
});

const announce = async (env: Env, { url, rootReferralCode }: Omit<Running, 'stop'>, pool: Pool): Promise<void> => {
  const address = env.port === 0 ? url : env.publicUrl;
  if (env.demoWorld !== null) return say('ready');
  say('');
  if (env.roles.has('api')) {
    noteAddress(env.dataDir, address);
    say(`  member app   ${address}/`);
    say(`  API          ${address}/api/openapi.json`);
    say(`  first code   ${rootReferralCode}, for whoever signs up without an invitation`);
  }
  if (env.mode === 'demo' && (await hasDemoMembers(pool))) {
    say('  sign in      demo@minerx.test or us@minerx.test, password Demo#2026, PIN 246810');
    sayOperators(env, address);
    const chain = env.chains.find(({ simulated }) => simulated);
    if (chain !== undefined) say(`  local chain  ${chain.urls[0]}, simulated, chain id ${chain.chainId}`);
    say(`  vouchers     ${join(env.dataDir, DEMO_VOUCHERS_FILE)}`);
  }
  if (env.mode === 'demo') say(`  log, mails   ${env.dataDir}`);
  say('');
  say('ready; Ctrl-C stops everything');
};

const sayOperators = (env: Env, address: string): void => {
  const widest = Math.max(...DEMO_OPERATORS.map(({ email }) => email.length));
  say(`  console      ${address}/console/, password Demo#2026, and of each an authenticator by this secret:`);
  for (const { email } of DEMO_OPERATORS) say(`               ${email.padEnd(widest)}  ${demoTotp(env, email).secret}`);
  const [admin] = DEMO_OPERATORS;
  say(renderUnicodeCompact(demoTotp(env, admin.email).url, { border: 1 }).replaceAll(/^/gm, '               '));
};

/** The demo's terminal is for people; its log goes to a file. Of a cluster's processes what they say goes to one as well. */
const openLog = (env: Env): Logger => {
  if (env.mode === 'production' || env.demoWorld !== null) return createLog(env.logLevel);
  return createLog(env.logLevel, createLogDestination(join(env.dataDir, 'server.log')));
};

// Whoever read our lines may leave, or have no room for them; that is no reason to fall over.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
const env = loadEnv();
const shutdown = createShutdown(say);
stopOnSignals(shutdown, say, isStartedByNpm());
try {
  await start(env, openLog(env), shutdown, process.argv[2] === 'cluster');
} catch (error) {
  // Stopped while starting: what fails now fails because of that, and the stop ends the program.
  if (shutdown.begun()) await new Promise(() => undefined);
  say(`could not start: ${(error as Error).message}`);
  await shutdown.run();
  process.exit(1);
}
