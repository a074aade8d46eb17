import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { earlyHtml } from './build/early-html.ts';
import { locales } from './build/locales.ts';
import { precompress } from './build/precompress.ts';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Without the React Compiler: oxc-transform-react 0.156 turns bigint literals into undefined (docs/decisions).
  plugins: [react(), locales(), earlyHtml(), precompress()],
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
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: the frame that every screen stands on is one, everything else follows its route.
          groups: [
            { name: 'core', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|store|react-store)|use-sync-external-store|@lingui)[\\/]/, priority: 20 },
            { name: 'schema', test: /node_modules[\\/]zod[\\/]/, priority: 20 },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/, priority: 20 },
            { name: 'form', test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/, priority: 20 },
            { name: 'chart', test: /node_modules[\\/]uplot[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/spot': { target: api, ws: true },
      '/ws-miner': { target: api, ws: true },
      '/ws-pool': { target: api, ws: true },
    },
  },
});
