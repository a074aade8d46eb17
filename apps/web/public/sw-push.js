// Part of the service worker (build/offline.ts): messages of ours, shown by the device, and where they lead.

/** An app that is open goes there by itself, so that nothing typed is lost to a reload; else one is opened. */
const lead = async (path) => {
  if (!path.startsWith('/profile/notification/')) return;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return void (await self.clients.openWindow(path));
  open.postMessage({ type: 'GO', path });
  await open.focus();
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
