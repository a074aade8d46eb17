import '../../scripts/pinned-node.ts';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** What desks are made of: in one file, since each that is needed apart costs more than it saves. The entry needs none of it. */
const parts = {
  name: 'parts',
  test: /apps\/console\/src\/base\/(?!api|console|queries|titled|ui)|packages\/ui\/src\/(dialog|form|list|text)\//,
  minShareCount: 2,
};

/** Screens of one room are one file: what they say is alike, and small files pack badly. */
const rooms = { name: (id: string) => /apps\/console\/src\/screens\/(\w+)\//.exec(id)?.[1] ?? null };

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
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [parts, rooms] } } },
  },
  server: { proxy: { '/api': api } },
});
