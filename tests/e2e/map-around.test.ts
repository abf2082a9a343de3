// @long: places around by category
import { expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { type PlaceFactsServer, startPlaceFactsServer } from "#tests/doubles/place-facts.ts";
import { startPoiTiles } from "#tests/doubles/poi-tiles.ts";
import type { LoopbackServer } from "#tests/doubles/loopback-server.ts";
import { type AppPerson, signUp } from "#tests/helpers/app-client.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { DEVICES } from "./devices.ts";
import { MapScreen, middle } from "./map-screen.ts";

/*
 * These tests cover what the map shows in addition to the plan, on a service whose streets and place facts come from
 * doubles.
 */

const MIDDLE = { lat: 43.74, lng: 7.425 };

let app: App;
let lore: PlaceFactsServer;
let tiles: LoopbackServer;
let person: AppPerson;

test.use({ ...DEVICES.desktop, reducedMotion: "reduce" });
test.describe.configure({ timeout: 120_000 });

test.beforeAll(async () => {
  lore = await startPlaceFactsServer();
  tiles = await startPoiTiles([
    { ...MIDDLE, properties: { name: "Gare Centrale", class: "railway", subclass: "station" } },
  ]);
  app = await startApp({ env: { PLACE_FACTS_URL: lore.url, MAP_TILES_URL: tiles.url } });
  person = await signUp(app);
});
test.afterAll(async () => {
  await app.stop();
  await Promise.all([tiles.stop(), lore.stop()]);
});

/** Creates a trip with two stops around the middle of the map. */
async function newTrip(): Promise<string> {
  const options = { token: person.token, baseUrl: app.url };
  const body = { title: "Monaco", startDate: "2027-04-05", endDate: "2027-04-06" };
  const { data: trip } = await call(tripsApi.create, { body }, options);
  for (const [name, aside] of [
    ["West", -0.004],
    ["East", 0.004],
  ] as const) {
    const place = { lat: MIDDLE.lat, lng: MIDDLE.lng + aside };
    const stop = { dayId: trip.days[0]?.id ?? null, name, place };
    await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, options);
  }
  return trip.id;
}

async function openMap(page: Page): Promise<{ map: MapScreen; tripId: string }> {
  const tripId = await newTrip();
  await page.goto(`${app.url}/sign-in?next=${encodeURIComponent(`/trips/${tripId}`)}`);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const map = new MapScreen(page);
  await expect(map.canvas).toHaveAttribute("aria-keyshortcuts", "Shift+F10", { timeout: 60_000 });
  await map.settled();
  return { map, tripId };
}

async function stopsOf(tripId: string) {
  const options = { token: person.token, baseUrl: app.url };
  return (await call(tripsApi.get, { params: { tripId } }, options)).data.stops;
}

test("what is around is found by category, read as a list, and added with its hours in sight", async ({
  page,
}) => {
  lore.placed.set("node/71", {
    lat: MIDDLE.lat + 0.001,
    lng: MIDDLE.lng,
    tags: { amenity: "restaurant", name: "Chez Lea", opening_hours: "24/7", website: "https://lea.example/" },
  });
  const { map, tripId } = await openMap(page);
  await map.root.getByRole("button", { name: "Around here" }).click();
  const eat = page.getByRole("button", { name: "Eat", exact: true });
  await eat.click();
  const mark = map.root.locator("[data-around]");
  await expect(mark).toHaveAccessibleName("Chez Lea");

  await test.step("by keys, from the list", async () => {
    await page.getByRole("button", { name: "1 place", exact: true }).press("Enter");
    await page.getByRole("list", { name: "Places found here" }).getByRole("button").press("Enter");
    const card = page.getByRole("dialog", { name: "Chez Lea" });
    await expect(card).toContainText("Open now · around the clock");
    await expect(card.getByRole("link", { name: "lea.example" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    await mark.click();
    await card.getByRole("button", { name: /^Add to Mon/ }).click();
    await expect(card).toBeHidden();
    await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible();
    await expect
      .poll(async () => (await stopsOf(tripId)).find(({ name }) => name === "Chez Lea"))
      .toMatchObject({ place: { placeRef: "osm:node/71" }, category: "food" });
  });

  await test.step("nothing is asked by moving about, and a service in trouble is told of", async () => {
    const questions = () => lore.asked.filter((kind) => kind === "around").length;
    const asked = questions();
    const again = page.getByRole("button", { name: "Search this area" });
    await map.canvas.focus();
    await expect(again).toBeHidden();
    await expect(async () => {
      await page.keyboard.press("ArrowUp");
      await expect(again).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(questions()).toBe(asked);
    lore.troubles.set("around", "error");
    await page.getByRole("button", { name: "Coffee", exact: true }).click();
    await expect(page.getByText("The map’s service is busy.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(eat).toBeHidden();
    await expect(mark).toHaveCount(0);
    await expect(map.root.getByRole("button", { name: "Around here" })).toBeFocused();
  });
});

/** Advances the clock by more than the wait for the second click of a double click. */
function waited(page: Page) {
  return page.clock.runFor(1000);
}

test("a click tells what is there, and adds there; what moves or zooms the map does not", async ({
  page,
}) => {
  const { map, tripId } = await openMap(page);
  await page.clock.install();
  const [west, east] = [await middle(map.marker("West")), await middle(map.marker("East"))];
  const station = { x: (west.x + east.x) / 2, y: (west.y + east.y) / 2 };
  const ground = { x: station.x, y: station.y + 160 };
  const card = page.locator("[data-place-card]");

  await page.mouse.move(station.x, station.y);
  await expect(map.root.locator(".maplibregl-canvas-container")).toHaveCSS("cursor", "pointer");
  await page.mouse.click(station.x, station.y);
  await expect(card.getByRole("heading", { name: "Gare Centrale" })).toBeVisible();
  await expect(card.getByText("Station", { exact: true })).toBeVisible();

  await test.step("a press on empty ground closes it, and the next one asks about that ground", async () => {
    await page.mouse.click(ground.x, ground.y);
    await waited(page);
    await expect(card).toBeHidden();
    await page.mouse.click(ground.x, ground.y);
    await expect(card).toBeVisible();
    await expect(card.getByRole("heading")).toHaveText(/^43\.73\d+, 7\.42\d+$/);
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
  });

  await test.step("dragging and a double click mean the map", async () => {
    await page.mouse.move(ground.x, ground.y);
    await page.mouse.down();
    await page.mouse.move(ground.x + 40, ground.y, { steps: 3 });
    await page.mouse.move(ground.x, ground.y, { steps: 3 });
    await page.mouse.up();
    await page.mouse.dblclick(ground.x, ground.y);
    await waited(page);
    await map.settled();
    await expect(card).toBeHidden();
  });

  await test.step("the form stands at the pin", async () => {
    await page.mouse.click(ground.x, ground.y);
    await card.getByRole("button", { name: "Add here" }).click();
    const form = page.getByRole("dialog", { name: "Add a stop here" });
    await form.getByLabel("Name").fill("Bench");
    const pin = await middle(map.root.locator("[data-pin]"));
    const box = await form.boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - pin.x)).toBeLessThan(40);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await stopsOf(tripId)).map(({ name }) => name)).toContain("Bench");
  });
});
