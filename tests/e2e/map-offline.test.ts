// @long: the map of a trip in airplane mode; offline-reading has the plan
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import { type StreetTilesHost, startStreetTiles, TILES_CREDIT } from "#tests/doubles/street-tiles.ts";
import type { Person } from "#tests/factories/people.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import { DEVICES } from "./devices.ts";
import { as, signInNewPerson } from "./entering.ts";
import { untilStored } from "./device-storage.ts";
import { MapScreen } from "./map-screen.ts";
import { TripScreen } from "./trip-screen.ts";

/* These tests cover a trip's map and attachments without a network. */

test.describe.configure({ timeout: 120_000 });

let tiles: StreetTilesHost;
let app: App;
let context: BrowserContext;
let page: Page;
let ann: Person;

test.beforeAll(async () => {
  test.setTimeout(400_000);
  tiles = await startStreetTiles();
  app = await startApp({ env: { MAP_TILES_URL: tiles.url } });
  Object.assign(process.env, { APP_URL: app.url, APP_LOG: app.logFile });
});
test.afterAll(async () => {
  await closeDatabases();
  await Promise.all([app.stop(), tiles.stop()]);
});

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: app.url, reducedMotion: "reduce" });
  ann = await signInNewPerson(context, "Ann Lee");
  page = await context.newPage();
});
test.afterEach(() => context.close());

interface Planned {
  tripId: string;
  stopId: string;
}

const KYOTO = { lat: 35.0037, lng: 135.7751 };
const LISBON = { lat: 38.7139, lng: -9.1335 };

/** Creates a trip that begins in this many days, with a stop at the place and a train reservation with its ticket. */
async function tripIn(days: number, place: typeof KYOTO): Promise<Planned> {
  const startDate = addDays(new Date().toISOString().slice(0, 10), days);
  const body = { title: "Spring", timezone: "Asia/Tokyo", startDate, endDate: addDays(startDate, 1) };
  const { data: trip } = await call(tripsApi.create, { body }, as(ann));
  const params = { tripId: trip.id };
  const stop = { dayId: trip.days[0]?.id ?? null, name: "Old town", place };
  const { data: made } = await call(stopsApi.create, { params, body: stop }, as(ann));
  const train = {
    kind: "train" as const,
    title: "Nozomi 24",
    start: { local: `${startDate}T12:33`, zone: "Asia/Tokyo" },
    from: { name: "Station", lat: place.lat - 0.018, lng: place.lng - 0.016 },
  };
  const { data: booking } = await call(reservationsApi.create, { params, body: train }, as(ann));
  const query = { target: `reservation:${booking.id}`, name: "ticket.png" };
  const file = new Blob([await newPicture({ width: 320, height: 200, hue: 200 })], { type: "image/png" });
  await call(attachmentsApi.upload, { params, query, file }, as(ann));
  return { tripId: trip.id, stopId: made.id };
}

/** Returns the number of rows in each table of the device's database. */
function rowsHere(): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "wayfare-offline")) return {};
    const opening = indexedDB.open("wayfare-offline");
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const counts = [...database.objectStoreNames].map(async (name) => {
      const counting = database.transaction(name).objectStore(name).count();
      const count = await new Promise<number>((resolve) => {
        counting.addEventListener("success", () => resolve(counting.result));
      });
      return [name, count] as const;
    });
    const all = await Promise.all(counts);
    database.close();
    return Object.fromEntries(all);
  });
}

async function openDialog(): Promise<Locator> {
  await page.getByRole("button", { name: "Trip menu" }).click();
  await page.getByRole("menuitem", { name: "Keep offline…" }).click();
  return page.getByRole("dialog", { name: "Keep offline" });
}

/** Returns a picture of the map at zoom 14 with the stop in its middle. */
async function drawn(): Promise<Buffer> {
  const map = new MapScreen(page);
  await map.settled();
  await map.root.getByRole("button", { name: "Zoom out" }).click();
  await map.settled();
  await expect(map.root.getByRole("link", { name: TILES_CREDIT })).toBeVisible();
  return map.root.screenshot();
}

/** Returns the share of pixels whose colour differs clearly. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((each) => sharp(each).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) return 1;
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 24) count += 1;
  return count / a.length;
}

function shown(text: RegExp): Locator {
  return page.getByText(text).filter({ visible: true }).first();
}

async function untilWhole(): Promise<void> {
  const dialog = await openDialog();
  await expect(dialog.getByText(/^On this device · \d/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText(/^1 of 1 · \d/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
}

const tilesHere = async () => (await rowsHere())["tiles"] ?? 0;

test("maps and tickets in airplane mode: of a trip that is near by itself, of others as far as there is room", async () => {
  const near = await tripIn(10, KYOTO);
  const later = await tripIn(40, LISBON);
  // Chromium determines the storage quota before a site's first write, and then not again for half a minute.
  await page.goto("/api/ping");
  const tools = await context.newCDPSession(page);
  await tools.send("Storage.overrideQuotaForOrigin", { origin: app.url, quotaSize: 18_000_000 });

  await page.goto(`/trips/${near.tripId}?stop=${near.stopId}`);
  const online = await drawn();
  await test.step("a trip of the next two weeks is kept by itself, and so is what is planned later", async () => {
    await untilWhole();
    const zooms = new Set(tiles.asked.map((path) => Number(path.split("/").at(-3))));
    for (const zoom of [6, 7, 8, 9, 10, 11, 12, 13, 14]) expect(zooms).toContain(zoom);
    const before = await tilesHere();
    const body = { dayId: null, name: "Sapporo", place: { lat: 43.0618, lng: 141.3545 } };
    await call(stopsApi.create, { params: { tripId: near.tripId }, body }, as(ann));
    await expect.poll(tilesHere, { timeout: 30_000 }).toBeGreaterThan(before + 20);
    await untilStored(page, near.tripId);
  });

  await test.step("without a network its streets are drawn as before, and its ticket opens", async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(shown(/^(Reconnecting|Offline, as of)/)).toBeVisible();
    expect(await difference(online, await drawn())).toBeLessThan(0.01);
    await openTicket();
    await page.goto("/trips");
    await expect(page.getByText(/map and files \d/)).toBeVisible();
    await context.setOffline(false);
  });

  await test.step("another one is kept by the button until the device is full, which costs nothing else", async () => {
    const before = await tilesHere();
    tiles.padding = 400_000;
    await keepUntilFull(later);
    expect(await tilesHere()).toBeGreaterThanOrEqual(before);
    await context.setOffline(true);
    await page.reload();
    await addStop("Gion");
    await page.reload();
    await expect(new TripScreen(page).stop("Gion")).toBeVisible();
    await context.setOffline(false);
    await expect(shown(/^Saved$/)).toBeVisible();
  });

  await test.step("signing out leaves nothing of it", async () => {
    await page.goto("/trips");
    await page.getByRole("button", { name: "Account of Ann Lee" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await rowsHere()).toEqual({ answers: 0, owner: 1, sources: 0, tiles: 0, trips: 0 });
  });
});

/** Opens the ticket in a new tab, where the service's own answer is shown. */
async function openTicket(): Promise<void> {
  await new TripScreen(page).show("Bookings");
  await page.getByText("Nozomi 24").filter({ visible: true }).first().click();
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "ticket.png" }).click();
  const file = await opening;
  await expect.poll(() => file.evaluate(() => document.contentType)).toBe("image/png");
  expect(await file.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
}

async function keepUntilFull({ tripId }: Planned): Promise<void> {
  await page.goto(`/trips/${tripId}`);
  await untilStored(page, tripId);
  const dialog = await openDialog();
  await expect(dialog.getByText("Not on this device")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Keep on this device" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "This device has no more room. All that is here stays.",
  );
  await expect(dialog.getByText(/^1 of 1 · \d/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
}

async function addStop(name: string): Promise<void> {
  const day = new TripScreen(page).day(".*").first();
  await day.getByRole("button", { name: /^Add a stop to/ }).click();
  await day.getByRole("combobox", { name: "New stop" }).fill(name);
  await page.keyboard.press("Enter");
  await expect(shown(/1 change waits/)).toBeVisible();
}
