import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockKey } from './keystore.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const unit = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const said = (text: string, key: string): string | undefined => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1];

describe('the units of production', () => {
  const [socket, signer, server] = ['minerx-signer.socket', 'minerx-signer.service', 'minerx@.service'].map(unit) as [
    string,
    string,
    string,
  ];

  it('open the socket to the server’s user alone, and run the signer as another', () => {
    expect(said(socket, 'SocketUser')).toBe(said(server, 'User'));
    expect(said(socket, 'SocketMode')).toBe('0600');
    expect(said(signer, 'User')).not.toBe(said(server, 'User'));
    expect(said(signer, 'Requires')).toBe('minerx-signer.socket');
  });

  it('close the socket with a signer that is stopped: nobody’s question starts it again', () => {
    expect(said(socket, 'PartOf')).toBe('minerx-signer.service');
  });
});

/** Users need no name to be told apart. */
const [SIGNER, WORKER, STRANGER] = [61_001, 61_002, 61_003];
const asUser = (uid: number) => ({ uid, gid: uid });

/** As systemd does it: opens the socket, gives it to its user, and starts the signer as another with it as descriptor 3. It answers nobody itself: spawnSync keeps it still. */
const LAUNCHER = `
  const [path, worker, signer, program] = process.argv.slice(1);
  const server = require('node:net').createServer();
  process.umask(0o177);
  server.listen(path, () => {
    require('node:fs').chownSync(path, +worker, +worker);
    require('node:child_process').spawnSync('/bin/sh', ['-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$1" --parent', process.execPath, program],
      { uid: +signer, gid: +signer, stdio: ['inherit', 'inherit', 'inherit', server._handle.fd] });
    process.exit(0);
  });`;

// Only root may start programs as other users.
describe.skipIf(process.getuid?.() !== 0)('signer and worker as two users', () => {
  const folder = mkdtempSync(join(tmpdir(), 'minerx-signer-users-'));
  const path = join(folder, 'socket');
  let started: ChildProcess;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    const own = join(folder, 'own');
    mkdirSync(own, { mode: 0o700 });
    const file = (name: string, text: string): string => {
      writeFileSync(join(own, name), text, { mode: 0o600 });
      chownSync(join(own, name), SIGNER, SIGNER);
      return join(own, name);
    };
    const environment = {
      SIGNER_KEYSTORE: file('keystore', lockKey(Buffer.from('46'.repeat(32), 'hex'), 'a long passphrase', 1024)),
      SIGNER_PASSPHRASE_FILE: file('passphrase', 'a long passphrase'),
      SIGNER_POLICY: file('policy', '{"chains":[]}'),
      SIGNER_RECORD: join(own, 'record.sqlite'),
    };
    chownSync(own, SIGNER, SIGNER);
    const program = join(ROOT, 'apps/server/src/signer.ts');
    const words = ['-e', LAUNCHER, path, `${WORKER}`, `${SIGNER}`, program];
    started = spawn(process.execPath, words, { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(started.stdout!), 'line')) as [string];
    if (!line.includes('"ready":true')) throw new Error(`the signer does not start: ${line}`);
  });
  afterAll(async () => {
    started.stdin!.end();
    await once(started, 'exit');
    rmSync(folder, { recursive: true });
  });

  const askAs = (uid: number): string => {
    const socket = JSON.stringify(join(ROOT, 'apps/server/src/outside/signer/socket.ts'));
    const asking = `import(${socket}).then(({ createSocketSigner }) => createSocketSigner({ path: process.argv[1] }).describe())
      .then(({ address }) => address, (error) => error.message).then((said) => { console.log(said); process.exit(0); })`;
    return spawnSync(process.execPath, ['-e', asking, path], { ...asUser(uid), encoding: 'utf8' }).stdout.trim();
  };

  it('the worker’s user is answered, and nobody else', () => {
    expect(statSync(path)).toMatchObject({ uid: WORKER });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(askAs(WORKER)).toBe('0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f');
    expect(askAs(STRANGER)).toContain('EACCES');
    expect(askAs(SIGNER)).toContain('EACCES');
  });
});
