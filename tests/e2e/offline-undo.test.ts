// @long: undo without a connection; offline-story has writes and their way out
import { type BrowserContext, expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { submitExpense, fillNewExpense, expense } from "./money-screen.ts";
import { TripScreen } from "./trip-screen.ts";
import { changesOf } from "./unsent-changes.ts";

// These tests use one desktop browser without a connection. They run in order: each begins where the previous one
// ended.
test.describe.configure({ mode: "serial" });

const TRAM = "Tram 28";

let device: BrowserContext;
let ann: Person;
let screen: TripScreen;
let trip: TripDto;

test.beforeAll(async ({ browser }) => {
  device = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl(), reducedMotion: "reduce" });
  ann = await signInNewPerson(device, "Ann Lee");
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate: "2027-04-06", currency: "EUR" };
  ({ data: trip } = await call(tripsApi.create, { body }, as(ann)));
  const stop = { name: TRAM, dayId: trip.days[0]?.id ?? null };
  await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, as(ann));
  screen = new TripScreen(await device.newPage());
  await screen.page.goto(`/trips/${trip.id}`);
  // The parts of the trip are opened while there is a connection, as a traveller does, so that their code is loaded.
  for (const part of ["Money", "Plan"]) await screen.show(part);
  await screen.open(TRAM);
  await screen.close();
  await screen.page.waitForLoadState("networkidle");
  await device.setOffline(true);
});

test.afterAll(async () => {
  await device.close();
  await closeDatabases();
});

async function truth(): Promise<TripDto> {
  return (await call(tripsApi.get, { params: { tripId: trip.id } }, as(ann))).data;
}

/** Presses a button of the newest toast. */
async function press(word: "Undo" | "Redo"): Promise<void> {
  await screen.page.getByRole("button", { name: word, exact: true }).last().click();
}

test("a stop that was deleted without a connection is back at once with Undo, and nothing waits", async () => {
  await screen.open(TRAM);
  await screen.details.getByRole("button", { name: "Delete stop" }).click();
  await expect(screen.stop(TRAM)).toBeHidden();
  await expect(changesOf(screen.page)).toContainText("1 change waits");
  await press("Undo");
  await expect(screen.stop(TRAM)).toBeVisible();
  await expect(changesOf(screen.page)).toBeHidden();
});

test("the key for it takes back a new expense, which waits again when it is done again", async () => {
  const { page } = screen;
  await screen.show("Money");
  await submitExpense(await fillNewExpense(page, "12.34", "Ginjinha"), "Ginjinha");
  await expect(changesOf(page)).toContainText("1 change waits");
  await page.keyboard.press("u");
  await expect(expense(page, "Ginjinha")).toBeHidden();
  await expect(changesOf(page)).toBeHidden();
  await press("Redo");
  await expect(expense(page, "Ginjinha")).toBeVisible();
  await expect(changesOf(page)).toContainText("1 change waits");
});

test("with the connection, only what was left is there, once, after a reload too", async () => {
  const { page } = screen;
  await device.setOffline(false);
  await expect.poll(async () => (await truth()).expenses.map(({ title }) => title)).toEqual(["Ginjinha"]);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect((await truth()).stops.map(({ name }) => name)).toEqual([TRAM]);
  await page.reload();
  await screen.show("Plan");
  await expect(screen.stop(TRAM)).toBeVisible();
  expect((await truth()).expenses).toHaveLength(1);
});
