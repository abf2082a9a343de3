import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

// These tests follow the history of one trip. They run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let desktop: BrowserContext;
let phone: BrowserContext;
let owner: Person;
let friend: Person;
let ann: Page;
let ben: Page;
let tripId: string;
let castleId: string;

test.beforeAll(async ({ browser }) => {
  const options = { baseURL: appUrl(), reducedMotion: "reduce" } as const;
  desktop = await browser.newContext({ ...DEVICES.desktop, ...options });
  phone = await browser.newContext({ ...DEVICES.phone, ...options });
  owner = await signInNewPerson(desktop, "Ann Lee");
  friend = await signInNewPerson(phone, "Ben Okri");
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate: "2027-04-09" };
  const { data: trip } = await call(tripsApi.create, { body }, as(owner));
  tripId = trip.id;
  const params = { tripId };
  const { data } = await call(invitesApi.create, { params, body: { role: "editor" as const } }, as(owner));
  await call(invitesApi.accept, { params: { token: data.token } }, as(friend));
  const lastDay = trip.days.at(-1)?.id ?? null;
  const stop = { name: "Castle", dayId: lastDay, startTime: "08:00", endTime: "09:00" };
  castleId = (await call(stopsApi.create, { params, body: stop }, as(owner))).data.id;
  await setTime("09:30", "10:30", friend);
  await setTime("10:00", "11:00", owner);
  const secret = { list: "packing" as const, text: "A present for Ben", isPrivate: true };
  await call(itemsApi.createMany, { params, body: { items: [secret] } }, as(owner));
  ann = await desktop.newPage();
  ben = await phone.newPage();
  await ann.goto(`/trips/${tripId}?view=activity`);
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

async function setTime(startTime: string, endTime: string, person: Person): Promise<void> {
  const input = { params: { tripId, stopId: castleId }, body: { startTime, endTime } };
  await call(stopsApi.update, input, as(person));
}

const line = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const banner = (page: Page) => page.getByRole("region", { name: "The trip as it was" });
const castle = (page: Page) => page.locator(`main [data-stop="${castleId}"]`);

async function expectUsable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
}

test("the history says who did what; what is private stays with its owner", async () => {
  await expect(line(ann, "Ben changed the time of Castle from 08:00 to 09:30")).toBeVisible();
  await expect(
    line(ann, "You put A present for Ben on the packing list").getByLabel("Only you"),
  ).toBeVisible();
  await ben.goto(`/trips/${tripId}?view=activity`);
  await expect(line(ben, "Ann changed the time of Castle from 09:30 to 10:00")).toBeVisible();
  await expect(line(ben, "A present")).toHaveCount(0);
  await expectUsable(ann);
  await expectUsable(ben);
});

test("an undo that something later contradicts names it, and leads there", async () => {
  const older = line(ann, "Ben changed the time of Castle from 08:00 to 09:30");
  await older.hover();
  await older.getByRole("button", { name: "Undo: Ben changed" }).click();
  await older.getByRole("button", { name: "You changed the time of Castle from 09:30 to 10:00" }).click();
  const newer = line(ann, "You changed the time of Castle from 09:30 to 10:00").last();
  await expect(ann.locator("li:focus")).toContainText("from 09:30 to 10:00");
  await newer.hover();
  await ann
    .locator("li:focus")
    .getByRole("button", { name: /^Undo: You changed/ })
    .click();
  await expect(line(ann, "You undid: you changed the time of Castle")).toBeVisible();
  await older.hover();
  await older.getByRole("button", { name: "Undo: Ben changed" }).click();
  await expect(older.getByText("undone by you")).toBeVisible();
  await older.getByRole("button", { name: "Redo: Ben changed" }).click();
  await expect(older.getByText("undone by you")).toHaveCount(0);
});

test("a shorter trip is one line, and one undo brings the days back", async () => {
  await call(
    tripsApi.update,
    { params: { tripId }, body: { startDate: "2027-04-05", endDate: "2027-04-07" } },
    as(friend),
  );
  const shortened = line(
    ann,
    "Ben shortened the trip to 5 – 7 Apr 2027; 1 stop went to Ideas: Castle",
  ).last();
  await expect(shortened).toBeVisible();
  await shortened.hover();
  await shortened.getByRole("button", { name: /^Undo:/ }).click();
  await expect(shortened.getByText("undone by you")).toBeVisible();
});

test(
  "the trip as it was is shown change by change, takes nothing, and goes on unseen",
  { tag: LONG_TAG },
  async () => {
    const shortened = line(ann, "Ben shortened the trip").last();
    await shortened.hover();
    await shortened.getByRole("button", { name: /^See the plan as it was before: Ben shortened/ }).click();
    await expect(banner(ann)).toContainText("before Ben shortened the trip");
    await expect(castle(ann)).toContainText("09:30");
    await expect(ann.getByRole("button", { name: "Add idea" })).toHaveCount(0);
    await expect(ann.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
    await expectUsable(ann);
    await ann.getByRole("button", { name: "1 thing to look at" }).click();
    const checks = ann.getByRole("dialog", { name: "Things to look at" });
    await expect(checks.getByRole("listitem")).toHaveCount(1);
    await expect(checks.getByRole("button")).toHaveCount(1);
    await ann.keyboard.press("Escape");
    await setTime("12:00", "13:00", friend);
    while (!(await banner(ann).textContent())?.includes("before Ben changed the time of Castle from 08:00")) {
      const before = await banner(ann).textContent();
      await ann.getByRole("button", { name: "One change earlier" }).click();
      await expect(banner(ann)).not.toHaveText(before ?? "");
    }
    await expect(castle(ann)).toContainText("08:00");
    await ann.getByRole("button", { name: "Back to now" }).click();
    await expect(banner(ann)).toHaveCount(0);
    await expect(castle(ann)).toContainText("12:00");
    await expect(ann.getByRole("button", { name: "Add idea" })).toBeVisible();
  },
);

test("the browser's way back leads out of the past", { tag: LONG_TAG }, async () => {
  await ben.getByRole("button", { name: "More: Ann changed the time of Castle" }).first().tap();
  await ben.getByRole("menuitem", { name: "See the plan before this" }).tap();
  await expect(banner(ben)).toBeVisible();
  await expectUsable(ben);
  await ben.goBack();
  await expect(banner(ben)).toHaveCount(0);
  await ben.getByRole("button", { name: "Trip menu" }).tap();
  await ben.getByRole("menuitem", { name: "Share and members" }).tap();
  await expect(ben.getByRole("dialog", { name: "Share and members" })).toBeVisible();
  await ben.goForward();
  await expect(banner(ben)).toBeVisible();
  await expect(ben.getByRole("dialog", { name: "Share and members" })).toHaveCount(0);
  await ben.goBack();
  await expect(banner(ben)).toHaveCount(0);
  await expect(ben.getByRole("button", { name: "People: Everyone" })).toBeVisible();
});

test("a former value of a stop is set back by an ordinary change", { tag: LONG_TAG }, async () => {
  await ann.goto(`/trips/${tripId}?stop=${castleId}`);
  await ann.getByRole("button", { name: "History", exact: true }).click();
  const first = line(ann, "Ben changed the time of Castle from 08:00 to 09:30").first();
  await first.getByRole("button", { name: "Set the time back to 08:00" }).click();
  await expect(line(ann, "You changed the time of Castle from 12:00 to 08:00")).toBeVisible();
});

test(
  "a filter leaves one person's deeds, and what was deleted comes back from its line",
  { tag: LONG_TAG },
  async () => {
    // After 80 changes, the stop's former name is only in events that the page does not load at first.
    const other = { params: { tripId }, body: { name: "Tile museum", dayId: null } };
    const { data: idea } = await call(stopsApi.create, other, as(owner));
    for (let at = 0; at < 80; at += 1) {
      const change = { params: { tripId, stopId: idea.id }, body: { notes: `Open at ${at}` } };
      await call(stopsApi.update, change, as(at % 2 === 0 ? owner : friend));
    }
    await call(stopsApi.delete, { params: { tripId, stopId: castleId } }, as(friend));
    await ann.goto(`/trips/${tripId}?view=activity`);
    // The unfiltered list is long enough to fill the page, so only the filter makes it load more.
    await expect(line(ann, "Ben deleted Castle")).toBeVisible();
    await ann.getByRole("button", { name: "People: Everyone" }).click();
    await ann.getByRole("menuitemradio", { name: "Ben Okri" }).click();
    await ann.keyboard.press("Escape");
    const deleted = line(ann, "Ben deleted Castle");
    await deleted.hover();
    await deleted.getByRole("button", { name: "Restore: Ben deleted Castle" }).click();
    await expect(deleted.getByText("undone by you")).toBeVisible();
    await expect(line(ann, "You brought Castle back")).toHaveCount(0);
    await ann.getByRole("link", { name: "Plan", exact: true }).click();
    await expect(castle(ann)).toBeVisible();
  },
);

test("a history that can't be read says so, and is read at the second try", { tag: LONG_TAG }, async () => {
  const page = await desktop.newPage();
  const events = `**/api/trips/${tripId}/events?*`;
  await page.route(events, (route) => route.abort());
  await page.goto(`/trips/${tripId}?view=activity`);
  await expect(page.getByText("The history could not be loaded.")).toBeVisible();
  await expect(page.getByText("Nothing has happened yet")).toBeHidden();
  await expectUsable(page);
  await page.unroute(events);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(line(page, "deleted Castle").first()).toBeVisible();
  await page.close();
});
