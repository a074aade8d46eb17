import { VitePWA } from 'vite-plugin-pwa';
import type { PluginOption } from 'vite';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;

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

/**
 * A page of the app from the network; without one, or when it takes its time, the shell of the build that is here as a whole.
 * Runs in the service worker: it is written there as text, and may use nothing from around it.
 */
const pageOrShell = async ({ request }: { request: Request }): Promise<Response> => {
  const asked = fetch(request);
  const patience = new Promise<undefined>((resolve) => {
    setTimeout(resolve, 4000);
  });
  const answer = await Promise.race([asked, patience]).catch(() => undefined);
  return answer ?? (await caches.match('/index.html', { ignoreSearch: true })) ?? asked;
};

/**
 * The service worker: the app's own files, so that it opens without a network (docs/decisions/019). It never sees an answer
 * of the API into a cache, and shows messages (public/sw-push.js); what a member saw last is kept by `base/storage/kept-answers.ts`.
 */
export const offline = (): PluginOption =>
  VitePWA({
    filename: 'sw.js',
    // Registered by app/service-worker.ts once the first screen stands; the manifest is our own (build/manifest.ts).
    injectRegister: null,
    manifest: false,
    registerType: 'prompt',
    workbox: {
      cacheId: 'minerx',
      importScripts: ['/sw-push.js'],
      inlineWorkboxRuntime: true,
      sourcemap: false,
      clientsClaim: true,
      skipWaiting: false,
      globPatterns: ownFiles,
      globIgnores: termsFiles,
      dontCacheBustURLsMatching: /^assets\//,
      // A page comes from the network while there is one: index.html is what decides which build runs.
      directoryIndex: null,
      navigateFallback: null,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && !/^\/(?:api|console|metrics|healthz|readyz)(?:\/|$)/.test(url.pathname),
          handler: pageOrShell,
        },
        {
          urlPattern: ({ url, sameOrigin }) =>
            sameOrigin && /^\/assets\/(?:texts|spot|rare)-.*\.json$/.test(url.pathname),
          handler: 'CacheFirst',
          options: {
            cacheName: 'minerx-texts',
            expiration: { maxEntries: 12 },
            cacheableResponse: { statuses: [200] },
          },
        },
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: {
            cacheName: 'minerx-files',
            expiration: { maxEntries: 40, maxAgeSeconds: MONTH_S },
            cacheableResponse: { statuses: [200] },
          },
        },
        {
          // Pictures that everybody may see: banners, announcements, stills. Never those of a ticket, which need a token.
          urlPattern: ({ request, url, sameOrigin }) =>
            sameOrigin &&
            request.destination === 'image' &&
            !request.headers.has('Authorization') &&
            /^\/(?:icons|video|api\/(?:picture|nft\/picture))\//.test(url.pathname),
          handler: 'CacheFirst',
          options: {
            cacheName: 'minerx-pictures',
            expiration: { maxEntries: 120, maxAgeSeconds: MONTH_S },
            cacheableResponse: { statuses: [200] },
          },
        },
      ],
    },
  });
