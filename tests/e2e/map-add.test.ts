// @long: every way to add a stop on the map; journey adds one
import { expect, type Page, type Request, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { MapScreen, middle } from "./map-screen.ts";
import { kansaiTrip, letIn } from "./map-trip.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ baseURL: appUrl() });
test.afterAll(closeDatabases);

/**
 * Returns a point of the map without a marker, after the map has stopped moving. The first marker is the southernmost,
 * so a point above it is used.
 */
async function emptySpot(map: MapScreen) {
  await map.settled();
  const { x, y } = await middle(map.marker("Kiyomizu-dera"));
  return { x: x + 10, y: y - 60 };
}

/** Waits until the map accepts presses; from then on it has the attribute `aria-keyshortcuts`. */
async function listens(map: MapScreen): Promise<void> {
  await expect(map.canvas).toHaveAttribute("aria-keyshortcuts", "Shift+F10", { timeout: 60_000 });
}

function dialog(page: Page) {
  return page.getByRole("dialog", { name: "Add a stop here" });
}

/** Returns the service's answer for a point in Kyoto, with the fields that the form reads. */
function nearKyoto(request: Request) {
  const [lat, lng] = (new URL(request.url()).searchParams.get("q") ?? "").split(",").map(Number);
  const known = { countryCode: "JP", region: "Kyoto", timezone: "Asia/Tokyo", source: "", attribution: "" };
  return { placeRef: "geo:point", name: `${lat}, ${lng}`, kind: "point", lat, lng, ...known };
}

async function stopNamed(person: Person, tripId: string, name: string) {
  const { data } = await call(tripsApi.get, { params: { tripId } }, as(person));
  return data.stops.find((stop) => stop.name === name);
}

test.describe("with mouse and keys", () => {
  test.use(DEVICES.desktop);

  test("a spot becomes a stop, by right click, long press and the keyboard", async ({ page }) => {
    const ann = await signInNewPerson(page.context(), "Ann Lee");
    const trip = await kansaiTrip(as(ann));
    await page.goto(`/trips/${trip.id}`);
    await page.route("**/places?q=34.9*", (route) => route.fulfill({ json: [nearKyoto(route.request())] }));
    const map = new MapScreen(page);
    await listens(map);
    const spot = await emptySpot(map);

    await test.step("a right click asks for a name; Escape and a press elsewhere write nothing", async () => {
      await page.mouse.click(spot.x, spot.y, { button: "right" });
      const name = dialog(page).getByLabel("Name");
      await expect(name).toBeFocused();
      await expect(dialog(page).getByText(/^34\.9\d+, 135\.7\d+$/)).toBeVisible();
      await expect(dialog(page).getByText(/near .*Kyoto/)).toBeVisible();
      await expect(dialog(page).getByLabel("Day")).toHaveValue(trip.days[0]?.id ?? "");
      await name.fill("Dropped");
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toBeHidden();
      await page.mouse.click(spot.x, spot.y, { button: "right" });
      await expect(name).toHaveValue("");
      await page.mouse.click(spot.x - 220, spot.y + 100);
      await expect(dialog(page)).toBeHidden();
      await expect(map.marker("Dropped")).toHaveCount(0);
    });

    // With the fake clock, the test can skip the duration of a press.
    await page.clock.install();

    await test.step("dragging and pressing a marker for long ask nothing", async () => {
      await page.mouse.move(spot.x, spot.y);
      await page.mouse.down();
      await page.mouse.move(spot.x + 30, spot.y + 5, { steps: 3 });
      await page.mouse.move(spot.x, spot.y, { steps: 3 });
      await held(page);
      await page.mouse.up();
      const marker = await middle(map.marker("Kiyomizu-dera"));
      await page.mouse.move(marker.x, marker.y);
      await page.mouse.down();
      await held(page);
      await expect(dialog(page)).toBeHidden();
      await page.mouse.move(marker.x + 40, marker.y - 100);
      await page.mouse.up();
    });

    await test.step("a long press adds, to the day that is picked, and one word takes it back", async () => {
      await page.mouse.move(spot.x, spot.y);
      await page.mouse.down();
      await expect(dialog(page)).toBeVisible();
      await page.mouse.up();
      await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
      await expect(dialog(page).getByText("Give it a name.")).toBeVisible();
      await dialog(page).getByLabel("Name").fill("Tea house");
      await dialog(page).getByLabel("Day").selectOption({ label: "Ideas" });
      await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
      await expect(map.marker("Tea house, idea")).toBeVisible();
      const at = await middle(map.marker("Tea house"));
      expect(Math.hypot(at.x - spot.x, at.y - spot.y)).toBeLessThan(3);
      await expect(page.getByRole("status").filter({ hasText: "Added Tea house to Ideas" })).toBeAttached();
      await expect.poll(async () => (await stopNamed(ann, trip.id, "Tea house"))?.dayId).toBeNull();
      await page.getByRole("button", { name: "Undo" }).first().click();
      await expect(map.marker("Tea house")).toHaveCount(0);
    });

    await test.step("the keyboard means the middle, which a crosshair shows", async () => {
      await map.canvas.focus();
      await page.keyboard.press("ArrowRight");
      await expect(map.root.locator("[data-crosshair]")).toBeVisible();
      await map.settled();
      const cross = await middle(map.root.locator("[data-crosshair]"));
      await page.keyboard.press("Shift+F10");
      await expect(dialog(page).getByLabel("Name")).toBeFocused();
      await page.keyboard.type("Viewpoint");
      await page.keyboard.press("Enter");
      await expect(map.marker("4 Viewpoint, Mon 5")).toBeVisible();
      const at = await middle(map.marker("Viewpoint"));
      expect(Math.hypot(at.x - cross.x, at.y - cross.y)).toBeLessThan(3);
      await expect(map.canvas).toBeFocused();
    });
  });

  test("a name that is refused waits at its spot to be changed", async ({ page }) => {
    const ann = await signInNewPerson(page.context(), "Ann Lee");
    const trip = await kansaiTrip(as(ann));
    await page.goto(`/trips/${trip.id}`);
    const map = new MapScreen(page);
    await listens(map);
    const spot = await emptySpot(map);
    const refusal = { code: "VALIDATION_FAILED", message: "Some fields need a change.", requestId: "r1" };
    const stops = `**/api/trips/${trip.id}/stops`;
    await page.route(stops, (route) => route.fulfill({ status: 422, json: refusal }));
    await page.mouse.click(spot.x, spot.y, { button: "right" });
    const name = dialog(page).getByLabel("Name");
    await name.fill("Tea hut");
    await page.keyboard.press("Enter");
    await expect(page.getByText("That did not work and was taken back.").first()).toBeVisible();
    await expect(name).toHaveValue("Tea hut");
    await expect(name).toBeFocused();
    await expect(map.marker("Tea hut")).toHaveCount(0);
    await page.unroute(stops);
    await name.fill("Tea room");
    await page.keyboard.press("Enter");
    await expect(map.marker("Tea room")).toBeVisible();
    const at = await middle(map.marker("Tea room"));
    expect(Math.hypot(at.x - spot.x, at.y - spot.y)).toBeLessThan(3);
    await expect.poll(() => stopNamed(ann, trip.id, "Tea room")).toBeDefined();
    expect(await stopNamed(ann, trip.id, "Tea hut")).toBeUndefined();
  });
});

/** Covers the lower part of the window, as a phone's keyboard does. The visible rest can begin further down. */
async function coverByKeyboard(page: Page, seen: { top: number; height: number }): Promise<void> {
  await page.evaluate(({ top, height }) => {
    const view = window.visualViewport;
    if (!view) throw new Error("no visual viewport");
    Object.defineProperty(view, "offsetTop", { configurable: true, value: top });
    Object.defineProperty(view, "height", { configurable: true, value: height });
    view.dispatchEvent(new Event("resize"));
  }, seen);
}

/** Advances the clock by more than a long press and the frame after it. */
function held(page: Page) {
  return page.clock.runFor(700);
}

test("the palette takes the form's place, which keeps what was typed", async ({ page }) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  await page.goto(`/trips/${trip.id}`);
  const map = new MapScreen(page);
  await listens(map);
  const spot = await emptySpot(map);
  await page.mouse.click(spot.x, spot.y, { button: "right" });
  await dialog(page).getByLabel("Name").fill("Half a na");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
  // A check by role would not work, because everything behind a modal dialog loses its role.
  await expect(page.locator(":popover-open")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeHidden();
  await expect(dialog(page)).toBeHidden();
  await page.mouse.click(spot.x, spot.y, { button: "right" });
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Half a na");
});

test.describe("with a finger", () => {
  test.use(DEVICES.phone);

  test("the form stays above the keyboard, and scrolls where that leaves little", async ({ page }) => {
    const ann = await signInNewPerson(page.context(), "Ann Lee");
    const trip = await kansaiTrip(as(ann));
    await page.goto(`/trips/${trip.id}?view=map`);
    const map = new MapScreen(page);
    await listens(map);
    const box = await map.root.boundingBox();
    // The context menu is opened low on the map, where the keyboard will be.
    const low = { x: 195, y: (box?.y ?? 0) + (box?.height ?? 0) * 0.6 };
    await page.mouse.click(low.x, low.y, { button: "right" });
    const add = dialog(page).getByRole("button", { name: "Add", exact: true });
    for (const seen of [
      { top: 0, height: 420 },
      { top: 60, height: 380 },
      { top: 40, height: 180 },
    ]) {
      await coverByKeyboard(page, seen);
      const form = await dialog(page).boundingBox();
      expect(form?.y).toBeGreaterThanOrEqual(seen.top);
      expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(seen.top + seen.height);
      for (const part of [dialog(page).getByLabel("Name"), add]) {
        await part.scrollIntoViewIfNeeded();
        const { y } = await middle(part);
        expect(y).toBeGreaterThan(seen.top);
        expect(y).toBeLessThan(seen.top + seen.height);
      }
    }
    await dialog(page).getByLabel("Name").fill("Tea house");
    await add.click();
    await expect(map.marker("Tea house")).toBeVisible();
  });

  test("a phone that takes the press for a tap leaves the form open", async ({ page }) => {
    const ann = await signInNewPerson(page.context(), "Ann Lee");
    const trip = await kansaiTrip(as(ann));
    await page.goto(`/trips/${trip.id}?view=map`);
    const map = new MapScreen(page);
    await listens(map);
    const { x, y } = await emptySpot(map);
    await page.mouse.click(x, y, { button: "right" });
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(dialog(page)).toBeHidden();
    // The clock advances for the page only; the browser itself does not detect a long press yet.
    await page.clock.install();
    const touch = await page.context().newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await held(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
    await page.clock.runFor(1000);
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
  });

  test("a press that stays adds a stop; a viewer suggests it", async ({ page, browser }) => {
    const ann = await signInNewPerson(page.context(), "Ann Lee");
    const trip = await kansaiTrip(as(ann));
    await addByFinger(page, trip.id, "Tea house");
    await expect.poll(async () => (await stopNamed(ann, trip.id, "Tea house"))?.dayId).toBe(trip.days[0]?.id);

    const context = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
    const vera = await signInNewPerson(context, "Vera Viewer");
    await letIn(trip, as(ann), as(vera), "viewer");
    const hers = await context.newPage();
    // The second spot is beside the first one, where the first touch has added a stop.
    await addByFinger(hers, trip.id, "Garden", 80);
    expect(await stopNamed(ann, trip.id, "Garden")).toBeUndefined();
    await context.close();
  });
});

async function addByFinger(page: Page, tripId: string, name: string, aside = 0): Promise<void> {
  await page.goto(`/trips/${tripId}`);
  await page.getByRole("navigation", { name: "Trip" }).getByText("Map").click();
  const map = new MapScreen(page);
  await listens(map);
  const spot = await emptySpot(map);
  const { x, y } = { x: spot.x - aside, y: spot.y + aside };
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await expect(dialog(page)).toBeVisible();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await dialog(page).getByLabel("Name").fill(name);
  for (const label of ["Add", "Cancel"]) {
    const box = await dialog(page).getByRole("button", { name: label, exact: true }).boundingBox();
    expect(box?.height, label).toBeGreaterThanOrEqual(44);
  }
  await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(map.marker(name)).toBeVisible();
}
