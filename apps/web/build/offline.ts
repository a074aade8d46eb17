import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { bundled } from './bundled.ts';

/** Terms of sign-up, one file per language: fetched by who reads them. */
const termsFiles = LANGUAGE_CODES.map((code) => `assets/${code}-*.js`);

/** All screens in the languages' common part; texts and pictures come into their caches as they are used. */
const ownFiles = [
  'index.html',
  'assets/*.{js,css}',
  'assets/latin-*.woff2',
  'assets/miner-*.svg',
  'assets/empty-*.svg',
  'icon.svg',
  'manifest.webmanifest',
  'icons/icon-192.png',
];

/** What is kept from the start: names in `assets` change with what is in them, of the others a hash tells. */
const listOwnFiles = (outDir: string) =>
  globSync(ownFiles, { cwd: outDir, exclude: termsFiles })
    .sort()
    .map((url) => ({ url, revision: url.startsWith('assets/') ? null : hashOf(join(outDir, url)) }));

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('base64url');

/** Writes `sw.js`, which knows the files of the finished build (worker/worker.ts). The app registers it once its first screen stands. */
export const offline = (): Plugin => {
  let outDir = 'dist';
  let target: ResolvedConfig['build']['target'];
  return {
    name: 'minerx-offline',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
      target = config.build.target;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        writeFileSync(
          join(outDir, 'sw.js'),
          await bundled('worker/worker.ts', target, { OWN_FILES: listOwnFiles(outDir) }),
        );
      },
    },
  };
};
