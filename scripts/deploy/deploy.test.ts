import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failureBody } from '../../apps/server/src/http/raw-answer.ts';
import { ROOT } from '../step.ts';

const folder = mkdtempSync(join(tmpdir(), 'minerx-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};
const isThere = (command: string, version: string): boolean => run(command, version).status === 0;

test('container and units start what npm starts', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<'start' | 'signer', string> };
  const startedBy = (unit: string) => /^ExecStart=\/opt\/minerx\/node_modules\/\.bin\/(.*)$/m.exec(text(unit))?.[1];
  expect(startedBy('deploy/minerx@.service')).toBe(scripts.start);
  expect(startedBy('deploy/minerx-signer.service')).toBe(scripts.signer);
  const [, command] = /^CMD (.*)$/m.exec(text('deploy/Containerfile'))!;
  expect((JSON.parse(command!) as string[]).join(' ')).toBe(scripts.start);
});

// systemd's own look at them, of Debian's package `systemd`.
test.skipIf(!isThere('systemd-analyze', '--version'))('systemd takes the units', () => {
  const verify = (change: (unit: string) => string) => {
    const units = ['minerx@.service', 'minerx-signer.service', 'minerx-signer.socket'].map((unit) => {
      const file = join(folder, unit.replace('@', '@api'));
      // It asks whether the program is there.
      writeFileSync(file, change(text(`deploy/${unit}`).replaceAll('/opt/minerx', ROOT)));
      return file;
    });
    return run('systemd-analyze', 'verify', '--man=no', ...units);
  };
  expect(verify((unit) => unit)).toEqual({ status: 0, said: '' });
  expect(verify((unit) => unit.replace('SocketMode=', 'SocketRights=')).said).toContain('SocketRights');
});

// Of Debian's packages `haproxy` and `openssl`.
const hasProxy = isThere('haproxy', '-v') && isThere('openssl', 'version');
test('haproxy says that nobody is ready in the words of the product', () => {
  const [, body] =
    /^ +http-error status 503 content-type "application\/json; charset=utf-8" string '(.*)' hdr Retry-After 5 /m.exec(
      text('deploy/haproxy.cfg'),
    )!;
  expect(JSON.parse(body!)).toEqual(failureBody('err_unavailable', ''));
});

test.skipIf(!hasProxy)('haproxy takes its example', () => {
  const certificates = join(folder, 'certs');
  mkdirSync(certificates);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=app.example.com'];
  expect(run('openssl', ...request, '-keyout', key, '-out', certificate).status).toBe(0);
  copyFileSync(certificate, join(certificates, 'app.pem'));
  copyFileSync(key, join(certificates, 'app.pem.key'));
  const check = (change: (config: string) => string) => {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, change(text('deploy/haproxy.cfg').replace('/etc/haproxy/certs', certificates)));
    return run('haproxy', '-c', '-f', file);
  };
  expect(check((config) => config)).toMatchObject({ status: 0 });
  expect(check((config) => config.replace('balance leastconn', 'balance leastcon')).status).toBe(1);
});
