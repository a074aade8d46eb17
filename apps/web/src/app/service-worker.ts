import files from 'virtual:locale-files';
import rare from 'virtual:rare-files';
import spot from 'virtual:spot-files';
import { texts } from '../i18n/texts.ts';
import { toast } from '../base/alerts.ts';

/** As in worker/worker.ts. */
const TEXTS_CACHE = 'minerx-texts';
const CHECK_MS = 3_600_000;

/**
 * Registers the service worker (worker/worker.ts). A newer one waits until the member says so or the app is opened anew: the
 * files of the running screen stay where they are, and no form is lost to a reload. `go` leads to a path of the app.
 */
export async function startServiceWorker(go: (path: string) => void): Promise<void> {
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<{ type?: string; path?: string } | null>) => {
      // Of a message that was pressed (worker/push.ts), which opens another page where none answers.
      if (data?.type !== 'GO' || !data.path?.startsWith('/profile/notification/')) return;
      ports[0]?.postMessage(null);
      go(data.path);
    },
  );
  // Without them the app's files show nothing: a page that is left before the worker is there has kept them already.
  keepTexts().catch(() => undefined);
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  // Where it is not allowed, browsers and tools answer with nothing.
  if (!(registration as ServiceWorkerRegistration | undefined)) return;
  // This page has just come from the network, with the new build's files: the one that waits may begin.
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
    });
  });
  setInterval(() => {
    if (!document.hidden && navigator.onLine) registration.update().catch(() => undefined);
  }, CHECK_MS);
}

function offer(coming: ServiceWorker): void {
  const { t } = texts();
  toast(t('common.update.ready'), {
    label: t('common.update.now'),
    onPress: () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      coming.postMessage({ type: 'SKIP_WAITING' });
    },
  });
}

/**
 * The texts of this start were fetched before there was a service worker to keep them; those of screens that were never opened
 * not at all, and without a network such a screen would wait for its words.
 */
async function keepTexts(): Promise<void> {
  const cache = await caches.open(TEXTS_CACHE);
  for (const { [texts().language]: address } of [files, spot, rare])
    if (!(await cache.match(address))) await cache.add(address);
}
