import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { as, signInNewPerson } from "./entering.ts";
import { untilStored } from "./device-storage.ts";
import { letIn } from "./map-trip.ts";
import { submitExpense, balances, fillNewExpense, expense } from "./money-screen.ts";
import { expectAccessible } from "./pair.ts";
import { type RelayedService, startRelayedService } from "./relayed-service.ts";
import { TripScreen } from "./trip-screen.ts";
import { changesOf, listOf, rowsOf } from "./unsent-changes.ts";

// These tests follow one flight, from the last look at the trip to the landing. They run in order: each begins where
// the previous one ended.
test.describe.configure({ mode: "serial", timeout: 120_000 });

const TRAM = "Tram 28";
const TEMPLE = "金閣寺 & café";
const MONDAY = "Mon 5 Apr";

let service: RelayedService;
let device: BrowserContext;
let home: BrowserContext;
let ann: Person;
let ben: TripScreen;
let trip: TripDto;
let stopId: string;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  service = await startRelayedService();
  const options = { baseURL: service.relay.url, reducedMotion: "reduce" } as const;
  device = await browser.newContext({ ...DEVICES.desktop, ...options });
  home = await browser.newContext({ ...DEVICES.desktop, ...options });
  ann = await signInNewPerson(home, "Ann Lee");
  const friend = await signInNewPerson(device, "Ben Okri");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06" };
  const body = { title: "里斯本 Lisbon", currency: "EUR", ...dates };
  ({ data: trip } = await call(tripsApi.create, { body }, as(ann)));
  await letIn(trip, as(ann), as(friend), "editor");
  const params = { tripId: trip.id };
  const tram = { name: TRAM, dayId: trip.days[0]?.id ?? null };
  ({
    data: { id: stopId },
  } = await call(stopsApi.create, { params, body: tram }, as(ann)));
  await call(itemsApi.create, { params, body: { text: "护照", list: "packing" } }, as(ann));
  const said = { target: { kind: "stop" as const, id: stopId }, body: "Not at noon." };
  await call(commentsApi.create, { params, body: said }, as(ann));
  ben = new TripScreen(await device.newPage());
  await ben.page.goto(`/trips/${trip.id}`);
  await untilStored(ben.page, trip.id);
});

test.afterAll(async () => {
  await device.close();
  await home.close();
  await closeDatabases();
  await service.stop();
});

/** Returns the options of `call` for Ann that bypass the relay, as other people's requests do. */
function direct() {
  return { ...as(ann), baseUrl: service.direct };
}

async function truth(): Promise<TripDto> {
  return (await call(tripsApi.get, { params: { tripId: trip.id } }, direct())).data;
}

/** Checks that everything that was written before the first reload is shown as the author's own. */
async function expectOwnWrites({ page }: TripScreen): Promise<void> {
  await expect(ben.names(ben.day(MONDAY))).toHaveText([TRAM, TEMPLE]);
  await ben.open(TRAM);
  await expect(ben.details.getByRole("button", { name: `Vote for ${TRAM}, 1 so far` })).toBeVisible();
  await expect(ben.details.getByText("Sit at the back. 坐后面")).toBeVisible();
  await ben.close();
  await ben.show("Lists");
  await expect(page.getByRole("checkbox", { name: "护照" })).toBeChecked();
  await ben.show("Money");
  await expect(expense(page, "Ginjinha")).toContainText("€10.01");
  await ben.show("Plan");
}

test("in airplane mode all kinds of things are written, in parts that were never opened before", async () => {
  const { page } = ben;
  await device.setOffline(true);
  await service.relay.refuse();

  await ben.add(ben.day(MONDAY), TEMPLE);
  await ben.open(TRAM);
  await expect(ben.details.getByText(/^Comments that this device has not seen/)).toBeVisible();
  await expect(ben.details.getByRole("alert")).toBeHidden();
  await ben.details.getByRole("button", { name: `Vote for ${TRAM}, 0 so far` }).click();
  await ben.details.getByLabel("Write a comment").fill("Sit at the back. 坐后面");
  await ben.details.getByRole("button", { name: "Send" }).click();
  await ben.close();
  await ben.show("Lists");
  await page.getByText("护照", { exact: true }).click();
  await ben.show("Money");
  await submitExpense(await fillNewExpense(page, "10.01", "Ginjinha"), "Ginjinha");
  await ben.show("Plan");
  await expect(changesOf(page)).toContainText("Offline · 5 changes wait");
  await expectOwnWrites(ben);
});

test("a reload brings the page from the device, with all that waits, and the list of it", async () => {
  const { page } = ben;
  await page.reload();
  await expect(changesOf(page)).toContainText("5 changes wait");
  await changesOf(page).click();
  await expect(rowsOf(page)).toContainText([
    `Stop “${TEMPLE}” added`,
    `Vote for “${TRAM}”`,
    "Comment “Sit at the back. 坐后面”",
    "“护照” changed in the lists",
    "Expense “Ginjinha” added",
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expectOwnWrites(ben);
});

test("what was made before the reload is edited after it, still without a network", async () => {
  const { page } = ben;
  await ben.open(TEMPLE);
  await ben.set("Notes", "Bring an umbrella. 带伞");
  await ben.close();
  await ben.open(TRAM);
  await ben.set("Notes", "Buy the day ticket");
  await ben.close();
  await expect(changesOf(page)).toContainText("7 changes wait");
});

test("another page of the same trip, opened after the first was closed, goes on with everything", async () => {
  await ben.page.close();
  ben = new TripScreen(await device.newPage());
  const { page } = ben;
  await page.goto("/trips");
  const link = page.getByRole("link", { name: trip.title });
  await expect(link).toContainText("7 changes not saved yet");
  await link.click();
  await expect(changesOf(page)).toContainText("7 changes wait");
  await expectOwnWrites(ben);
  await ben.open(TEMPLE);
  await expect(ben.details.getByRole("textbox", { name: "Notes", exact: true })).toHaveValue(
    "Bring an umbrella. 带伞",
  );
  await ben.details.getByLabel("Write a comment").fill("再来一条");
  await ben.details.getByRole("button", { name: "Send" }).click();
  await expect(ben.details.getByText("再来一条")).toBeVisible();
  await ben.close();
  await expect(changesOf(page)).toContainText("8 changes wait");
});

test("meanwhile the other one goes on; with the network all arrives once, in order", async () => {
  const params = { tripId: trip.id };
  const notes = { notes: "Start at Graça" };
  await call(stopsApi.update, { params: { ...params, stopId }, body: notes }, direct());
  const { members } = await truth();
  const parts = members.map(({ id }) => ({ memberId: id }));
  const hers = members.filter(({ userId }) => userId === ann.userId);
  const payers = hers.map(({ id }) => ({ memberId: id, amount: 501 }));
  const money = { amount: 501, currency: "EUR", payers, split: { mode: "equal" as const, parts } };
  await call(expensesApi.create, { params, body: { title: "Bica", money } }, direct());
  const { seq: after } = await truth();
  expect((await truth()).stops).toHaveLength(1);

  await service.relay.pass();
  await device.setOffline(false);
  await expect(changesOf(ben.page)).toContainText("1 change could not be saved", { timeout: 40_000 });
  async function ops(): Promise<string[]> {
    const { data: log } = await call(eventsApi.list, { params, query: { after } }, direct());
    return log.events.map(({ op }) => op);
  }
  // The last comment is sent although the service has refused a write that was made before it.
  await expect
    .poll(ops)
    .toEqual([
      "stop.created",
      "vote.set",
      "comment.created",
      "item.updated",
      "expense.created",
      "stop.updated",
      "comment.created",
    ]);
  const now = await truth();
  expect(now.stops.map(({ name, notes: said }) => [name, said])).toEqual([
    [TRAM, "Start at Graça"],
    [TEMPLE, "Bring an umbrella. 带伞"],
  ]);
  expect(now.items.map(({ text, doneAt }) => [text, doneAt !== null])).toEqual([["护照", true]]);
  const temple = now.stops.find(({ name }) => name === TEMPLE)?.id ?? "";
  const query = { target: `stop:${temple}`, limit: 50 };
  const { data: comments } = await call(commentsApi.list, { params, query }, direct());
  expect(comments.map(({ body }) => body)).toEqual(["再来一条"]);
});

test("on the other one's page all of it stands, and the money is exact", async () => {
  const page: Page = await home.newPage();
  await page.goto(`/trips/${trip.id}`);
  const there = new TripScreen(page);
  await expect(there.names(there.day(MONDAY))).toHaveText([TRAM, TEMPLE]);
  await there.show("Money");
  await expect(expense(page, "Ginjinha")).toContainText("€10.01");
  const { data } = await call(moneyApi.balances, { params: { tripId: trip.id } }, direct());
  const [owes = 0, gets = 0] = data.balances.map(({ amount }) => amount).toSorted((a, b) => a - b);
  // The balance is half of 10.01 minus half of 5.01; the expenses' ids decide who owes the odd cents.
  expect([249, 250, 251]).toContain(gets);
  expect(owes + gets).toBe(0);
  await expect(balances(page).filter({ hasText: `€${(gets / 100).toFixed(2)}` })).toHaveCount(2);
});

test("the change that both made is shown with both versions until its author decides", async () => {
  const { page } = ben;
  await page.reload();
  await changesOf(page).click();
  await expect(listOf(page)).toContainText(
    /You changed the notes to: Buy the day ticket\. Now it is: Start at Graça/,
  );
  await listOf(page).getByRole("button", { name: "Keep theirs" }).click();
  await expect(changesOf(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await ben.open(TRAM);
  await expect(ben.details.getByRole("textbox", { name: "Notes", exact: true })).toHaveValue(
    "Start at Graça",
  );
  await expect(ben.details.getByText("Not at noon.")).toBeVisible();
});
