// @long: fields of places while answers are late
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { NewStop, Place } from "#lib/shared/stops.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";

const KOBE = { lat: 34.6901, lng: 135.1956, address: "Kobe pier" };
const HONOLULU = /^Honolulu/;

let context: BrowserContext;
let ann: Person;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  ann = await signInNewPerson(context, "Ann Lee");
});

test.afterEach(() => context.close());
test.afterAll(() => closeDatabases());

/** Opens the details of a dinner in Japan as Ann; Ben may change it too. */
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
    params,
    details: screen.details,
    field: screen.details.getByRole("combobox", { name: "Place" }),
    list: page.getByRole("listbox", { name: "Places" }),
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
  await expect(details.getByText(/^Ben .*, now$/)).toBeVisible();
  await first.click();
  await expect(details.getByText(/^Ben changed .*Kobe pier at the same time/)).toBeVisible();
  expect((await read())?.place).toMatchObject(KOBE);
  await details.getByRole("button", { name: "Use mine" }).click();
  await expect.poll(async () => (await read())?.place?.placeRef).toMatch(/^geonames:/);
});

test("the clock of a picked place is offered for as long as the stop is there", async () => {
  const { page, details, field, moveByBen, read } = await openDinner({ startTime: "19:00" });
  const use = details.getByRole("button", { name: "Use its clock" });
  await field.fill("honolulu");
  await page.getByRole("option", { name: HONOLULU }).first().click();
  await expect(use).toBeVisible();
  await expect.poll(async () => (await read())?.place?.placeRef).toMatch(/^geonames:/);
  await moveByBen(KOBE);
  await expect(field).toHaveValue("Kobe pier");
  await expect(use).toBeHidden();
});

test("so is the clock of a booking's place", async () => {
  const { page, params, details } = await openDinner();
  const start = { local: "2027-04-05T19:00", zone: "Asia/Tokyo" };
  const table = { kind: "restaurant" as const, title: "Table for two", start };
  const { data: booking } = await call(reservationsApi.create, { params, body: table }, as(ann));
  await page.goto(`/trips/${params.tripId}?booking=${booking.id}`);
  const use = details.getByRole("button", { name: "Use its clock" });
  await details.getByRole("combobox", { name: "Where" }).fill("honolulu");
  await page.getByRole("option", { name: HONOLULU }).first().click();
  await expect(use).toBeVisible();
  const read = async () => (await call(tripsApi.get, { params }, as(ann))).data.reservations[0];
  await expect.poll(async () => (await read())?.from?.name).toBe("Honolulu");
  const elsewhere = {
    params: { ...params, reservationId: booking.id },
    body: { from: { name: "Kobe pier" } },
  };
  await call(reservationsApi.update, elsewhere, as(ann));
  await expect(details.getByRole("combobox", { name: "Where" })).toHaveValue("Kobe pier");
  await expect(use).toBeHidden();
});

/** Holds back the answer to a search until the test releases it. */
async function heldAnswer(page: Page, q: string) {
  const answer = Promise.withResolvers<void>();
  await page.route(`**/places?q=${q}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  return answer;
}

test("Enter before the answer waits for it, and a list that was closed comes back", async () => {
  const { page, details, field, list, read } = await openDinner();
  const problem = details.getByText(/^Pick a place from the list/);

  await test.step("by the down arrow, a click and the next focus", async () => {
    await field.fill("kobe");
    await expect(list).toBeVisible();
    await field.press("Escape");
    await expect(list).toBeHidden();
    await field.press("ArrowDown");
    await expect(list.getByRole("option", { selected: true })).toHaveText(/^Kobe/);
    await field.press("Escape");
    await field.click();
    await expect(list).toBeVisible();
    await field.blur();
    await expect(problem).toBeVisible();
    await expect(list).toBeHidden();
    await field.focus();
    await expect(list).toBeVisible();
    await field.press("Escape");
    await field.press("Escape");
    await expect(field).toHaveValue("");
  });

  await test.step("nothing that is found leaves the text to be changed", async () => {
    const answer = await heldAnswer(page, "zzqqx");
    await field.fill("zzqqx");
    await field.press("Enter");
    answer.resolve();
    await expect(
      page.getByRole("status").filter({ hasText: "Paste coordinates or a map link" }),
    ).toBeVisible();
    await expect(field).toBeFocused();
    await field.press("Enter");
    await expect(problem).toBeVisible();
    await expect(field).toHaveValue("zzqqx");
    await field.press("Escape");
    await expect(problem).toBeHidden();
  });

  await test.step("the first place of the answer is taken when it comes", async () => {
    const answer = await heldAnswer(page, "osaka");
    const asked = page.waitForRequest("**/places?q=osaka");
    await field.fill("osaka");
    await field.press("Enter");
    await asked;
    await expect(field).toBeFocused();
    await expect(problem).toBeHidden();
    answer.resolve();
    await expect(field).toHaveValue(/^Osaka/);
    await expect(field).not.toBeFocused();
    await expect.poll(async () => (await read())?.place?.placeRef).toMatch(/^geonames:/);
  });
});

test("in a new stop's field the closed list comes back by the down arrow too", async () => {
  const { page, list } = await openDinner();
  await page.keyboard.press("Escape");
  const monday = new TripScreen(page).day("Mon 5 Apr");
  await monday.getByRole("button", { name: /^Add a stop to/ }).click();
  const field = monday.getByRole("combobox", { name: "New stop" });
  await field.pressSequentially("kobe");
  await expect(list).toBeVisible();
  await field.press("Escape");
  await expect(list).toBeHidden();
  await field.press("ArrowDown");
  await expect(list).toBeVisible();
  await expect(field).toHaveValue("kobe");
});

for (const device of ["desktop", "phone"] as const) {
  test(`what is pressed while the places lie open is pressed, though they fold away: ${device}`, async ({
    browser,
  }) => {
    const other = await browser.newContext({ ...DEVICES[device], baseURL: appUrl() });
    await signInNewPerson(other, "Bo Li");
    const page = await other.newPage();
    const press = (name: string) => {
      const button = page.getByRole("button", { name }).filter({ visible: true }).first();
      return device === "phone" ? button.tap() : button.click();
    };
    await page.goto("/trips");
    await press("New trip");
    const field = page.getByRole("combobox", { name: "Where to" });
    await field.fill("honolulu");
    const list = page.getByRole("listbox", { name: "Places" });
    await expect(list.getByRole("option", { name: HONOLULU }).first()).toBeVisible();
    // A click on the label returns the focus to its field, and the list stays open.
    await page.getByText("Where to", { exact: true }).click();
    await expect(field).toBeFocused();
    await expect(list).toBeVisible();
    await page.getByRole("heading", { name: "New trip", exact: true }).click();
    await expect(list).toBeHidden();
    await field.click();
    await expect(list).toBeVisible();
    await press("Create trip");
    await expect(page.getByRole("heading", { name: "Trip title: honolulu" })).toBeVisible();
    await other.close();
  });
}

test("a day takes the clock of its stops though its own field was pressed before", async () => {
  const { page, params } = await openDinner({ timezone: "Pacific/Honolulu" });
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /Notes and time zone$/ })
    .first()
    .click();
  const field = page.getByRole("combobox", { name: "Time zone" });
  await field.click();
  await page.getByRole("button", { name: "Use it for the day" }).click();
  await expect(field).toHaveValue("Pacific/Honolulu");
  // The time zone must still be in the field after all handlers of the click have run.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(field).toHaveValue("Pacific/Honolulu");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const day = async () => (await call(tripsApi.get, { params }, as(ann))).data.days[0];
  await expect.poll(async () => (await day())?.timezone).toBe("Pacific/Honolulu");
});

test("what was moved to stays chosen when the answer comes", async () => {
  const { page, params, list } = await openDinner();
  const chosen = page.getByRole("option", { selected: true });

  await test.step("in a new stop's field", async () => {
    await page.keyboard.press("Escape");
    const monday = new TripScreen(page).day("Mon 5 Apr");
    await monday.getByRole("button", { name: /^Add a stop to/ }).click();
    const field = monday.getByRole("combobox", { name: "New stop" });
    await field.pressSequentially("honol");
    await expect(list.getByRole("option", { name: HONOLULU }).first()).toBeVisible();
    const answer = await heldAnswer(page, "honolulu");
    await field.pressSequentially("ulu");
    await field.press("ArrowDown");
    await expect(chosen).toHaveText(HONOLULU);
    const answered = page.waitForResponse("**/places?q=honolulu");
    answer.resolve();
    await answered;
    await expect(chosen).toHaveText(HONOLULU);
    await field.press("Enter");
    await expect(monday.locator("[data-row]", { hasText: "Honolulu" })).toBeVisible();
    await expect
      .poll(async () => {
        const { data } = await call(tripsApi.get, { params }, as(ann));
        return data.stops.find(({ name }) => name === "Honolulu")?.place?.placeRef;
      })
      .toMatch(/^geonames:/);
  });

  await test.step("where a new trip goes", async () => {
    await page.goto("/trips");
    await page.getByRole("button", { name: "New trip" }).click();
    const field = page.getByRole("combobox", { name: "Where to" });
    await field.pressSequentially("honolul");
    await expect(page.getByRole("option", { name: HONOLULU }).first()).toBeVisible();
    const answer = await heldAnswer(page, "honolulu");
    await field.pressSequentially("u");
    await field.press("ArrowUp");
    await expect(chosen).toHaveText(/as a name only/);
    const answered = page.waitForResponse("**/places?q=honolulu");
    answer.resolve();
    await answered;
    await expect(chosen).toHaveText(/as a name only/);
  });
});

test("Enter in a form picks from the open suggestions, and sends the form only when it is pressed again", async () => {
  const { page, params } = await openDinner();
  const bookings = async () => (await call(tripsApi.get, { params }, as(ann))).data.reservations;
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Bookings" }).click();
  await page.getByRole("button", { name: "Add booking" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Flight" }).click();
  await form.getByLabel("Flight number").fill("TP 1363");
  const from = form.getByRole("combobox", { name: "From", exact: true });
  await from.fill("honolulu");
  await expect(page.getByRole("option", { name: HONOLULU }).first()).toBeVisible();
  await from.press("Enter");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(from).toHaveValue(HONOLULU);
  expect(await bookings()).toEqual([]);
  await from.press("Enter");
  await expect.poll(async () => (await bookings()).length).toBe(1);
});
