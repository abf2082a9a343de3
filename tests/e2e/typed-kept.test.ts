import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { submitExpense, fillNewExpense, expense, form } from "./money-screen.ts";
import { TripScreen } from "./trip-screen.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

// A phone discards the page several times. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

const MUSEUM = "Tile museum";

let phone: BrowserContext;
let page: Page;
let screen: TripScreen;
let ann: Person;
let trip: TripDto;
let stopId: string;

test.beforeAll(async ({ browser }) => {
  phone = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl(), reducedMotion: "reduce" });
  ann = await signInNewPerson(phone, "Ann Lee");
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate: "2027-04-06", currency: "EUR" };
  ({ data: trip } = await call(tripsApi.create, { body }, as(ann)));
  const stop = { name: MUSEUM, dayId: trip.days[0]?.id ?? null };
  ({
    data: { id: stopId },
  } = await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, as(ann)));
  page = await phone.newPage();
  screen = new TripScreen(page);
  await page.goto(`/trips/${trip.id}`);
});

test.afterAll(async () => {
  await phone.close();
  await closeDatabases();
});

async function truth(): Promise<TripDto> {
  return (await call(tripsApi.get, { params: { tripId: trip.id } }, as(ann))).data;
}

async function comments(): Promise<string[]> {
  const query = { target: `stop:${stopId}`, limit: 50 };
  const { data } = await call(commentsApi.list, { params: { tripId: trip.id }, query }, as(ann));
  return data.map(({ body }) => body);
}

function comment(): Locator {
  return screen.details.getByLabel("Write a comment");
}

function newItem(): Locator {
  return page.getByRole("textbox", { name: "Add an item", exact: true });
}

async function newStop(): Promise<Locator> {
  const day = screen.day("Mon 5 Apr");
  await day.getByRole("button", { name: /^Add a stop to/ }).click();
  return day.getByRole("combobox", { name: "New stop" });
}

test("a comment, a stop and an item that were begun are there again, and go out once", async () => {
  await (await newStop()).fill("15:00 Ginj");
  await screen.show("Lists");
  await newItem().fill("Umbr");
  await screen.show("Plan");
  await screen.open(MUSEUM);
  await comment().fill("See you at the do");
  await page.reload();

  await expect(comment()).toHaveValue("See you at the do");
  await comment().fill("See you at the door");
  await comment().press("Enter");
  await expect.poll(comments).toEqual(["See you at the door"]);
  await screen.close();
  await expect(await newStop()).toHaveValue("15:00 Ginj");
  await screen.show("Lists");
  await expect(newItem()).toHaveValue("Umbr");
  await newItem().fill("Umbrella");
  await newItem().press("Enter");
  await expect.poll(async () => (await truth()).items.map(({ text }) => text)).toEqual(["Umbrella"]);

  await page.reload();
  await expect(newItem()).toHaveValue("");
  await screen.show("Plan");
  await screen.open(MUSEUM);
  await expect(comment()).toHaveValue("");
  await screen.close();
});

test("so is a form, which becomes one expense", async () => {
  await screen.show("Money");
  await fillNewExpense(page, "12.34", "Ginjinha");
  await page.reload();
  await page.getByRole("button", { name: "Add expense" }).click();
  await expect(form(page).getByText("This is what you had begun.")).toBeVisible();
  await expect(form(page).getByLabel("Amount")).toHaveValue("12.34");
  await submitExpense(form(page), "Ginjinha");
  await expect.poll(async () => (await truth()).expenses.length).toBe(1);
  await page.reload();
  await expect(expense(page, "Ginjinha")).toHaveCount(1);
  await page.getByRole("button", { name: "Add expense" }).click();
  await expect(form(page).getByLabel("Amount")).toHaveValue("");
  await form(page).getByRole("button", { name: "Close" }).click();
});

test("what is typed under an expense has its place there, and is sent", async () => {
  await page.getByRole("button", { name: "Ginjinha", exact: true }).click();
  await comment().fill("Was it good?");
  await comment().press("Enter");
  await expect(screen.details.getByText("Was it good?", { exact: true })).toHaveCount(1);
  await expect(page.getByText("Not saved: “Was it good?”")).toHaveCount(0);
  await screen.close();
});

/** Returns how many entries of the tab's storage contain this text. */
function holds(words: string): Promise<number> {
  return page.evaluate(
    (said) =>
      Object.keys(sessionStorage).filter((name) => sessionStorage.getItem(name)?.includes(said)).length,
    words,
  );
}

test("nobody else who signs in here finds any of it", { tag: LONG_TAG }, async () => {
  // One entry is the typed text, the other the expense that Undo would restore.
  expect(await holds("Ginj")).toBe(2);
  const mine = await phone.cookies();
  await phone.clearCookies();
  const ben = await signInNewPerson(phone, "Ben Okri");
  await letIn(trip, as(ann), as(ben), "editor");
  await page.goto(`/trips/${trip.id}`);
  await expect(await newStop()).toHaveValue("");
  await expect.poll(() => holds("Ginj")).toBe(0);
  await phone.clearCookies();
  await phone.addCookies(mine);
});

test("and signing out leaves nothing", { tag: LONG_TAG }, async () => {
  await page.goto(`/trips/${trip.id}`);
  await (await newStop()).fill("16:00 Castle");
  expect(await holds("Castle")).toBe(1);
  await page.goto("/trips");
  await page.getByRole("button", { name: "Account of Ann Lee" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await holds("Castle")).toBe(0);
});
