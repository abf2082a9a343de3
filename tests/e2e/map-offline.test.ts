import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { call } from "#lib/client/api.ts";
import { closeDatabases } from "#lib/server/database.ts";
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
import { as, enter } from "./entering.ts";
import { offlineLine, untilKept } from "./kept-here.ts";
import { MapScreen } from "./map-screen.ts";
import { TripScreen } from "./trip-screen.ts";

/* A trip's map and files without a network. */

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
  ann = await enter(context, "Ann Lee");
  page = await context.newPage();
});
test.afterEach(() => context.close());

interface Planned {
  tripId: string;
  stopId: string;
}

/** A trip that begins in so many days: a stop in Kyoto, and a train from there with its ticket. */
async function tripIn(days: number): Promise<Planned> {
  const startDate = addDays(new Date().toISOString().slice(0, 10), days);
  const body = { title: "Kyoto", timezone: "Asia/Tokyo", startDate, endDate: addDays(startDate, 1) };
  const { data: trip } = await call(tripsApi.create, { body }, as(ann));
  const params = { tripId: trip.id };
  const place = { lat: 35.0037, lng: 135.7751 };
  const stop = { dayId: trip.days[0]?.id ?? null, name: "Yasaka Shrine", place };
  const { data: made } = await call(stopsApi.create, { params, body: stop }, as(ann));
  const train = {
    kind: "train" as const,
    title: "Nozomi 24",
    start: { local: `${startDate}T12:33`, zone: "Asia/Tokyo" },
    from: { name: "Kyoto Station", lat: 34.9858, lng: 135.7588 },
  };
  const { data: booking } = await call(reservationsApi.create, { params, body: train }, as(ann));
  const query = { target: `reservation:${booking.id}`, name: "ticket.png" };
  const file = new Blob([await newPicture({ width: 320, height: 200, hue: 200 })], { type: "image/png" });
  await call(attachmentsApi.upload, { params, query, file }, as(ann));
  return { tripId: trip.id, stopId: made.id };
}

/** What of the device's store is there, in rows. */
function rowsHere(): Promise<Record<string, number>> {
  return page.evaluate(async () => {
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

/** The map as it is drawn at zoom 14, where the stop is in its middle. */
async function drawn(): Promise<Buffer> {
  const map = new MapScreen(page);
  await map.settled();
  await map.root.getByRole("button", { name: "Zoom out" }).click();
  await map.settled();
  await expect(map.root.getByRole("link", { name: TILES_CREDIT })).toBeVisible();
  return map.root.screenshot();
}

/** The share of pixels that are clearly another colour. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((each) => sharp(each).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) return 1;
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 24) count += 1;
  return count / a.length;
}

test("a trip that was kept has its streets and its ticket in airplane mode", async () => {
  const { tripId, stopId } = await tripIn(40);
  await page.goto(`/trips/${tripId}?stop=${stopId}`);
  const online = await drawn();
  tiles.asked.length = 0;
  tiles.atOnce = 0;

  const dialog = await openDialog();
  await expect(dialog.getByText("Not on this device")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Keep on this device" }).click();
  await expect(dialog.getByText(/^On this device · \d/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText(/^1 of 1 · \d/)).toBeVisible();
  const zooms = new Set(tiles.asked.map((path) => Number(path.split("/").at(-3))));
  expect([...zooms].toSorted((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect(new Set(tiles.asked).size).toBe(tiles.asked.length);
  expect(tiles.atOnce).toBeLessThanOrEqual(4);
  await dialog.getByRole("button", { name: "Close" }).click();
  await untilKept(page, tripId);

  await context.setOffline(true);
  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  expect(await difference(online, await drawn())).toBeLessThan(0.01);

  await new TripScreen(page).show("Bookings");
  await page.getByText("Nozomi 24").filter({ visible: true }).first().click();
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "ticket.png" }).click();
  const file = await opening;
  await expect.poll(() => file.evaluate(() => document.contentType)).toBe("image/png");
  expect(await file.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);

  await page.goto("/trips");
  await expect(page.getByText(/map and files \d/)).toBeVisible();
});

test("a trip of the next two weeks is kept by itself, with what is planned later, until its person signs out", async () => {
  const { tripId } = await tripIn(10);
  await page.goto(`/trips/${tripId}`);
  const whole = async () => (await rowsHere())["tiles"] ?? 0;
  await expect.poll(async () => (await rowsHere())["answers"] ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  const dialog = await openDialog();
  await expect(dialog.getByText(/^On this device · \d/)).toBeVisible({ timeout: 30_000 });
  const before = await whole();
  await dialog.getByRole("button", { name: "Close" }).click();

  const body = { dayId: null, name: "Sapporo", place: { lat: 43.0618, lng: 141.3545 } };
  await call(stopsApi.create, { params: { tripId }, body }, as(ann));
  await expect.poll(whole, { timeout: 30_000 }).toBeGreaterThan(before + 20);

  await page.goto("/trips");
  await page.getByRole("button", { name: "Account of Ann Lee" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await rowsHere()).toEqual({ answers: 0, owner: 1, sources: 0, tiles: 0, trips: 0 });
});

test("a full device says so, and loses neither the plan nor what is written", async () => {
  const { tripId } = await tripIn(40);
  await page.goto(`/trips/${tripId}`);
  await untilKept(page, tripId);
  const tools = await context.newCDPSession(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await tools.send("Storage.overrideQuotaForOrigin", { origin: app.url, quotaSize: usage + 8_000_000 });
  const dialog = await openDialog();
  await dialog.getByRole("button", { name: "Keep on this device" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "This device has no more room. All that is here stays.",
  );
  await dialog.getByRole("button", { name: "Close" }).click();

  await context.setOffline(true);
  await page.reload();
  const screen = new TripScreen(page);
  await expect(screen.stop("Yasaka Shrine")).toBeVisible();
  const day = screen.day(".*").first();
  await day.getByRole("button", { name: /^Add a stop to/ }).click();
  await day.getByRole("combobox", { name: "New stop" }).fill("Gion");
  await page.keyboard.press("Enter");
  await page.reload();
  await expect(screen.stop("Gion")).toBeVisible();
  await context.setOffline(false);

  await tools.send("Storage.overrideQuotaForOrigin", { origin: app.url });
  const again = await openDialog();
  await again.getByRole("button", { name: /^Keep/ }).click();
  await expect(again.getByText(/^On this device · \d/)).toBeVisible({ timeout: 30_000 });
});
