// @long: routes on the screen; integration/routed-legs has the answers
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { type RoutingServer, startRoutingServer } from "#tests/doubles/routing.ts";
import { startTimetables, type TimetableServer } from "#tests/doubles/timetables.ts";
import { type AppPerson, signUp } from "#tests/helpers/app-client.ts";
import { type App, startApp } from "#tests/helpers/app.ts";

/* These tests cover routes of a routing server and of a timetable, on a service that has doubles of both. */

let app: App;
let routing: RoutingServer;
let timetables: TimetableServer;
let person: AppPerson;

test.beforeAll(async () => {
  [routing, timetables] = await Promise.all([startRoutingServer(), startTimetables()]);
  app = await startApp({ env: { ROUTING_URL: `${routing.url}/{profile}`, TRANSIT_URL: timetables.url } });
  person = await signUp(app);
});
test.afterAll(async () => {
  await app.stop();
  await routing.stop();
  await timetables.stop();
});

const PLACES = [
  { name: "Castle", place: { lat: 38.7139, lng: -9.1334 } },
  { name: "Belém tower", place: { lat: 38.6916, lng: -9.216 } },
  { name: "Cathedral", place: { lat: 38.71, lng: -9.1325 } },
  { name: "Jerónimos", place: { lat: 38.6979, lng: -9.2061 } },
];

async function newTrip(): Promise<string> {
  const options = { token: person.token, baseUrl: app.url };
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate: "2027-04-07" };
  const { data: trip } = await call(tripsApi.create, { body }, options);
  for (const place of PLACES) {
    const stop = { dayId: trip.days[0]?.id ?? null, ...place };
    await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, options);
  }
  return trip.id;
}

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`${app.url}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

function way(page: Page, to: string) {
  return page.getByRole("button", { name: new RegExp(` to ${to}, `) });
}

test("take the place of estimates where they stand, follow what is chosen, and order a day by their times", async ({
  page,
}) => {
  const tripId = await newTrip();
  await signIn(page, `/trips/${tripId}`);
  const toTower = way(page, "Belém tower");
  // The drive is 7.6 km in a straight line, plus a fifth for the streets, at 36 km/h.
  await expect(toTower).toHaveAccessibleName("Drive from Castle to Belém tower, 15 min, 9.1 km");
  const { height } = (await toTower.boundingBox()) ?? {};
  await toTower.click();
  await expect(page.getByRole("menu")).toContainText("© OpenStreetMap contributors");
  await page.getByRole("menuitemradio", { name: /^Cycle/ }).click();
  await expect(toTower).toHaveAccessibleName(/^Cycle from Castle to Belém tower, 38 min/);
  expect((await toTower.boundingBox())?.height).toBe(height);
  const asked = routing.requests.length;
  await page.getByRole("region", { name: /^Mon 5 Apr/ }).hover();
  await page.getByRole("button", { name: /^Find a faster order/ }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/^Saves \d+ min on the way/);
  expect(routing.requests.slice(asked).every((url) => url.includes("/table/v1/"))).toBe(true);
});

test("that the router was late with are asked for again when the connection comes back", async ({ page }) => {
  const tripId = await newTrip();
  let asked = 0;
  await page.route("**/legs", async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    return route.fulfill({ json: { legs: [], attribution: null, isPending: true } });
  });
  await signIn(page, `/trips/${tripId}`);
  await expect.poll(() => asked).toBe(1);
  await expect(way(page, "Belém tower")).toHaveAccessibleName(/^Ride from Castle to Belém tower, about/);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(way(page, "Belém tower")).toHaveAccessibleName(/^Drive from Castle to Belém tower, 15 min/);
  expect(asked).toBe(2);
});

test("by public transport are departures around the plan's times, to be read part by part", async ({
  page,
}) => {
  const options = { token: person.token, baseUrl: app.url };
  const body = { title: "Lisbon", timezone: "Europe/Lisbon", startDate: "2027-04-05", endDate: "2027-04-05" };
  const { data: trip } = await call(tripsApi.create, { body }, options);
  const params = { tripId: trip.id };
  const dayId = trip.days[0]?.id ?? null;
  const [castle, tower] = PLACES as [(typeof PLACES)[number], (typeof PLACES)[number]];
  const from = { dayId, ...castle, startTime: "13:00", endTime: "14:20" };
  const { data: first } = await call(stopsApi.create, { params, body: from }, options);
  await call(stopsApi.create, { params, body: { dayId, ...tower } }, options);
  await signIn(page, `/trips/${trip.id}`);
  const plain = page.getByRole("button", { name: / to Belém tower, .*(about|min)/ });
  const height = (await plain.boundingBox())?.height;
  await plain.click();
  await page.getByRole("menuitemradio", { name: /^Public transport/ }).click();
  const row = page.getByRole("button", {
    name: /^Public transport from Castle to Belém tower, .*departures$/,
  });
  await expect(row).toHaveText("Tram 15E · 14:28–14:54");
  expect((await row.boundingBox())?.height).toBe(height);

  await row.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Castle to Belém tower" });
  await expect(dialog).toContainText("14:28–14:5426 min · no changes · from €1.85");
  await expect(dialog.getByRole("listitem")).toHaveText([
    "14:28Castle",
    "Walk 4 min · 300 m",
    /^14:32Praça da FigueiraTram 15E\s*towards Algés\s*19 min · Carris\s*14:51Belém$/,
    "Walk 3 min · 230 m",
    "14:54Belém tower",
  ]);
  await dialog.getByRole("radio", { name: "14:40" }).check();
  await expect(dialog.getByRole("listitem").first()).toHaveText("14:40Castle");
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();

  // Another time of the stop leads to another departure, and the page does not show the old one while it changes.
  timetables.mood("transfer");
  const later = { params: { ...params, stopId: first.id }, body: { startTime: "15:00", endTime: "16:00" } };
  await call(stopsApi.update, later, options);
  await expect(row).toHaveText("Bus 737 · 16:08–16:44 · 1 change");
  timetables.mood("none");
  await call(stopsApi.update, { ...later, body: { endTime: "17:00" } }, options);
  await expect(page.getByRole("button", { name: / to Belém tower, about/ })).toBeVisible();
  await expect(page.getByText("16:08")).toHaveCount(0);
});

test("stay estimates, without a word of it, while the server is in trouble", async ({ page }) => {
  routing.trouble("gone");
  routing.requests.length = 0;
  const body = { title: "Porto", startDate: "2027-04-05", endDate: "2027-04-05" };
  const options = { token: person.token, baseUrl: app.url };
  const { data: trip } = await call(tripsApi.create, { body }, options);
  for (const [name, lat] of [
    ["Ribeira", 41.14],
    ["Foz", 41.2],
  ] as const) {
    const stop = { dayId: trip.days[0]?.id ?? null, name, place: { lat, lng: -8.6 } };
    await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, options);
  }
  await signIn(page, `/trips/${trip.id}`);
  await expect.poll(() => routing.requests.length).toBe(1);
  await expect(way(page, "Foz")).toHaveAccessibleName(/^Ride from Ribeira to Foz, about 30 min/);
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
});
