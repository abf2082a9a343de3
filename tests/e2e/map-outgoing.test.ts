import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { NewExpense } from "#lib/shared/expenses.ts";
import { expenseSharedBy } from "#tests/factories/money.ts";
import { signUp } from "#tests/helpers/app-client.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { DEVICES } from "./devices.ts";
import { MapScreen } from "./map-screen.ts";
import { TripScreen } from "./trip-screen.ts";

/*
 * These tests record which hosts are contacted while a day is planned; outgoing connections of the service are blocked
 * and recorded.
 */

const HERE = new Set(["localhost", "127.0.0.1", "[::1]"]);
const closed = pathToFileURL(join(import.meta.dirname, "../helpers/refuse-outgoing.ts")).href;

/** Plans a day on a new service. @returns the hosts that its processes and the pages tried to reach */
async function hostsOfADay(openServices: "on" | "off", context: BrowserContext) {
  const file = test.info().outputPath(`outgoing-${openServices}`);
  writeFileSync(file, "");
  const watched = { NODE_OPTIONS: `--import=${closed}`, OUTGOING_FILE: file };
  const app = await startApp({ env: { ...watched, OPEN_SERVICES: openServices } });
  try {
    const pages = await planADay(app, context);
    return { service: new Set(readFileSync(file, "utf8").split("\n").filter(Boolean)), pages };
  } finally {
    await app.stop();
  }
}

async function planADay(app: App, context: BrowserContext): Promise<Set<string>> {
  const asked = new Set<string>();
  await context.route(
    ({ hostname }) => !HERE.has(hostname),
    (route) => {
      asked.add(new URL(route.request().url()).hostname);
      return route.abort();
    },
  );
  const person = await signUp(app);
  const tripId = await newTrip({ token: person.token, baseUrl: app.url });
  const page = await context.newPage();
  await signIn(page, app.url, person);
  await page.goto(`${app.url}/trips/${tripId}`);
  await new MapScreen(page).settled();
  const day = new TripScreen(page).day(".*");
  await day
    .first()
    .getByRole("button", { name: /^Add a stop to/ })
    .click();
  const found = page.waitForResponse((response) => response.url().includes("/places?"));
  await day.first().getByRole("combobox", { name: "New stop" }).fill("Musée océanographique");
  await (await found).finished();
  await page.goto(`${app.url}/outgoing`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return asked;
}

async function newTrip(options: { token: string; baseUrl: string }): Promise<string> {
  const startDate = addDays(new Date().toISOString().slice(0, 10), 3);
  const body = { title: "Monaco", startDate, endDate: addDays(startDate, 1), currency: "EUR" };
  const { data: trip } = await call(tripsApi.create, { body }, options);
  const params = { tripId: trip.id };
  for (const [name, lat, lng] of [
    ["Casino", 43.7393, 7.4282],
    ["Palace", 43.7314, 7.4202],
  ] as const) {
    const stop = { dayId: trip.days[0]?.id ?? null, name, place: { lat, lng } };
    await call(stopsApi.create, { params, body: stop }, options);
  }
  const memberId = trip.members[0]?.id ?? "";
  const money = structuredClone(expenseSharedBy(1200, "USD", memberId)) as NewExpense["money"];
  const taxi = { title: "Taxi", spentOn: "2026-11-20", money };
  await call(expensesApi.create, { params, body: taxi }, options);
  return trip.id;
}

async function signIn(page: Page, url: string, { email, password }: { email: string; password: string }) {
  const headers = { origin: new URL(url).origin };
  const signedIn = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers,
  });
  expect(signedIn.ok()).toBe(true);
}

test.describe.configure({ timeout: 400_000 });

let context: BrowserContext;
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext(DEVICES.desktop);
});
test.afterEach(() => context.close());

test("nothing leaves where open services are off", async () => {
  const { service, pages } = await hostsOfADay("off", context);
  expect([...service, ...pages]).toEqual([]);
});

test("where they are on, only those of the registry are asked, and by pages the tiles alone", async () => {
  const { service, pages } = await hostsOfADay("on", context);
  const known = new Set(
    Object.values(OPEN_SERVICES).flatMap(({ origin }) =>
      origin === null ? [] : [new URL(origin.replace("{lang}", "en")).hostname],
    ),
  );
  expect([...service].filter((host) => !known.has(host))).toEqual([]);
  expect([...service]).toEqual(
    expect.arrayContaining([
      "photon.komoot.io",
      "routing.openstreetmap.de",
      "api.frankfurter.dev",
      "api.open-meteo.com",
    ]),
  );
  expect([...pages]).toEqual(["tiles.openfreemap.org"]);
});
