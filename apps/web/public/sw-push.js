// Part of the service worker (build/offline.ts): messages of ours, shown by the device, and where they lead.

/** A page that is only beginning, or is none of the app's, does not answer. */
const ANSWER_MS = 1000;

const goes = (page, path) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: 'GO', path }, [port2]);
  });

/** An app that is open goes there by itself, so that nothing typed is lost to a reload; else one is opened. */
const lead = async (path) => {
  if (!path.startsWith('/profile/notification/')) return;
  const pages = await self.clients.matchAll({ type: 'window' });
  const open = pages.find(({ url }) => !/^\/console(?:\/|$)/.test(new URL(url).pathname));
  if (open && (await goes(open, path))) await open.focus();
  else await self.clients.openWindow(path);
};

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, tag, path } = event.data.json();
  const look = { icon: '/icons/icon-192.png', badge: '/icons/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, { ...look, body, tag, renotify: true, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(String(event.notification.data?.path)));
});
