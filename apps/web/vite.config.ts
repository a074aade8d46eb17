import '../../scripts/pinned-node.ts';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { leanAliases, leanReact } from '../../packages/ui/build/lean-react-dom.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { earlyHtml } from './build/early-html.ts';
import { locales } from './build/locales.ts';
import { webManifest } from './build/manifest.ts';
import { offline } from './build/offline.ts';
import { plainPreload } from './build/plain-preload.ts';
import { precompress } from './build/precompress.ts';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Without the React Compiler: oxc-transform-react 0.156 turns bigint literals into undefined (docs/decisions).
  plugins: [react(), leanReact(), plainPreload(), locales(), earlyHtml(), webManifest(), precompress(), offline()],
  resolve: { alias: leanAliases },
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      // Chrome 111, Safari 16.4, Firefox 121: the oldest with :has(), dialog and color-mix(). light-dark() is written out for them.
      targets: { chrome: 111 << 16, safari: (16 << 16) | (4 << 8), ios_saf: (16 << 16) | (4 << 8), firefox: 121 << 16 },
      cssModules: { pattern: '[hash]-[local]' },
    },
  },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox121'],
    cssMinify: 'lightningcss',
    // All styles weigh less than the round trips of many small files.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The early script of index.html knows what each screen needs (build/early.js): the entry carries no second list.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/spot': { target: api, ws: true },
      '/ws-miner': { target: api, ws: true },
      '/ws-pool': { target: api, ws: true },
      '/ws-support': { target: api, ws: true },
    },
  },
});
