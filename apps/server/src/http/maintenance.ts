import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { refuse } from '../refusal.ts';
import { askedPath } from './asked-path.ts';

const MAINTENANCE_KEY = 'maintenance';

const RELOAD_MS = 3000;
/** What still answers: the maintenance page needs its texts, operators keep working, and whoever signs out is signed out. */
const OPEN = /^\/api\/(?:system\/|operator\/|openapi\.json|member\/logout$)/;

interface MaintenanceMode {
  isOn(): boolean;
  /** One listener: the feeds, whose sockets end with the calls. */
  whenItBegins(listener: () => void): void;
}

/**
 * With maintenance on, every call answers 503 `err_maintenance`, except what is `OPEN`. The switch is the setting
 * `maintenance`; a copy of it is kept here and read anew when told, and every few seconds in case the telling was lost.
 */
export const installMaintenance = async (
  http: FastifyInstance,
  { bus }: Pick<Context, 'bus'>,
  isSetOn: () => Promise<boolean>,
): Promise<MaintenanceMode> => {
  let on = false;
  let onBegin = (): void => undefined;
  const load = async (): Promise<void> => {
    const before = on;
    on = await isSetOn();
    if (on && !before) onBegin();
  };
  const reload = (): void => void load().catch(() => undefined); // Without the database the last known state stands.

  const unsubscribe = bus.subscribe('settings_changed', ({ key }) => {
    if (key === MAINTENANCE_KEY) reload();
  });
  const timer = setInterval(reload, RELOAD_MS);
  timer.unref();
  http.addHook('onClose', async () => {
    clearInterval(timer);
    unsubscribe();
  });
  http.addHook('onRequest', async (request) => {
    const path = askedPath(request);
    if (on && path.startsWith('/api/') && !OPEN.test(path)) refuse('err_maintenance', { retryAfterS: 30 });
  });
  await load().catch(() => undefined);
  return { isOn: () => on, whenItBegins: (listener) => void (onBegin = listener) };
};
