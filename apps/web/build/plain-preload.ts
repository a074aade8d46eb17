import type { Plugin } from 'vite';

/**
 * What Vite wraps every import of a screen in, without the list of further files that this build never gives it: a file that
 * cannot be had is told by `vite:preloadError`, as Vite tells it.
 */
export const plainPreload = (): Plugin => ({
  name: 'plain-preload',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export const __vitePreload = (load) => load().catch((payload) => {
          const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
          window.dispatchEvent(event);
          if (!event.defaultPrevented) throw payload;
        });`
      : undefined,
});
