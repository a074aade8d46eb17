declare const self: ServiceWorkerGlobalScope;

interface Message {
  title: string;
  body: string;
  tag: string;
  path: string;
}

/** A page that is only beginning, or is none of the app's, does not answer. */
const ANSWER_MS = 1000;

const goes = (page: WindowClient, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: 'GO', path }, [port2]);
  });

/** An app that is open goes there by itself, so that nothing typed is lost to a reload; else one is opened. */
const lead = async (path: string): Promise<void> => {
  if (!path.startsWith('/profile/notification/')) return;
  const pages = await self.clients.matchAll({ type: 'window' });
  const open = pages.find(({ url }) => !/^\/console(?:\/|$)/.test(new URL(url).pathname));
  if (open && (await goes(open, path))) await open.focus();
  else await self.clients.openWindow(path);
};

/** Has messages of ours shown by the device, and leads to what they tell of when they are pressed. */
export const showMessages = (): void => {
  self.addEventListener('push', (event) => {
    if (!event.data) return;
    const { title, body, tag, path } = event.data.json() as Message;
    const look = { icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', renotify: true };
    event.waitUntil(self.registration.showNotification(title, { ...look, body, tag, data: { path } }));
  });

  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(lead(String((event.notification.data as { path?: string } | null)?.path)));
  });
};
