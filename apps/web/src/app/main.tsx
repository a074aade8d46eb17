import '@minerx/ui/tokens.css';
import '@minerx/ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activateLanguage, firstLanguage } from '../i18n/texts.ts';
import { router } from './router.tsx';

/** A file of an older build is gone: start again with the new one, but never in a circle. */
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('minerx:reloaded'));
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('minerx:reloaded', String(Date.now()));
  location.reload();
});

async function start(): Promise<void> {
  // Guards and the first screen's file load while the language does; both are needed before anything is drawn.
  const routed = router.load();
  await activateLanguage(firstLanguage()).catch(() => activateLanguage('en'));
  await routed.catch(() => undefined);
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();
