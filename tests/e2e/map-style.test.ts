// @long: styles that cannot be had; map-broken-services has services that never answer
import { expect, type Page, test } from "@playwright/test";
import { type MapStyleHost, startMapStyle, STYLE_CREDIT } from "#tests/doubles/map-style.ts";
import { type AppPerson, signUp } from "#tests/helpers/app-client.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { DEVICES } from "./devices.ts";
import { MapScreen } from "./map-screen.ts";
import { kansaiTrip } from "./map-trip.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

test.describe.configure({ timeout: 120_000 });
test.use(DEVICES.desktop);

let host: MapStyleHost;
let app: App;
let person: AppPerson;
let tripId: string;

test.beforeAll(async () => {
  test.setTimeout(400_000);
  host = await startMapStyle();
  app = await startApp({ env: { MAP_STYLE_URL: host.styleUrl, MAP_STYLE_HOSTS: host.tilesOrigin } });
  person = await signUp(app);
  const trip = await kansaiTrip({ token: person.token, baseUrl: app.url });
  tripId = trip.id;
});
test.afterAll(async () => {
  await Promise.all([app.stop(), host.stop()]);
});

test.beforeEach(() => {
  host.trouble = { style: null, tiles: null };
  host.strays = false;
  host.asked.tiles.length = 0;
  host.asked.stray.length = 0;
});

async function openTrip(page: Page): Promise<MapScreen> {
  const { email, password } = person;
  const headers = { origin: new URL(app.url).origin };
  const signIn = new URL("/api/auth/sign-in/email", app.url).href;
  expect((await page.request.post(signIn, { data: { email, password }, headers })).ok()).toBe(true);
  await page.goto(`${app.url}/trips/${tripId}`);
  return new MapScreen(page);
}

function credit(map: MapScreen, text: string) {
  return map.root.getByRole("link", { name: text });
}

test("an operator's style is drawn, with its tiles from a host of their own and its credit", async ({
  page,
}) => {
  const map = await openTrip(page);
  await map.settled();
  await expect(credit(map, STYLE_CREDIT)).toBeVisible();
  await expect(credit(map, "Natural Earth")).toHaveCount(0);
  await expect(map.root.locator("[data-grid]")).toHaveCount(0);
  await expect(map.marker("1 Kiyomizu-dera, Mon 5")).toBeVisible();
  expect(host.asked.tiles.length).toBeGreaterThan(0);
});

const TROUBLES = [
  ["is not there", { style: "missing" }, LONG_TAG],
  ["fails", { style: "error" }, LONG_TAG],
  ["is no JSON", { style: "garbage" }, LONG_TAG],
  ["never comes", { style: "slow" }, LONG_TAG],
  ["cannot be reached", { style: "gone" }],
  ["has no tiles", { tiles: "missing" }, LONG_TAG],
  ["has tiles that fail", { tiles: "error" }, LONG_TAG],
  ["has tiles that are no pictures", { tiles: "garbage" }],
  ["has tiles that never come", { tiles: "slow" }, LONG_TAG],
] as const;

for (const [what, trouble, ...tag] of TROUBLES) {
  test(`the embedded map stands in where the style ${what}`, { tag }, async ({ page }) => {
    host.trouble = { style: null, tiles: null, ...trouble };
    await standsIn(page);
  });
}

test("the embedded map stands in where the tiles come from a host that was not named", async ({ page }) => {
  host.strays = true;
  await standsIn(page);
  expect(host.asked.stray).toEqual([]);
});

async function standsIn(page: Page): Promise<void> {
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  const map = await openTrip(page);
  await expect(credit(map, "Natural Earth")).toBeVisible({ timeout: 40_000 });
  await map.settled();
  await expect(map.root.locator("[data-grid]")).toBeAttached();
  await expect(map.marker("1 Kiyomizu-dera, Mon 5")).toBeVisible();
  await expect(map.root.getByRole("status")).toHaveCount(0);
  expect(broken).toEqual([]);
}
