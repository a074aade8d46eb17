import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../step.ts';

const script: string = './without-unread.js';
const { isUnread } = (await import(script)) as { isUnread: (path: string) => boolean };

const MODULES = join(ROOT, 'node_modules');
/** How a package is asked by Node, the builder and the compiler; others are for those who work on the package itself. */
const CONDITIONS = /^(?:\.|import$|require$|default$|node$|module$|browser$|types$)/;

/** Every path that a value of `exports`, or `bin`, leads to. */
const pathsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => (CONDITIONS.test(name) ? pathsIn(inner) : []));
};

/** Whether it goes, or a folder that it is in. */
const goes = (path: string): boolean =>
  path.split('/').some((_, index, parts) => isUnread(parts.slice(0, index + 1).join('/')));

type Manifest = Partial<Record<'main' | 'module' | 'types' | 'typings', string>> & { bin?: object; exports?: unknown };

const named = globSync(['*/package.json', '@*/*/package.json'], { cwd: MODULES })
  .filter((file) => !file.startsWith('@minerx/'))
  .flatMap((file) => {
    const { main, module, types, typings, bin, exports } = JSON.parse(
      readFileSync(join(MODULES, file), 'utf8'),
    ) as Manifest;
    const programs = Object.values(bin ?? {}) as string[];
    return [...[main, module, types, typings].flatMap(pathsIn), ...programs, ...pathsIn(exports)]
      .filter((path) => !path.includes('*'))
      .map((path) => posix.join(dirname(file), path));
  });

test('nothing goes that a package names as a way into it, but for icons by name', () => {
  expect(named.length).toBeGreaterThan(1_000);
  expect(named.filter(goes).filter((path) => !path.startsWith('lucide-react/dynamic'))).toEqual([]);
});

test('what is like it by name stays', () => {
  const kept = [
    '@playwright/test',
    'fastify/LICENSE.md',
    'zod/src/index.d.ts',
    '@hey-api/openapi-ts/dist/clients/a.ts',
  ];
  expect(kept.filter(goes)).toEqual([]);
  const gone = ['pino/test', '@fastify/static/test', 'a/node_modules/b/tests', 'zod/README.md', 'zod/src/v4/index.ts'];
  expect(gone.filter((path) => !goes(path))).toEqual([]);
});
