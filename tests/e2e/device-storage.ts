import { expect, type Locator, type Page } from "@playwright/test";

/** What the browser has stored, as the browser itself reports it. */
interface KeptHere {
  owner: string | null;
  trips: Array<{ id: string; seq: number; threads: number }>;
  listed: number;
  /** Whether the cache contains the whole page that opens without a network. */
  hasShell: boolean;
  caches: string[];
}

export function readDevice(page: Page): Promise<KeptHere> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const hasShell = (await caches.match("/offline", { ignoreSearch: true, ignoreVary: true })) !== undefined;
    const nothing = { owner: null, trips: [], listed: 0, hasShell, caches: names };
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "wayfare-device")) return nothing;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("wayfare-device");
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(new Error("The store does not open.")));
    });
    if (!database.objectStoreNames.contains("trips")) return nothing;
    const all = (store: string) =>
      new Promise<Array<Record<string, never>>>((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.addEventListener("success", () => resolve(reading.result));
      });
    const [[owner], trips, [list]] = [await all("owner"), await all("trips"), await all("lists")];
    database.close();
    return {
      ...nothing,
      owner: owner?.["userId"] ?? null,
      trips: trips.map(({ id = "", trip, threads }) => ({
        id,
        seq: trip?.["seq"] ?? 0,
        threads: threads?.["length"] ?? 0,
      })),
      listed: list === undefined ? 0 : Object.keys(list).length,
    };
  });
}

/** Waits until the device has stored the trip and everything that is needed to open it. */
export async function untilStored(page: Page, tripId: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { trips, hasShell } = await readDevice(page);
        return hasShell && trips.some(({ id }) => id === tripId);
      },
      { timeout: 40_000 },
    )
    .toBe(true);
}

/** Returns all texts in the caches of the service worker. */
export function cachedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push((await (await cache.match(request))?.text()) ?? "");
    }
    return texts.join("\n");
  });
}

/** Sets a mark that is lost when the page is reloaded. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

export function hasMark(page: Page): Promise<boolean> {
  return page.evaluate(() => "isSamePage" in window);
}

/** Returns the note in the header of a trip that is shown from its offline copy. */
export function offlineLine(page: Page): Locator {
  return page
    .getByText(/^Offline, as of \d\d:\d\d$/)
    .filter({ visible: true })
    .first();
}
