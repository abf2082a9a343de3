import { type BrowserContext, expect, test } from "@playwright/test";
import { call } from "#lib/client/api.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { NewStop, Place } from "#lib/shared/stops.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { closeDatabases } from "#lib/server/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, enter } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";

const KOBE = { lat: 34.6901, lng: 135.1956, address: "Kobe pier" };
const HONOLULU = /^Honolulu/;

let context: BrowserContext;
let ann: Person;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  ann = await enter(context, "Ann Lee");
});

test.afterEach(() => context.close());
test.afterAll(() => closeDatabases());

/** Ann's page with the details of a dinner in Japan, which Ben may change too. */
async function openDinner(fields: Partial<NewStop> = {}) {
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06", timezone: "Asia/Tokyo" };
  const { data: trip } = await call(tripsApi.create, { body: { title: "Kyoto", ...dates } }, as(ann));
  const params = { tripId: trip.id };
  const body = { dayId: trip.days[0]?.id ?? null, name: "Dinner", ...fields };
  const { data: stop } = await call(stopsApi.create, { params, body }, as(ann));
  const page = await context.newPage();
  await page.goto(`/trips/${trip.id}`);
  const screen = new TripScreen(page);
  await screen.open("Dinner");
  const ben = await newPerson({ name: "Ben Okri" });
  await letIn(trip, as(ann), as(ben), "editor");
  return {
    page,
    details: screen.details,
    field: screen.details.getByRole("combobox", { name: "Place" }),
    read: async () => (await call(tripsApi.get, { params }, as(ann))).data.stops[0],
    moveByBen: (place: Place) =>
      call(stopsApi.update, { params: { ...params, stopId: stop.id }, body: { place } }, as(ben)),
  };
}

test("a place that somebody else changed while one typed is not overwritten by a pick", async () => {
  const { page, details, field, moveByBen, read } = await openDinner();
  await field.fill("honolulu");
  const first = page.getByRole("option", { name: HONOLULU }).first();
  await expect(first).toBeVisible();
  await moveByBen(KOBE);
  await expect(details.getByRole("link", { name: "Open in OpenStreetMap" })).toHaveAttribute(
    "href",
    /mlat=34\.6901/,
  );
  await first.click();
  await expect(details.getByText(/^Ben changed .*Kobe pier at the same time/)).toBeVisible();
  expect((await read())?.place).toMatchObject(KOBE);
  await details.getByRole("button", { name: "Use mine" }).click();
  await expect.poll(async () => (await read())?.place?.placeRef).toMatch(/^geonames:/);
});
