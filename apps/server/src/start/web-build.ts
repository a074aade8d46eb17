import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const APP = 'apps/web';
const CONSOLE = 'apps/console';
const SOURCES = ['packages/rules', 'packages/contract', 'packages/ui', 'packages/art', 'package-lock.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.data', 'test-results']);

type WebBuild = 'built' | 'fresh' | 'no app';

/**
 * Builds the member app and the console, each when its `dist` is missing or made from other sources than today's.
 * @throws Error with the builder's words when the build fails; an older `dist` then stays as it was.
 */
export const ensureWebBuild = async (say: (line: string) => void, root: string = ROOT): Promise<WebBuild> => {
  if (!existsSync(join(root, APP, 'vite.config.ts'))) {
    say('there is no web app to build (apps/web/vite.config.ts is missing); serving the API only');
    return 'no app';
  }
  const apps = [CONSOLE, APP].filter((app) => existsSync(join(root, app, 'vite.config.ts')));
  let outcome: WebBuild = 'fresh';
  for (const app of apps) if ((await ensureBuild(say, root, app)) === 'built') outcome = 'built';
  return outcome;
};

const ensureBuild = async (say: (line: string) => void, root: string, folder: string): Promise<'built' | 'fresh'> => {
  const app = join(root, folder);
  const wanted = fingerprint(root, folder);
  const dist = join(app, 'dist');
  const stamp = join(dist, '.fingerprint');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'fresh';

  say(`building ${folder}, a few seconds`);
  // Built aside and swapped in whole: an interrupted build never passes for a finished one.
  const draft = join(app, `.data/build-${process.pid}`);
  try {
    await viteBuild(app, draft);
    writeFileSync(join(draft, '.fingerprint'), wanted);
    rmSync(dist, { recursive: true, force: true });
    renameSync(draft, dist);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return 'built';
};

/** Hash of names and contents of everything the build reads. Times would change with every checkout. @internal */
export const fingerprint = (root: string, folder: string = APP): string => {
  const hash = createHash('sha256');
  for (const source of [folder, ...SOURCES]) addTo(hash, root, source);
  return hash.digest('hex');
};

const addTo = (hash: Hash, root: string, path: string): void => {
  const found = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isFile()) hash.update(`${path}\0${found.size}\0`).update(readFileSync(join(root, path)));
  if (!found?.isDirectory()) return;
  for (const name of readdirSync(join(root, path)).sort()) {
    if (!NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name)) addTo(hash, root, `${path}/${name}`);
  }
};

const viteBuild = async (app: string, outDir: string): Promise<void> => {
  let vite: string;
  try {
    vite = join(dirname(createRequire(join(app, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  } catch (cause) {
    throw new Error('The web app must be built, but its builder is not installed. Run npm ci without --omit.', {
      cause,
    });
  }
  const child = spawn(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve(1);
    });
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The web app could not be built:\n${said.slice(-4_000).trim()}`);
};
