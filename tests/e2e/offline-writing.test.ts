// @long: each kind of write without a connection; offline-story writes, reloads and sends
import { type BrowserContext, expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { submitExpense, fillNewExpense } from "./money-screen.ts";
import { expectAccessible } from "./pair.ts";
import { TripScreen } from "./trip-screen.ts";
import { changesOf, listOf, rowsOf } from "./unsent-changes.ts";

// Ben is on a plane. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

const TRAM = "Tram 28";
const MONDAY = "Mon 5 Apr";
/** The maximum time until six writes are sent, some of which wait for the event of the previous one. */
const SENT_WITHIN_MS = 30_000;
const WRITES = "**/api/trips/**";

let device: BrowserContext;
let ann: Person;
let ben: TripScreen;
let trip: TripDto;
let stopId: string;

test.beforeAll(async ({ browser }) => {
  device = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl(), reducedMotion: "reduce" });
  const home = await browser.newContext({ baseURL: appUrl() });
  ann = await signInNewPerson(home, "Ann Lee");
  const friend = await signInNewPerson(device, "Ben Okri");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06" };
  ({ data: trip } = await call(
    tripsApi.create,
    { body: { title: "Lisbon", currency: "EUR", ...dates } },
    as(ann),
  ));
  await letIn(trip, as(ann), as(friend), "editor");
  const body = { name: TRAM, dayId: trip.days[0]?.id ?? null };
  const { data: stop } = await call(stopsApi.create, { params: { tripId: trip.id }, body }, as(ann));
  stopId = stop.id;
  ben = new TripScreen(await device.newPage());
  await ben.page.goto(`/trips/${trip.id}`);
});

test.afterAll(async () => {
  await device.close();
  await closeDatabases();
});

async function truth(): Promise<TripDto> {
  return (await call(tripsApi.get, { params: { tripId: trip.id } }, as(ann))).data;
}

/** Blocks only requests that write to the trip. */
async function blockWrites(): Promise<void> {
  await device.route(WRITES, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort("connectionfailed"),
  );
}

test("stops, votes, comments, lists and expenses can be written without a connection", async () => {
  const { page } = ben;
  // The parts of the trip are opened while there is a connection, as a traveller does, so that their code is loaded.
  for (const part of ["Lists", "Money", "Plan"]) await ben.show(part);
  await ben.open(TRAM);
  await ben.close();
  await page.waitForLoadState("networkidle");
  await device.setOffline(true);

  await ben.add(ben.day(MONDAY), "Pastéis de nata");
  await expect(ben.names(ben.day(MONDAY))).toHaveText([TRAM, "Pastéis de nata"]);
  await ben.open(TRAM);
  await ben.details.getByRole("button", { name: `Vote for ${TRAM}, 0 so far` }).click();
  await ben.details.getByLabel("Write a comment").fill("Sit at the back.");
  await ben.details.getByRole("button", { name: "Send" }).click();
  await expect(ben.details.getByText("Sit at the back.")).toBeVisible();
  await ben.set("Notes", "Buy the day ticket");
  await ben.close();
  await ben.show("Lists");
  const field = page.getByRole("textbox", { name: "Add an item", exact: true });
  await field.fill("Umbrella");
  await field.press("Enter");
  await expect(page.locator("[data-item]").getByText("Umbrella")).toBeVisible();
  await ben.show("Money");
  await submitExpense(await fillNewExpense(page, "12.34", "Ginjinha"), "Ginjinha");
  await expect(changesOf(ben.page)).toContainText("Offline · 6 changes wait");
});

test("what waits is listed in plain words, in the order in which it goes out", async () => {
  await changesOf(ben.page).click();
  await expect(rowsOf(ben.page)).toContainText([
    "Stop “Pastéis de nata” added",
    `Vote for “${TRAM}”`,
    "Comment “Sit at the back.”",
    `Stop “${TRAM}” changed`,
    "“Umbrella” added to the lists",
    "Expense “Ginjinha” added",
  ]);
  await expectAccessible(ben.page);
  await ben.page.keyboard.press("Escape");
  await expect(changesOf(ben.page)).toBeFocused();
});

test("a reload loses nothing and doubles nothing, though nothing can be sent yet", async () => {
  await call(
    stopsApi.update,
    { params: { tripId: trip.id, stopId }, body: { notes: "Start at Graça" } },
    as(ann),
  );
  await blockWrites();
  await device.setOffline(false);
  // The page does not ask before the reload, because all writes are stored on the device.
  await ben.page.reload();
  await expect(changesOf(ben.page)).toContainText("6 changes wait");
  await ben.show("Plan");
  await expect(ben.names(ben.day(MONDAY))).toHaveText([TRAM, "Pastéis de nata"]);
  await ben.show("Money");
  await expect(ben.page.getByRole("button", { name: "Ginjinha", exact: true })).toBeVisible();
  expect((await truth()).expenses).toEqual([]);
});

test("a second window of the same person sends none of it a second time", async () => {
  const second = await device.newPage();
  await second.goto(`/trips/${trip.id}`);
  await expect(second.locator("[data-row]").filter({ hasText: TRAM })).toBeVisible();
  await changesOf(ben.page).click();
  await listOf(ben.page).getByRole("button", { name: "Try now" }).click();
  await expect(rowsOf(ben.page)).toHaveCount(6);
  await ben.page.keyboard.press("Escape");
  await device.unroute(WRITES);
  await expect.poll(async () => (await truth()).expenses.length, { timeout: SENT_WITHIN_MS }).toBe(1);
  await expect(changesOf(ben.page)).toContainText("1 change could not be saved");
  await expect(second.locator("[data-row]").filter({ hasText: "Pastéis de nata" })).toHaveCount(1);
  await second.close();
});

test("what could not be saved is said where its two versions stand, and nothing covers them", async () => {
  const said = ben.page.getByText(`${TRAM} was changed by someone else at the same time`);
  await expect(said).toBeVisible();
  await changesOf(ben.page).click();
  await expect(rowsOf(ben.page)).toContainText(["Now it is: Start at Graça"]);
  await expect(said).toBeHidden();
  await ben.page.keyboard.press("Escape");
});

test("all of it was done once, in order, and the money is exact", async () => {
  const now = await truth();
  const monday = now.stops.filter(({ dayId }) => dayId === trip.days[0]?.id);
  expect(monday.map(({ name, notes }) => [name, notes])).toEqual([
    [TRAM, "Start at Graça"],
    ["Pastéis de nata", null],
  ]);
  expect(now.stops.find(({ id }) => id === stopId)?.votes.map(({ value }) => value)).toEqual([1]);
  expect(now.items.map(({ text }) => text)).toEqual(["Umbrella"]);
  const params = { tripId: trip.id };
  const query = { target: `stop:${stopId}`, limit: 50 };
  const { data: comments } = await call(commentsApi.list, { params, query }, as(ann));
  expect(comments.map(({ body }) => body)).toEqual(["Sit at the back."]);
  const { data: money } = await call(moneyApi.balances, { params }, as(ann));
  expect(money.balances.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-617, 617]);
  const { data: log } = await call(eventsApi.list, { params, query: { after: trip.seq } }, as(ann));
  const his = log.events.flatMap((event) =>
    event.op !== "redacted" && event.actorId !== ann.userId && !event.op.startsWith("member.")
      ? [event.op]
      : [],
  );
  expect(his).toEqual(["stop.created", "vote.set", "comment.created", "item.created", "expense.created"]);
});

test("a conflict stays with both versions over a reload, until its author decides", async () => {
  await ben.page.reload();
  await expect(changesOf(ben.page)).toContainText("1 change could not be saved");
  await changesOf(ben.page).click();
  await expect(listOf(ben.page)).toContainText(
    /You changed the notes to: Buy the day ticket\. Now it is: Start at Graça/,
  );
  await expectAccessible(ben.page);
  await listOf(ben.page).getByRole("button", { name: "Use mine" }).click();
  await expect(changesOf(ben.page)).toBeHidden();
  await expect
    .poll(async () => (await truth()).stops.find(({ id }) => id === stopId)?.notes)
    .toBe("Buy the day ticket");
  await ben.page.reload();
  await expect(ben.page.getByText("Saved", { exact: true })).toBeVisible();
});
