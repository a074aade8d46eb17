import '../../../scripts/pinned-node.ts';
import { randomBytes } from 'node:crypto';
import { createOnce } from '@minerx/files/create-once';
import { readFileSync } from 'node:fs';
import { lockKey, unlockKey } from './signer/keystore.ts';
import { openRecord } from './signer/record.ts';
import { serveSigner } from './signer/server.ts';
import { readSignerSettings } from './signer/settings.ts';
import { createSigning } from './signer/signing.ts';
import { keyInMemory } from './signer/key.ts';
import { createWallet } from './signer/wallet.ts';

/**
 * `npm run signer`: holds the hot wallet's keys in a process of its own. It reads its own variables and nothing of the server's.
 * `npm run signer -- create-keystore <file>` makes a new key under the passphrase of SIGNER_PASSPHRASE_FILE; with `--seed <file>`
 * one of the 32 bytes whose hexadecimal digits that file holds.
 */

const QUICK_SCRYPT_N = 4096;

const say = (line: Record<string, unknown>): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** Its own variables, taken out of the environment: nothing that is started or printed later can carry them on. */
const takeVariables = (): Record<string, string | undefined> => {
  // oxlint-disable-next-line node/no-process-env -- this program's only reading of it
  const environment = process.env;
  const taken: Record<string, string | undefined> = {};
  for (const name of Object.keys(environment).filter((each) => /^(SIGNER|LISTEN)_/.test(each))) {
    taken[name] = environment[name];
    delete environment[name];
  }
  return taken;
};

/** The bytes of `--seed`, which somebody has made elsewhere; null: a new key is made here. */
const givenSeed = (): Buffer | null => {
  const place = process.argv.indexOf('--seed');
  if (place < 0) return null;
  const digits = readFileSync(process.argv[place + 1] ?? '', 'utf8').trim();
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw new Error('the file of --seed must hold 64 hexadecimal digits: 32 bytes.');
  return Buffer.from(digits, 'hex');
};

const createKeystore = (file: string, variables: Record<string, string | undefined>): void => {
  const { SIGNER_PASSPHRASE: passphrase, SIGNER_PASSPHRASE_FILE: from } = variables;
  const spoken = passphrase ?? (from === undefined ? '' : readFileSync(from, 'utf8').replace(/\r?\n$/, ''));
  if (spoken.length < 12)
    throw new Error('SIGNER_PASSPHRASE or SIGNER_PASSPHRASE_FILE must hold 12 characters or more.');
  // A demo's key protects nothing, and its start is not to wait for it.
  createOnce(
    file,
    lockKey(givenSeed() ?? randomBytes(32), spoken, process.argv.includes('--quick') ? QUICK_SCRYPT_N : undefined),
  );
  const key = unlockKey(readFileSync(file, 'utf8'), spoken);
  const { hot, xpub } = createWallet(keyInMemory(key), key);
  say({ keystore: file, address_as_hot_wallet: hot.address, xpub_as_deposit_seed: xpub });
};

const serve = async (variables: Record<string, string | undefined>): Promise<void> => {
  // What it writes is nobody else's.
  process.umask(0o077);
  const { at, record: file, policy, wallet } = readSignerSettings(variables);
  const record = openRecord(file);
  const state = {
    address: wallet.hot.address,
    chainIds: policy.chains.map(({ chainId }) => chainId),
    xpub: wallet.xpub,
  };
  const server = await serveSigner({
    at,
    sign: createSigning({ wallet, policy, record, now: Date.now }),
    state,
    log: (line) => say({ at: new Date().toISOString(), ...line }),
  });
  const stop = (): void => {
    server.close();
    record.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (process.argv.includes('--parent')) {
    process.stdin.resume();
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, stop);
  }
  say({ ready: true, port: 0, ...state });
};

try {
  const [command, file] = process.argv.slice(2);
  const variables = takeVariables();
  if (command === 'create-keystore' && file !== undefined) createKeystore(file, variables);
  else await serve(variables);
} catch (error) {
  process.stderr.write(`the signer does not start: ${(error as Error).message}\n`);
  process.exit(1);
}
