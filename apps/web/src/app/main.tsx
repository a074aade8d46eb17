import '@minerx/ui/typeface.css';
import '@minerx/ui/tokens.css';
import '@minerx/ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { dropEarly } from '../base/api.ts';
import { createRoot } from './create-root.ts';
import { activateLanguage, firstLanguage } from '../i18n/texts.ts';
import { router } from './router.tsx';

/**
 * A file of an older build is gone: start again with the new one, but never in a circle. While the server cannot be reached
 * nothing is known to be gone, and a reload would lose the screen that is there.
 */
addEventListener('vite:preloadError', () => void startAgain());

async function startAgain(): Promise<void> {
  const last = Number(sessionStorage.getItem('minerx:reloaded'));
  if (Date.now() - last < 60_000) return;
  // With a question no cache knows the answer to: what comes is the server's.
  const answer = await fetch(`/?at=${Date.now()}`, { cache: 'no-store' }).catch(() => null);
  if (answer?.ok !== true) return;
  sessionStorage.setItem('minerx:reloaded', String(Date.now()));
  location.reload();
}

/** A picture that cannot be had leaves its place empty: a browser's torn one says nothing to anybody. */
const show = (visibility: 'hidden' | '') => (event: Event) => {
  if (event.target instanceof HTMLImageElement) event.target.style.visibility = visibility;
};
document.addEventListener('error', show('hidden'), true);
document.addEventListener('load', show(''), true);

/** Lets the browser answer touches and paint between two pieces of work. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  await breathe();
  // Guards and the first screen's file load while the language does; both are needed before anything is drawn.
  const routed = router.load();
  await activateLanguage(firstLanguage()).catch(() => activateLanguage('en'));
  await routed.catch(() => undefined);
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  // As a transition the first screen is drawn in short pieces; the shell stands until it is whole.
  startTransition(() => createRoot(place).render(app));
  void import('../base/language/own-words.ts').then((file) => file.refreshOwnWords()).catch(() => undefined);
}

void start();

/** After everything that the first screen needs. */
const SETTLED_MS = 3000;

setTimeout(dropEarly, SETTLED_MS);

/** Of a tab's later starts, whose files are here: who looks in several times for a moment must have the worker by then too. */
const AGAIN_MS = 500;
const SEEN = 'minerx:seen';

// A start from the home screen without a network needs it next time.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  setTimeout(
    () =>
      void import('./service-worker.ts')
        .then((file) => file.startServiceWorker((path) => router.history.push(path)))
        .catch(() => undefined),
    sessionStorage.getItem(SEEN) ? AGAIN_MS : SETTLED_MS,
  );
  sessionStorage.setItem(SEEN, '1');
}
