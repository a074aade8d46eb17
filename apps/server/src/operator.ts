import '../../../scripts/pinned-node.ts';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { compose } from './composition/compose.ts';
import type { Context } from './context.ts';
import type { Clock } from './ports.ts';
import { findNotedAddress } from './base/data-dir.ts';
import { createPool } from './db/pool.ts';
import { notedLocalChain } from './demo/chain/demo-chain.ts';
import { notedLocalTron } from './demo/chain/demo-tron.ts';
import { listSimulatedSerials, startSimulators } from './demo/simulators.ts';
import { loadEnv, type Env } from './env/env.ts';
import { createLog } from './base/log.ts';
import { OPERATOR_COMMANDS } from './operator/catalogue.ts';
import { OperatorProblem } from './operator/command.ts';
import { helpText, readOperatorInput } from './operator/read-flags.ts';
import { mustShowFactor, requireAllowed, runAction } from './operator/run-action.ts';
import { changeShellKey } from './operator/shell/shell-keys.ts';
import { first, login, logout, requireShellOperator, sessionFile, stepUp } from './operator/shell/shell-session.ts';
import { createFiles, createOutside } from './outside/create.ts';
import type { Outside } from './outside/outside.ts';
import { Refusal } from './refusal.ts';
import { requirePrepared, startDatabase } from './start/database.ts';
import { createShutdown, type Shutdown } from './start/shutdown.ts';

/** `npm run operator -- <noun> <verb> [--flag value …]`: exit code 0 when done, 1 when refused, 2 when it failed. */
const main = async (words: string[]): Promise<number> => {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0] ?? '')) {
    say(helpText(OPERATOR_COMMANDS));
    return words.length === 0 ? 1 : 0;
  }
  // Read before anything is opened: a typing mistake should not start a database.
  const work = sessionWork(words) ?? actionWork(words);
  const shutdown = createShutdown(complain);
  try {
    await work.run(await openContext(loadEnv(), work, shutdown));
    return 0;
  } finally {
    await shutdown.run();
  }
};

interface Work {
  needsOutside: boolean;
  /** As the database's owner, where the environment names it: what two have to agree to, the app's role cannot write alone. */
  isOwners?: true;
  run(context: Context): Promise<void>;
}

/** What is done before, or instead of, an action: `first`, `login`, `logout`, `keys`. */
const sessionWork = ([word, ...flags]: readonly string[]): Work | null => {
  const of = (run: Work['run']): Work => ({ needsOutside: false, run });
  if (word === 'keys')
    return of(async (context) => {
      const operator = await requireShellOperator(context, sessionFile(context.env));
      await changeShellKey(context, operator, flags, say);
    });
  if (word === 'logout') return of((context) => logout(context, sessionFile(context.env)));
  if (word !== 'login' && word !== 'first') return null;
  const { email = '', name = '' } = readSessionFlags(flags);
  if (email === '') throw new OperatorProblem(`${word} needs --email <your email>`);
  if (word === 'login') return of((context) => login(context, email, sessionFile(context.env)));
  if (name === '') throw new OperatorProblem('first needs --name <full name>');
  return { ...of(async (context) => say(await first(context, email, name))), isOwners: true };
};

const readSessionFlags = (args: string[]): { email?: string | undefined; name?: string | undefined } => {
  try {
    return parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } }).values;
  } catch (error) {
    throw new OperatorProblem((error as Error).message);
  }
};

const actionWork = (words: readonly string[]): Work => {
  const { command, typed, key } = readOperatorInput(OPERATOR_COMMANDS, words);
  return {
    needsOutside: command.needsOutside ?? false,
    run: async (context) => {
      const file = sessionFile(context.env);
      const operator = await requireShellOperator(context, file);
      requireAllowed(operator, command);
      if (mustShowFactor(context, operator, command)) await stepUp(context, operator);
      const { outcome, lines, heard } = await runAction({ context, operator, command, typed, key, print: say });
      const unheard = lines.slice(heard);
      if (outcome === 'refused') throw new OperatorProblem(unheard.join('\n'));
      unheard.forEach(say);
    },
  };
};

/** On the database of a running instance, or on the embedded one started for as long as the command takes. */
const openContext = async (env: Env, { needsOutside, isOwners }: Work, shutdown: Shutdown): Promise<Context> => {
  const database = await startDatabase(env, { say: () => undefined }).catch((cause: unknown) => {
    throw new OperatorProblem((cause as Error).message, undefined, { cause });
  });
  await shutdown.add('the database', database.stop);
  const serials = await withPool(database.url, async (pool) => {
    await requirePrepared(pool, env.mode).catch(({ message }: Error) => {
      throw new OperatorProblem(message);
    });
    return listSimulatedSerials(pool);
  });
  const world = needsOutside && env.mode === 'demo' ? await startWorld(env, serials, shutdown) : env;
  // Links go to where the server is, which may have been started with another PORT than this shell knows.
  const complete = { ...world, publicUrl: findNotedAddress(env.dataDir) ?? env.publicUrl };
  const log = createLog(env.logLevel === 'info' ? 'warn' : env.logLevel);
  const clock = { now: () => Date.now() + env.clockOffsetMs };
  const outside = outsideWhenAsked(complete, clock);
  const { context, close } = await compose({ env: complete, log, databaseUrl: database.url, outside, clock });
  await shutdown.add('the connections', close);
  if (!isOwners || database.ownerUrl === null) return context;
  const pool = createPool(database.ownerUrl, { max: 1 });
  await shutdown.add("the owner's connection", () => pool.end());
  return { ...context, pool };
};

/** The simulated sources are the same wherever they run: functions of seed, serial and time. */
const startWorld = async (env: Env, serials: string[], shutdown: Shutdown): Promise<Env> => {
  // The chains are the server's own: a second one on its file would tell another story.
  const chains = env.chains.length > 0 ? env.chains : notedLocalChain(env.dataDir);
  const tron = env.tron ?? notedLocalTron(env.dataDir);
  const world = await startSimulators({ env: { ...env, chains, tron }, serials, log: complain, withChain: false });
  await shutdown.add('the simulators', world.stop);
  if (env.clockOffsetMs !== 0) await world.runFrom(Date.now() + env.clockOffsetMs);
  return world.env;
};

const withPool = async <T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> => {
  const pool = createPool(url, { max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};

/** Most commands ask nobody outside, so a source that is not configured matters only to those that do. */
const outsideWhenAsked = (env: Env, clock: Clock): Outside => {
  let made: Outside | undefined;
  const outside = (): Outside => (made ??= createOutside(env, clock));
  return {
    get pool() {
      return outside().pool;
    },
    get network() {
      return outside().network;
    },
    get market() {
      return outside().market;
    },
    get secondMarket() {
      return outside().secondMarket;
    },
    get push() {
      return outside().push;
    },
    get chains() {
      return outside().chains;
    },
    get tron() {
      return outside().tron;
    },
    faucets: new Map(),
    signer: null,
    files: createFiles(env),
    mailer: { kind: 'eml', send: (mail) => outside().mailer.send(mail), close: async () => made?.mailer.close() },
  };
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** A sentence for what the person at the shell can put right; anything else is a fault and shows where. */
const explain = (error: unknown): number => {
  if (error instanceof OperatorProblem) complain(error.message);
  else if (error instanceof Refusal) complain(`Refused: ${error.message} (${error.code})`);
  else complain(`It failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return error instanceof OperatorProblem || error instanceof Refusal ? 1 : 2;
};

// Whoever reads may stop reading (`… | head`): what was begun is finished all the same.
process.stdout.on('error', () => undefined);
// Whatever the simulators' sockets still wait for: what had to be done is done.
process.exit(await main(process.argv.slice(2)).catch(explain));
