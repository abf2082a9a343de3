import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { sessions } from "#db/schema/auth.ts";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { DEVICES } from "./devices.ts";
import { signInOnIphone } from "./other-device.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { expectAccessible } from "./pair.ts";
import { TripScreen } from "./trip-screen.ts";
import { changesOf, listOf, rowsOf } from "./unsent-changes.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

let device: BrowserContext;
let ann: Person;
let ben: Person;
let trip: TripDto;

test.beforeEach(async ({ browser }) => {
  device = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl(), reducedMotion: "reduce" });
  const home = await browser.newContext();
  ann = await signInNewPerson(home, "Ann Lee");
  await home.close();
  ben = await signInNewPerson(device, "Ben Okri");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06" };
  ({ data: trip } = await call(tripsApi.create, { body: { title: "Lisbon", ...dates } }, as(ann)));
  await letIn(trip, as(ann), as(ben), "editor");
});

test.afterEach(() => device.close());
test.afterAll(closeDatabases);

/** Adds a stop without a network, and closes the page before the network is back. */
async function leaveStop(name: string): Promise<void> {
  const screen = new TripScreen(await device.newPage());
  await screen.page.goto(`/trips/${trip.id}`);
  // All code that the page needs must be loaded; a page that lacks some of it reloads.
  const day = screen.day("Mon 5 Apr");
  await day.getByRole("button", { name: /^Add a stop to/ }).click();
  await day.getByRole("combobox", { name: "New stop" }).press("Escape");
  await screen.page.waitForLoadState("networkidle");
  await device.setOffline(true);
  await screen.add(day, name);
  await expect(changesOf(screen.page).filter({ visible: true })).toContainText("1 unsent");
  await screen.page.close();
}

async function backOnTheList(): Promise<Page> {
  await device.setOffline(false);
  const page = await device.newPage();
  await page.goto("/trips");
  return page;
}

async function signInAgain(): Promise<void> {
  await device.clearCookies();
  await device.addCookies([sessionCookie(await signInOnIphone(ben), appUrl())]);
}

async function stops(): Promise<string[]> {
  const { data } = await call(tripsApi.get, { params: { tripId: trip.id } }, as(ann));
  return data.stops.map(({ name }) => name);
}

function notSaved(page: Page) {
  return page.getByRole("region", { name: "Not saved" });
}

test("what was written without a network is sent from the list of trips, though nobody opens its trip", async () => {
  await leaveStop("Pastéis de nata");
  expect(await stops()).toEqual([]);
  const page = await backOnTheList();
  await expect.poll(stops, { timeout: 20_000 }).toEqual(["Pastéis de nata"]);
  await expect(notSaved(page)).toBeHidden();
});

test(
  "who was taken out of the trip meanwhile finds what they had written, until they discard it",
  { tag: LONG_TAG },
  async () => {
    await leaveStop("金閣寺，早上去");
    await call(membersApi.remove, { params: { tripId: trip.id, userId: ben.userId } }, as(ann));
    const page = await backOnTheList();
    await expect(notSaved(page)).toContainText("A change to a trip that you are no longer in");
    await expect(notSaved(page)).toContainText("金閣寺，早上去");
    await expectAccessible(page);
    await page.reload();
    await notSaved(page).getByRole("button", { name: "Discard" }).click();
    await expect(notSaved(page)).toBeHidden();
    await page.reload();
    await page.waitForLoadState("networkidle");
    await expect(notSaved(page)).toBeHidden();
    expect(await stops()).toEqual([]);
  },
);

test("a session that ended meanwhile loses nothing: the next one of the same person sends it", async () => {
  await leaveStop("Miradouro");
  await freshDatabase().drizzle.delete(sessions).where(eq(sessions.id, ben.sessionId));
  await signInAgain();
  await backOnTheList();
  await expect.poll(stops, { timeout: 20_000 }).toEqual(["Miradouro"]);
});

/** Opens the trip list, presses sign-out while no write can be sent, and returns the page with the question. */
async function askToLeave(): Promise<Page> {
  await device.route("**/api/trips/**", (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort("connectionfailed"),
  );
  const page = await backOnTheList();
  await page.getByRole("button", { name: "Account of Ben Okri" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("dialog", { name: "1 change is not saved yet" })).toBeVisible();
  return page;
}

test("who signs out is asked about what waits, and what they keep is sent after the next sign-in", async () => {
  await leaveStop("Jardim");
  const page = await askToLeave();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep them here and sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.waitForLoadState("networkidle");
  await device.unroute("**/api/trips/**");
  await signInAgain();
  await page.goto("/trips");
  await expect.poll(stops, { timeout: 20_000 }).toEqual(["Jardim"]);
});

test("what they discard is gone for good", { tag: LONG_TAG }, async () => {
  await leaveStop("Jardim");
  const page = await askToLeave();
  await page.getByRole("button", { name: "Discard them and sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.waitForLoadState("networkidle");
  await device.unroute("**/api/trips/**");
  await signInAgain();
  await page.goto(`/trips/${trip.id}`);
  await expect(page.getByRole("heading", { name: "Lisbon" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await stops()).toEqual([]);
});

function unsent({ page }: TripScreen) {
  return changesOf(page).filter({ visible: true });
}

test(
  "what one tab has not sent shows in the others, until it is taken back or sent",
  { tag: LONG_TAG },
  async () => {
    await device.route("**/api/trips/**", (route) =>
      route.request().method() === "GET" ? route.continue() : route.abort("connectionfailed"),
    );
    const [one, other] = [new TripScreen(await device.newPage()), new TripScreen(await device.newPage())];
    for (const { page } of [other, one]) await page.goto(`/trips/${trip.id}`);
    await one.add(one.day("Mon 5 Apr"), "Jardim");
    for (const screen of [one, other]) await expect(unsent(screen)).toContainText("1 unsent");
    await unsent(other).click();
    await expect(listOf(other.page)).toContainText("In another tab");
    await expect(rowsOf(other.page)).toContainText("Stop “Jardim” added");
    await expectAccessible(other.page);

    await unsent(one).click();
    await listOf(one.page)
      .getByRole("button", { name: /^Take back/ })
      .click();
    for (const screen of [one, other]) await expect(unsent(screen)).toBeHidden();
    await one.add(one.day("Mon 5 Apr"), "Miradouro");
    for (const screen of [one, other]) await expect(unsent(screen)).toContainText("1 unsent");
    await device.unroute("**/api/trips/**");
    await one.page.evaluate(() => window.dispatchEvent(new Event("online")));
    for (const screen of [one, other]) await expect(unsent(screen)).toBeHidden();
    expect(await stops()).toEqual(["Miradouro"]);
  },
);

/** Opens one trip in two tabs and adds a stop in the first, which cannot be sent. */
async function twoTabs(): Promise<[TripScreen, TripScreen]> {
  await device.route("**/api/trips/**", (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort("connectionfailed"),
  );
  const tabs: [TripScreen, TripScreen] = [
    new TripScreen(await device.newPage()),
    new TripScreen(await device.newPage()),
  ];
  for (const { page } of tabs) await page.goto(`/trips/${trip.id}`);
  await tabs[0].add(tabs[0].day("Mon 5 Apr"), "Jardim");
  for (const tab of tabs) await expect(unsent(tab)).toContainText("1 unsent");
  return tabs;
}

test(
  "a tab that is loaded again still draws what it had not sent, and undo says that another tab has it",
  { tag: LONG_TAG },
  async () => {
    const [one, other] = await twoTabs();
    await one.page.reload();
    for (const tab of [one, other]) await expect(tab.day("Mon 5 Apr")).toContainText("Jardim");
    await one.page.getByRole("button", { name: "Undo my last change" }).click();
    await expect(one.page.getByText("Your newest changes wait in another tab")).toBeVisible();
    await device.unroute("**/api/trips/**");
    await other.page.evaluate(() => window.dispatchEvent(new Event("online")));
    for (const tab of [one, other]) await expect(unsent(tab)).toBeHidden();
    await expect(one.day("Mon 5 Apr")).toContainText("Jardim");
    expect(await stops()).toEqual(["Jardim"]);
  },
);

test(
  "undo of what an earlier page has left unsent leads to the list that takes it back",
  { tag: LONG_TAG },
  async () => {
    const [one, other] = await twoTabs();
    await other.page.close();
    await one.page.reload();
    await expect(one.day("Mon 5 Apr")).toContainText("Jardim");
    await one.page.getByRole("button", { name: "Undo my last change" }).click();
    await one.page.getByRole("button", { name: "Show changes" }).click();
    const list = one.page.getByRole("dialog", { name: "Changes on this device" });
    await list.getByRole("button", { name: /^Take back/ }).click();
    await expect(list).toContainText("Everything is saved");
    await list.getByRole("button", { name: "Close" }).click();
    await expect(one.day("Mon 5 Apr")).not.toContainText("Jardim");
  },
);
