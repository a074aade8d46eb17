import '../../scripts/pinned-node.ts';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react()],
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[hash]-[local]' } } },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox121'],
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': api } },
});
