// @long: the whole plan while each open service is broken; integration/provider-down has each service
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { type OpenServiceName, OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import { type AllOpenServices, startAllOpenServices } from "#tests/doubles/all-open-services.ts";
import { type AppPerson, signUp } from "#tests/helpers/app-client.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { DEVICES } from "./devices.ts";
import { MapScreen } from "./map-screen.ts";
import { fillNewExpense, chooseCurrency, expense } from "./money-screen.ts";
import { TripScreen } from "./trip-screen.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

/*
 * These tests create a trip while every open service is broken. No step may fail because of it, and the pages must say
 * what is missing.
 */

test.describe.configure({ timeout: 400_000 });

/** The time that a step may take in addition to the wait for an open service. */
const MARGIN_MS = 1000;

let world: AllOpenServices;
let app: App;
let context: BrowserContext;

test.beforeAll(async () => {
  world = await startAllOpenServices();
});
test.afterAll(() => world.stop());

// Each kind of failure gets a new service, because circuit breakers that are open after one kind would affect the next.
test.beforeEach(async ({ browser }) => {
  app = await startApp({ env: { OPEN_SERVICES: "on", OPEN_SERVICES_URL: world.url } });
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: app.url });
});
test.afterEach(async () => {
  await context.close();
  await app.stop();
  world.troubles.clear();
});

for (const [what, trouble, ...tag] of [
  ["answers with an error", "error", LONG_TAG],
  ["never answers", "slow"],
  ["hangs up", "gone", LONG_TAG],
] as const) {
  test(`a trip is planned and paid for while each open service ${what}`, { tag }, async () => {
    for (const name of Object.keys(OPEN_SERVICES)) world.troubles.set(name as OpenServiceName, trouble);
    const person = await signUp(app);
    const page = await context.newPage();
    await signIn(page, person);
    const tripId = await createTrip(page);
    await searchAndAdd(page);
    await addPlaced(person, tripId);
    await expect(leg(page)).toHaveAccessibleName(/about \d+ min/);
    await new MapScreen(page).settled();
    await picture(page, "plan");
    await payInDollars(page);
    await picture(page, "money");
    // After several failed calls the circuit breaker is open, and no request waits for the service.
    await seeRest(person, tripId);
  });
}

async function signIn(page: Page, { email, password }: AppPerson): Promise<void> {
  const headers = { origin: app.url };
  const signedIn = await page.request.post("/api/auth/sign-in/email", { data: { email, password }, headers });
  expect(signedIn.ok()).toBe(true);
}

/** Creates a trip whose destination is found in the embedded gazetteer. @returns the trip's id */
async function createTrip(page: Page): Promise<string> {
  await page.goto("/trips");
  await page.getByRole("button", { name: "New trip" }).click();
  await page.getByLabel("Where to").fill("Kyoto");
  await page
    .getByRole("option", { name: /^Kyoto/ })
    .first()
    .click();
  const first = addDays(new Date().toISOString().slice(0, 10), 3);
  await new TripScreen(page).fillDates(first, first);
  await page.getByRole("button", { name: "Create trip" }).click();
  await expect(page.getByRole("heading", { name: /Kyoto/, level: 1 })).toBeVisible();
  return /\/trips\/([\w-]+)/.exec(page.url())?.[1] ?? "";
}

/** Searches for a place that only the place search knows: the page says that it was not found and keeps the name. */
async function searchAndAdd(page: Page): Promise<void> {
  const day = new TripScreen(page).day(".*").first();
  await day.getByRole("button", { name: /^Add a stop to/ }).click();
  const field = day.getByRole("combobox", { name: "New stop" });
  await field.fill("Kiyomizu-dera temple");
  await expect(
    page.getByRole("status").filter({ hasText: "The map search doesn’t answer right now" }),
  ).toBeVisible();
  await picture(page, "search");
  await field.press("Enter");
  await field.press("Escape");
  await expect(new TripScreen(page).stop("Kiyomizu-dera temple")).toBeVisible();
}

async function addPlaced({ token }: AppPerson, tripId: string): Promise<void> {
  const caller = { token, baseUrl: app.url };
  const { data: trip } = await call(tripsApi.get, { params: { tripId } }, caller);
  for (const [name, lat, lng] of [
    ["Nijō Castle", 35.0142, 135.7481],
    ["Nishiki Market", 35.005, 135.7649],
  ] as const) {
    const body = { dayId: trip.days[0]?.id ?? null, name, place: { lat, lng } };
    await call(stopsApi.create, { params: { tripId }, body }, caller);
  }
}

async function payInDollars(page: Page): Promise<void> {
  await new TripScreen(page).show("Money");
  const sheet = await fillNewExpense(page, "20", "Taxi");
  await chooseCurrency(sheet.getByRole("button", { name: /^Currency/ }), "USD");
  await picture(page, "rate");
  await sheet.getByLabel("What for").press("Enter");
  await expect(sheet).toBeHidden();
  await expect(expense(page, "Taxi")).toBeVisible();
}

/** Searches for new places until an answer comes without a wait, which is after four failed calls. */
async function seeRest({ token }: AppPerson, tripId: string): Promise<void> {
  const { deadlineMs } = OPEN_SERVICES.placeSearch;
  for (let asked = 0; asked < 5; asked++) {
    const since = performance.now();
    const query = { q: `Somewhere ${asked}` };
    await call(placesApi.searchForTrip, { params: { tripId }, query }, { token, baseUrl: app.url });
    const took = performance.now() - since;
    expect(took).toBeLessThan(deadlineMs + MARGIN_MS);
    if (asked === 4) expect(took).toBeLessThan(MARGIN_MS);
  }
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}

function leg(page: Page): Locator {
  return page.getByRole("button", { name: / to Nishiki Market, / });
}
