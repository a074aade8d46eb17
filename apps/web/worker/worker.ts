import { clientsClaim, setCacheNameDetails } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { showMessages } from './push.ts';

/**
 * The service worker: the app's own files, so that it opens without a network (docs/decisions/019). It never sees an answer
 * of the API into a cache, and shows messages; what a member saw last is kept by `base/storage/kept-answers.ts`.
 */
declare const self: ServiceWorkerGlobalScope;

/** The files of the build that this worker comes with (build/offline.ts). */
declare const OWN_FILES: PrecacheEntry[];

const MONTH_S = 30 * 86_400;
const PATIENCE_MS = 4000;

setCacheNameDetails({ prefix: 'minerx' });

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
clientsClaim();
showMessages();

// A page comes from the network while there is one: index.html is what decides which build runs.
precacheAndRoute(OWN_FILES, { directoryIndex: '' });
cleanupOutdatedCaches();

/** A page of the app from the network; without one, or when it takes its time, the shell of the build that is here as a whole. */
const pageOrShell = async (request: Request): Promise<Response> => {
  const asked = fetch(request);
  const patience = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  const answer = await Promise.race([asked, patience]).catch(() => undefined);
  return answer ?? (await matchPrecache('/index.html')) ?? asked;
};

registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' && !/^\/(?:api|console|metrics|healthz|readyz)(?:\/|$)/.test(url.pathname),
  ({ request }) => pageOrShell(request),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/(?:texts|spot|rare)-.*\.json$/.test(url.pathname),
  new CacheFirst({ cacheName: 'minerx-texts', plugins: [new ExpirationPlugin({ maxEntries: 12 })] }),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'minerx-files',
    plugins: [new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: MONTH_S })],
  }),
);

// Pictures that everybody may see: banners, announcements, stills. Never those of a ticket, which need a token.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.destination === 'image' &&
    !request.headers.has('Authorization') &&
    /^\/(?:icons|video|api\/(?:picture|nft\/picture))\//.test(url.pathname),
  new CacheFirst({
    cacheName: 'minerx-pictures',
    plugins: [new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: MONTH_S })],
  }),
);
