import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ensureWebBuild, fingerprint } from './web-build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'minerx-web-'));
  for (const folder of ['apps/web/src', 'apps/web/dist', 'packages/rules/src'])
    mkdirSync(join(root, folder), { recursive: true });
  write('apps/web/src/main.tsx', 'one');
  write('packages/rules/src/money.ts', 'one');
  return () => rmSync(root, { recursive: true });
});
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

describe('the web build', () => {
  it('is out of date as soon as any source differs, and only then', () => {
    const before = fingerprint(root);
    write('apps/web/dist/index.html', 'x');
    write('apps/web/src/main.test.tsx', 'x');
    expect(fingerprint(root)).toBe(before);
    write('packages/rules/src/money.ts', 'two');
    expect(fingerprint(root)).not.toBe(before);
    write('packages/rules/src/money.ts', 'one');
    expect(fingerprint(root)).toBe(before);
    write('apps/web/src/new.tsx', '');
    expect(fingerprint(root)).not.toBe(before);
  });

  it('is left alone while it is fresh', async () => {
    write('apps/web/vite.config.ts', '');
    write('apps/web/dist/.fingerprint', fingerprint(root));
    expect(await ensureWebBuild(() => undefined, root)).toBe('fresh');
  });

  it('says so when there is no app', async () => {
    const said: string[] = [];
    expect(await ensureWebBuild((line) => said.push(line), root)).toBe('no app');
    expect(said.join()).toContain('vite.config.ts is missing');
  });
});
