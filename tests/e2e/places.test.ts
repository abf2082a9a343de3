import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { TripScreen } from "./trip-screen.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

let context: BrowserContext;
let ann: Person;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  ann = await signInNewPerson(context, "Ann Lee");
});

test.afterEach(() => context.close());
test.afterAll(() => closeDatabases());

async function snapshot(page: Page) {
  const tripId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  return (await call(tripsApi.get, { params: { tripId } }, as(ann))).data;
}

/** Opens a trip in Japan's time zone with its plan. */
async function openTrip(): Promise<TripScreen> {
  const destination = { name: "Kyoto", lat: 35.0211, lng: 135.7538, timezone: "Asia/Tokyo" };
  const body = { title: "Kyoto", destination, startDate: "2027-04-05", endDate: "2027-04-06" };
  const { data } = await call(tripsApi.create, { body }, as(ann));
  const page = await context.newPage();
  await page.goto(`/trips/${data.id}`);
  return new TripScreen(page);
}

test("a new trip takes its clock and its currency from the place that was picked", async () => {
  const page = await context.newPage();
  await page.goto("/trips?new=1");
  const where = page.getByRole("combobox", { name: "Where to" });
  await where.pressSequentially("京都");
  const found = page.getByRole("option", { name: /^Kyoto 京都/ });
  await expect(found).toContainText("Japan");
  await expect(page.getByRole("option", { name: "Use “京都” as a name only" })).toBeVisible();
  await expect(page.getByText(/GeoNames/)).toBeVisible();
  await found.click();
  await expect(page.getByRole("combobox", { name: "Currency" })).toHaveValue(/^JPY/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/);
  const { title, timezone, currency, destination } = await snapshot(page);
  expect({ title, timezone, currency }).toEqual({ title: "Kyoto", timezone: "Asia/Tokyo", currency: "JPY" });
  expect(destination).toMatchObject({ name: "Kyoto", countryCode: "JP", timezone: "Asia/Tokyo" });
});

test("a trip's name needs no place, and a chosen currency stays", { tag: LONG_TAG }, async () => {
  const page = await context.newPage();
  await page.goto("/trips?new=1");
  const currency = page.getByRole("combobox", { name: "Currency" });
  await currency.click();
  await currency.fill("swiss");
  await page.getByRole("option", { name: /^CHF/ }).click();
  await page.getByRole("combobox", { name: "Where to" }).pressSequentially("Kyoto");
  await page
    .getByRole("option", { name: /^Kyoto/ })
    .first()
    .click();
  await expect(currency).toHaveValue(/^CHF/);
  await page.getByRole("combobox", { name: "Where to" }).fill("Zzqqx with Ben");
  await expect(page.getByRole("status")).toContainText("Paste coordinates or a map link");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/);
  const trip = await snapshot(page);
  expect(trip.destination).toEqual({ name: "Zzqqx with Ben" });
  expect(trip.currency).toBe("CHF");
});

test("a new stop takes a place that was moved to, and what was typed otherwise", async () => {
  const screen = await openTrip();
  const { page } = screen;
  const monday = screen.day("Mon 5 Apr");
  await monday.getByRole("button", { name: /^Add a stop to/ }).click();
  const field = monday.getByRole("combobox", { name: "New stop" });
  const list = page.getByRole("listbox", { name: "Places" });
  await field.pressSequentially("9:30 Nara");
  await expect(list.getByRole("option", { name: /^Nara/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(screen.stop("Nara")).toBeVisible();
  await expect(list).toBeHidden();
  await field.pressSequentially("11:00 osaka");
  await expect(list.getByRole("option", { name: /^Osaka/ }).first()).toBeVisible();
  await expect(list.getByRole("option", { selected: true })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toHaveText(/^Osaka/);
  await page.keyboard.press("Enter");
  await expect(screen.stop("Osaka")).toBeVisible();
  await field.fill("35.0116, 135.7681");
  await expect(list.getByRole("option", { selected: true })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("");
  await field.pressSequentially("kobe");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("kobe");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect.poll(async () => (await snapshot(page)).stops.length).toBe(3);
  const [nara, osaka, point] = (await snapshot(page)).stops;
  expect(nara).toMatchObject({ name: "Nara", startTime: "09:30", place: null });
  expect(osaka).toMatchObject({ name: "Osaka", startTime: "11:00", timezone: null });
  expect(osaka?.place?.placeRef).toMatch(/^geonames:/);
  expect(point?.place).toMatchObject({ lat: 35.0116, lng: 135.7681 });
});

test(
  "a pasted link is its place, though Enter comes before the answer; one that gives none says why",
  { tag: LONG_TAG },
  async () => {
    const screen = await openTrip();
    const { page } = screen;
    const monday = screen.day("Mon 5 Apr");
    await monday.getByRole("button", { name: /^Add a stop to/ }).click();
    const field = monday.getByRole("combobox", { name: "New stop" });
    const answer = Promise.withResolvers<void>();
    await page.route("**/places?q=*", async (route) => {
      await answer.promise;
      await route.continue();
    });
    // Chinese law requires maps with shifted coordinates, which only the service converts.
    await field.fill("9:30 https://uri.amap.com/marker?position=116.39772,39.90455&name=Monument");
    await field.press("Enter");
    answer.resolve();
    await expect(field).toHaveValue("");
    await expect
      .poll(async () => (await snapshot(page)).stops)
      .toMatchObject([{ name: "Monument", startTime: "09:30", place: { lat: expect.closeTo(39.903, 2) } }]);
    const reasons: Record<string, RegExp> = {
      "https://maps.app.goo.gl/abc123?g_st=ipc": /^Short links aren’t followed here/,
      "https://www.google.com/maps/placelists/list/abc": /Google Takeout/,
      "https://what3words.com/filled.count.soap": /^what3words/,
      "https://example.org/restaurant": /^Links of this site aren’t understood/,
    };
    for (const [link, reason] of Object.entries(reasons)) {
      await field.fill(link);
      await expect(page.getByRole("status").filter({ hasText: reason })).toBeVisible();
    }
  },
);

test(
  "a stop that moves to another zone keeps its times until somebody says so",
  { tag: LONG_TAG },
  async () => {
    const screen = await openTrip();
    const { page } = screen;
    const trip = await snapshot(page);
    const stop = { dayId: trip.days[0]?.id ?? null, name: "Dinner", startTime: "19:00" };
    await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, as(ann));
    await screen.open("Dinner");
    const place = screen.details.getByRole("combobox", { name: "Place" });
    await place.pressSequentially("osaka");
    await expect(page.getByRole("option", { name: /^Osaka/ }).first()).toBeVisible();
    await place.press("Escape");
    await expect(place).toHaveValue("osaka");
    await place.press("Escape");
    await expect(place).toHaveValue("");
    await expect(place).not.toBeFocused();
    await place.pressSequentially("honolulu");
    await page
      .getByRole("option", { name: /^Honolulu/ })
      .first()
      .click();
    const use = screen.details.getByRole("button", { name: "Use its clock" });
    await expect(use).toBeVisible();
    await expect.poll(async () => (await snapshot(page)).stops[0]?.place?.placeRef).toMatch(/^geonames:/);
    expect((await snapshot(page)).stops[0]).toMatchObject({ startTime: "19:00", timezone: null });
    await use.click();
    await expect.poll(async () => (await snapshot(page)).stops[0]?.timezone).toBe("Pacific/Honolulu");
    expect((await snapshot(page)).stops[0]?.startTime).toBe("19:00");
  },
);

test(
  "the plan's own places are offered first, with when one is there and without a connection",
  { tag: LONG_TAG },
  async () => {
    const screen = await openTrip();
    const { page } = screen;
    const trip = await snapshot(page);
    const place = { lat: 34.9948, lng: 135.785, address: "Kiyomizu 1", placeRef: "osm:way/1234" };
    const body = { dayId: trip.days[0]?.id ?? null, name: "Kōdai-ji garden", startTime: "10:00", place };
    await call(stopsApi.create, { params: { tripId: trip.id }, body }, as(ann));
    await expect(screen.stop("Kōdai-ji garden")).toBeVisible();
    const tuesday = screen.day("Tue 6 Apr");
    await tuesday.getByRole("button", { name: /^Add a stop to/ }).click();
    const field = tuesday.getByRole("combobox", { name: "New stop" });
    const option = page.getByRole("listbox", { name: "Places" }).getByRole("option");
    // The code of the list is loaded with its first use.
    await field.pressSequentially("kodai");
    await expect(option.first()).toBeVisible();
    await context.setOffline(true);
    await field.fill("gard");
    await expect(option).toHaveText(/^Kōdai-ji garden.*Mon 5 Apr.* · 10:00.*0 m$/);
    await field.press("ArrowDown");
    await field.press("Enter");
    await context.setOffline(false);
    await expect.poll(async () => (await snapshot(page)).stops.length).toBe(2);
    expect((await snapshot(page)).stops.at(-1)).toMatchObject({ name: "Kōdai-ji garden", place });
  },
);

test(
  "a new stop's field says what one can do where nothing is found, and in the way of no press",
  { tag: LONG_TAG },
  async () => {
    const screen = await openTrip();
    const { page } = screen;
    const monday = screen.day("Mon 5 Apr");
    await monday.getByRole("button", { name: /^Add a stop to/ }).click();
    const field = monday.getByRole("combobox", { name: "New stop" });
    await field.fill("zzqqx with Ben");
    const note = page.getByRole("status").filter({ hasText: "What you typed can also stay as a name" });
    await expect(note).toContainText("put it on the map by hand");
    await field.press("Enter");
    await expect(screen.stop("zzqqx with Ben")).toBeVisible();
    await expect(note).toBeHidden();
  },
);

test("stops that the map does not have are found together, and taken back together", async () => {
  const screen = await openTrip();
  const { page } = screen;
  const { id: tripId, days } = await snapshot(page);
  for (const name of ["Nara", "Osaka", "Kobe", "Zzqqx"]) {
    const body = { name, dayId: days[0]?.id ?? null };
    await call(stopsApi.create, { params: { tripId }, body }, as(ann));
  }
  const placed = async () => (await snapshot(page)).stops.flatMap(({ name, place }) => (place ? [name] : []));
  await screen.row("Nara").getByRole("button", { name: "Find it" }).click();
  const dialog = page.getByRole("dialog", { name: "Find places" });
  await expect(dialog.getByRole("listitem").filter({ hasText: "Zzqqx" })).toContainText("Nothing found");
  await dialog.getByRole("combobox", { name: "Kobe" }).selectOption({ label: "None of these" });
  await dialog.getByRole("button", { name: "Put 2 on the map" }).click();
  await expect.poll(placed).toEqual(["Nara", "Osaka"]);
  await expect(page.getByRole("button", { name: "2 not on the map" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(placed).toEqual([]);
});
