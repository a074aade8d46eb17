import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { createLogDestination, isLostOutput, lostLogLines } from './log-destination.ts';
import { createLog } from './log.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'minerx-log-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('a log without room', () => {
  it('loses its lines, counts them, and throws nothing', () => {
    const before = lostLogLines();
    const log = createLog('info', createLogDestination('/dev/full'));
    for (const line of ['one', 'two', 'three']) log.error({ err: new Error('x') }, line);
    expect(lostLogLines() - before).toBe(3);
  });

  it('writes again as soon as there is room', () => {
    const file = join(directory, 'again.log');
    symlinkSync('/nowhere/at/all', file);
    const log = createLog('info', createLogDestination(file));
    const before = lostLogLines();
    log.info('lost');
    expect(lostLogLines() - before).toBe(1);
    unlinkSync(file);
    log.info('written');
    expect(readFileSync(file, 'utf8')).toMatch(/^{.*"msg":"written"}\n$/);
  });

  it('is for its owner only, also where a file of an older start was not; devices stay as they are', () => {
    const [fresh, old] = [join(directory, 'fresh.log'), join(directory, 'old.log')];
    writeFileSync(old, '', { mode: 0o644 });
    const device = statSync('/dev/null').mode;
    for (const file of [fresh, old, '/dev/null']) createLog('info', createLogDestination(file)).info('who signed in');
    expect([fresh, old].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync('/dev/null').mode).toBe(device);
  });

  it('survives what cannot be made into a line', () => {
    const before = lostLogLines();
    const strange = Object.defineProperty(new Error('x'), 'message', {
      get: () => {
        throw new Error('no words');
      },
    });
    createLog('info', createLogDestination('/dev/null')).error({ err: strange }, 'strange');
    expect(lostLogLines() - before).toBe(1);
  });

  it('ends no process: standard output full, or closed by its reader', async () => {
    const program = `
      import { stopOnSignals, createShutdown } from '${import.meta.dirname}/../start/shutdown.ts';
      import { createLog } from '${import.meta.dirname}/log.ts';
      const say = (line) => process.stdout.write(line + '\\n');
      for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
      stopOnSignals(createShutdown(say), say, false);
      process.stdin.once('data', () => {
        const log = createLog('info');
        for (let n = 0; n < 50; n += 1) { log.info('line'); say('words'); }
        void Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }));
        setTimeout(() => process.exit(42), 50);
      });
      process.send('up');
    `;
    for (const into of ['/dev/full', 'a pipe nobody reads']) {
      const child = spawn(
        'sh',
        [
          '-c',
          `exec "$0" --input-type=module -e "$1" ${into.startsWith('/') ? `> ${into} 2>&1` : ''}`,
          process.execPath,
          program,
        ],
        { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] },
      );
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      await new Promise((resolve) => child.once('message', resolve));
      child.stdout!.destroy();
      child.stderr!.destroy();
      child.stdin!.write('go\n');
      expect([into, await ended]).toEqual([into, 42]);
    }
  });

  it('keeps errors that are about more than words', () => {
    expect(isLostOutput(Object.assign(new Error('x'), { code: 'EPIPE', syscall: 'write' }))).toBe(true);
    expect(isLostOutput(Object.assign(new Error('x'), { code: 'EACCES', syscall: 'open' }))).toBe(false);
    expect(isLostOutput(new TypeError('a mistake of ours'))).toBe(false);
  });
});

describe('a failing call under a full log', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ log: createLog('info', createLogDestination('/dev/full')) });
    await app.context.pool.query('SELECT 1');
  });
  afterAll(() => app.close());

  it('is answered in our own shape, without a word about why', async () => {
    const codes = {
      EIO: 'err_unavailable',
      ENOSPC: 'err_unavailable',
      '53100': 'err_unavailable',
      '42P01': 'err_internal',
    };
    for (const [code, expected] of Object.entries(codes)) {
      const error = Object.assign(new Error('no space left on device, write'), { code });
      app.context.requestPool.connect = ((tell?: (error: Error) => void) =>
        tell ? tell(error) : Promise.reject(error)) as never;
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/member/refresh',
        payload: { refreshToken: 'x'.repeat(43) },
      });
      expect([code, answer.json()]).toEqual([
        code,
        { err_code: expected, err_msg: expect.any(String), request_id: expect.any(String) },
      ]);
      expect(answer.statusCode).toBe(expected === 'err_internal' ? 500 : 503);
      if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('5');
    }
  });
});
