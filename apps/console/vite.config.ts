import '../../scripts/pinned-node.ts';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { leanAliases, leanReact } from '../../packages/ui/build/lean-react-dom.ts';

/** What desks are made of: in one file, since each that is needed apart costs more than it saves. The entry needs none of it. */
const parts = {
  name: 'parts',
  test: /apps\/console\/src\/base\/(?!api|console|kinds|queries|titled|ui)|packages\/ui\/src\/(?:(?:dialog|form|list|text)\/|state\/(?:empty-state|skeleton)\.|button\/icon-button\.)|lucide-react\/.*\/(?:chevron-down|circle-exclamation-point|eye|x)\.|packages\/contract\/src\/wire\/(?:webauthn|passkeys-here)\./,
  minShareCount: 2,
};

/** Desks of one room are one file, with what they alone need: it is alike, and small files pack badly. `size-check` sees that no two files need each other. */
const ROOMS = {
  money: 'withdrawals? nft nft-withdrawals? deposits?',
  people: 'members? tickets? device-name',
  mining: 'mining devices? fleet settlement machine-standing',
  offers: 'offers catalogue voucher prices? prize',
  queues: 'queues waiting outbox fulfilment health books balance-sheet audit',
  news: 'news translations? text-values markdown escape-html switch',
  access: 'sign-in invitation passkeys? qr-code',
};
const rooms = Object.entries(ROOMS).map(([name, nouns]) => ({
  name,
  // What waits is asked for by the menu of every page.
  test: new RegExp(
    String.raw`(?:apps/console/src/(?:screens|features)|contract/src/operator(?!/waiting)|rules/src/(?:mining|text)|ui/src/(?:text|form))/(?:${nouns.replaceAll(' ', '|')})[/.]`,
  ),
}));

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), leanReact()],
  resolve: { alias: leanAliases },
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[hash]-[local]' } } },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox121'],
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [parts, ...rooms] } },
    },
  },
  server: { proxy: { '/api': api } },
});
