import type { Plugin } from 'vite';
import { brand } from '../src/base/brand/brand.ts';

const FILE = 'manifest.webmanifest';

/** What a phone needs to keep the app on its home screen, in the brand's name. Colours are those of build/early.css. */
const manifest = JSON.stringify({
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: 'Subscribe to miners, follow live hashrate and see where every reward comes from.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0b1119',
  theme_color: '#0b1119',
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
});

/** Writes the manifest beside index.html, which links to it; the workshop's server answers with the same. */
export const webManifest = (): Plugin => ({
  name: 'minerx-manifest',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: manifest });
  },
  configureServer(server) {
    server.middlewares.use(`/${FILE}`, (_, response) => {
      response.setHeader('Content-Type', 'application/manifest+json');
      response.end(manifest);
    });
  },
});
