// Shows push messages and leads to what they tell of; and opens pages where no network answers. Of pages it keeps one,
// which holds nothing of anybody (`/offline`), with the code that a trip's page may ever load. Trips are kept by the
// page itself, in IndexedDB (lib/client/offline/device-store.ts), with their files and the ways of their days
// (lib/client/storage/offline-store.ts), which this answers with. Nothing else that the API answers is kept.

/** Each build's shell and code have a cache of their own; a page holds a lock of that name while it needs its code. */
const CACHES = "wayfare-build-";
const SHELL = "/offline";
/** Of the code in `/_next/static`: names say what is in it. Map libraries ship their developers' files along. */
const ASSETS = /static\/((?:chunks|media)\/[\w.~-]+\.(?!map\b)\w+)/g;
/** What the API answers of a trip that pages keep. */
const KEPT_ANSWERS = /^\/api\/trips\/[\w-]+\/(?:attachments\/[\w-]+\/file|days\/[\w-]+\/legs)$/;
const LATE_MS = 4000;
const PATIENCE_MS = 60_000;

self.addEventListener("install", () => self.skipWaiting());
// The first page too, which came without a worker, opens its parts without a network.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/api/")) {
    if (KEPT_ANSWERS.test(pathname)) event.respondWith(keptLast(request));
  } else if (pathname.startsWith("/_next/static/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (isSoftNavigation(request)) event.respondWith(softNavigation(request, pathname));
});

self.addEventListener("message", (event) => {
  const { data } = event;
  if (data?.type === "keep") event.waitUntil(keepInTurn(data));
  if (data?.type === "wait") patientUntil = Date.now() + PATIENCE_MS;
});

/** Until when whoever asked for a page anew wants the service's own, however long it takes. */
let patientUntil = 0;
/** What was late as a part of another page, and is asked for as a page of its own right after. */
let late = { path: "", at: 0 };

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The service's answer. Without one, or without one soon for what is kept here, the shell, which knows what is kept. */
async function page(request, path) {
  const wasLate = late.path === path && Date.now() - late.at < 2000;
  late = { path: "", at: 0 };
  const answer = fetch(request);
  const first = await Promise.race([answered(answer), wasLate ? null : lateFor(path)]);
  return first ?? (await keptShell()) ?? answer;
}

/** What the router asks for when one follows a link: fails soon where it would hang, and the router loads the page. */
async function softNavigation(request, path) {
  const answer = fetch(request);
  if ((await Promise.race([answered(answer), lateFor(path)])) || !(await keptShell())) return answer;
  late = { path, at: Date.now() };
  return Response.error();
}

function isSoftNavigation({ headers }) {
  return headers.has("rsc") && !headers.has("next-router-prefetch");
}

/** null: the service cannot be reached, or is not there behind its proxy. */
async function answered(answer) {
  try {
    const response = await answer;
    return [502, 503, 504].includes(response.status) ? null : response;
  } catch {
    return null;
  }
}

/** null after a while, if the path's trip is kept here. What is not kept is waited for. */
async function lateFor(path) {
  const isPatient = Date.now() < patientUntil;
  await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  if (isPatient || !(await isKept(path))) await new Promise(() => {});
  return null;
}

/** The service's answer; without one, or without one soon, what a page has kept of it for its person. */
async function keptLast(request) {
  const answer = fetch(request);
  const first = await Promise.race([answered(answer), new Promise((late) => setTimeout(late, LATE_MS, null))]);
  if (first) {
    if ([403, 404].includes(first.status)) await dropAnswer(new URL(request.url).pathname);
    return first;
  }
  return (await keptAnswer(new URL(request.url))) ?? answer;
}

async function keptAnswer({ pathname, searchParams }) {
  const kept = await withStore("answers", "readonly", (store) => store.get(pathname));
  const owner = await withStore("owner", "readonly", (store) => store.get("owner"));
  // A page says whose it is; the device may be somebody else's by now.
  if (!kept || owner?.userId !== kept.userId) return null;
  const page = searchParams.get("pageUser");
  return page === null || page === kept.userId ? new Response(kept.body, { headers: kept.headers }) : null;
}

async function dropAnswer(path) {
  await withStore("answers", "readwrite", (store) => store.delete(path));
}

/** What one request to the pages' own store comes to; null where there is none, and none is made. */
function withStore(name, mode, ask) {
  return new Promise((resolve) => {
    const opening = indexedDB.open("wayfare-offline");
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const asking = ask(database.transaction(name, mode).objectStore(name));
        asking.onsuccess = () => resolve(asking.result ?? null);
        asking.onerror = () => resolve(null);
      } catch {
        resolve(null);
      }
      database.close();
    };
  });
}

async function keptShell() {
  return caches.match(SHELL, { ignoreSearch: true, ignoreVary: true });
}

/** Asks the pages' own store; never makes one. */
function isKept(path) {
  const id = /^\/trips\/([\w-]+)$/.exec(path)?.[1];
  if (!id && path !== "/trips") return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open("wayfare-device");
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      if (database.objectStoreNames.contains("trips")) {
        const trips = database.transaction("trips").objectStore("trips");
        const counting = id ? trips.count(id.toLowerCase()) : trips.count();
        counting.onsuccess = () => resolve(counting.result > 0);
        counting.onerror = () => resolve(false);
      } else resolve(false);
      database.close();
    };
  });
}

let keeping = Promise.resolve();

/** One after the other: several tabs ask for the same. */
function keepInTurn(wish) {
  keeping = keeping.then(() => keep(wish)).catch(() => undefined);
  return keeping;
}

/**
 * Keeps a build's shell and code. `look` is what the shell depends on besides: language, units, zone. `ahead` also
 * fetches what this browser has not loaded yet. Without all of it nothing becomes the shell; the next page asks again.
 */
async function keep({ build, look, ahead }) {
  const name = CACHES + build;
  const address = `${SHELL}?${new URLSearchParams({ build, look, ahead })}`;
  if (await caches.match(address, { ignoreVary: true })) return;
  const shell = await fetch(address);
  if (!shell.ok || shell.redirected) return;
  const cache = await caches.open(name);
  await keepCode(cache, await shell.clone().text(), ahead);
  await forgetFormer(name);
  await cache.put(address, shell);
}

/** Code names the code that it loads later, so what the shell names leads to all there is. */
async function keepCode(cache, html, ahead) {
  const first = new Set(namesIn(html));
  const names = new Set(first);
  // The set grows while this goes through it.
  for (const name of names) {
    const response = await codeOf(name, ahead || first.has(name));
    if (!response) continue;
    if (/\.(js|mjs|css)$/.test(name)) for (const next of namesIn(await response.clone().text())) names.add(next);
    await cache.put(name, response);
  }
}

function namesIn(text) {
  const found = Array.from(text.matchAll(ASSETS), ([, name]) => name);
  return found.filter((name) => !name.includes("-dev.")).map((name) => `/_next/static/${name}`);
}

/** What another build kept is the same. null: this browser has not loaded it, and shall not for this. */
async function codeOf(name, fetches) {
  const kept = await caches.match(name, { ignoreVary: true });
  if (kept) return kept;
  if (fetches) {
    const response = await fetch(name, { priority: "low" });
    if (!response.ok) throw new Error(`${name} is not there.`);
    return response;
  }
  const loaded = await fetch(name, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
  return loaded?.ok ? loaded : null;
}

/** Only the newest build has a shell; code of others stays for the pages that run it. */
async function forgetFormer(newest) {
  // Where there are no locks, only the newest build's code stays.
  const { held = [], pending = [] } = (await self.navigator.locks?.query()) ?? {};
  const needed = new Set([...held, ...pending].map(({ name }) => name));
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES)) continue;
    if (name !== newest && !needed.has(name)) await caches.delete(name);
    else await (await caches.open(name)).delete(SHELL, { ignoreSearch: true });
  }
}

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
