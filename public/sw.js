// Shows push messages and leads to what they tell of. It keeps nothing and answers no request of a page.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title = "Wayfare", body = "", path = "/trips", tag, lang } = read(event.data);
  const look = { icon: "/icons/icon-192.png", lang };
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, ...look }));
});

self.addEventListener("notificationclick", (event) => {
  const { data, tag } = event.notification;
  event.notification.close();
  event.waitUntil(Promise.all([show(data.path), markRead(tag)]));
});

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** A window that is there already is brought to the front. */
async function show(path) {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => url === address.href);
  await (open ? open.focus() : self.clients.openWindow(address.href));
}

/** The tag is the notification's id. */
async function markRead(tag) {
  if (!tag) return;
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ids: [tag] });
  // Without a connection, or signed out, it stays unread.
  await fetch("/api/users/me/notifications/read", { method: "POST", headers, body }).catch(() => undefined);
}
