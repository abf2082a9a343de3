// @long: the device's position on the map
import { type BrowserContext, expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { MapScreen, middle } from "./map-screen.ts";
import { kansaiTrip } from "./map-trip.ts";

const GION = { latitude: 35.0037, longitude: 135.7751, accuracy: 80 };
const TOFUKUJI = { latitude: 34.9761, longitude: 135.7738, accuracy: 20 };

let context: BrowserContext;
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
});
test.afterEach(() => context.close());
test.afterAll(closeDatabases);

async function openMap() {
  const ann = await signInNewPerson(context, "Ann Lee");
  const trip = await kansaiTrip(as(ann));
  const page = await context.newPage();
  await page.goto(`/trips/${trip.id}`);
  const map = new MapScreen(page);
  await map.settled();
  const button = map.root.getByRole("button", { name: "My position" });
  return { page, map, button, mark: map.root.getByRole("img", { name: "My position" }) };
}

test("the reader's position is asked for when it is pressed, followed until the map is dragged, and gone back to", async () => {
  await context.setGeolocation(GION);
  const { page, map, button, mark } = await openMap();
  await expect(mark).toHaveCount(0);
  await context.grantPermissions(["geolocation"]);
  await button.click();
  await expect(mark).toBeAttached();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await map.settled();
  const centre = await middle(map.canvas);
  const at = () =>
    mark.evaluate((element) => ({
      x: element.getBoundingClientRect().x,
      y: element.getBoundingClientRect().y,
    }));
  const off = async () => Math.hypot((await at()).x - centre.x, (await at()).y - centre.y);
  expect(await off()).toBeLessThan(3);
  // The circle's radius is 80 m at this zoom and latitude.
  const across = await mark
    .locator("span")
    .first()
    .evaluate((element) => element.clientWidth);
  await context.setGeolocation(TOFUKUJI);
  await expect
    .poll(() =>
      mark
        .locator("span")
        .first()
        .evaluate((element) => element.clientWidth),
    )
    .toBeLessThan(across / 2);
  await map.settled();
  expect(await off()).toBeLessThan(3);

  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down();
  await page.mouse.move(centre.x + 200, centre.y + 90, { steps: 4 });
  await page.mouse.up();
  await map.settled();
  expect(await off()).toBeGreaterThan(100);
  await context.setGeolocation(GION);
  await expect
    .poll(() =>
      mark
        .locator("span")
        .first()
        .evaluate((element) => element.clientWidth),
    )
    .toBeGreaterThan(across / 2);
  expect(await off()).toBeGreaterThan(100);
  await button.click();
  await expect.poll(off).toBeLessThan(3);
  await button.click();
  await expect(mark).toHaveCount(0);
  await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("who does not allow it is told what to do", async () => {
  const { page, button, mark } = await openMap();
  await button.click();
  await expect(page.getByText("This browser does not tell where you are.")).toBeVisible();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await expect(mark).toHaveCount(0);
});
