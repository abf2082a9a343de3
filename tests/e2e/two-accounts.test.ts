// @long: two accounts in one browser
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";
import { changesOf } from "./unsent-changes.ts";

/* In one browser, another person signs in in a second tab. */

let browserOfBoth: BrowserContext;
let eve: Person;
let fay: Person;
let trip: TripDto;
let screen: TripScreen;

test.beforeEach(async ({ browser }) => {
  const home = await browser.newContext();
  fay = await signInNewPerson(home, "Fay Moss");
  await home.close();
  browserOfBoth = await browser.newContext({
    ...DEVICES.desktop,
    baseURL: appUrl(),
    reducedMotion: "reduce",
  });
  eve = await signInNewPerson(browserOfBoth, "Eve Long");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06" };
  ({ data: trip } = await call(tripsApi.create, { body: { title: "Lisbon", ...dates } }, as(eve)));
  await letIn(trip, as(eve), as(fay), "editor");
  screen = new TripScreen(await browserOfBoth.newPage());
});

test.afterEach(() => browserOfBoth.close());
test.afterAll(closeDatabases);

async function become({ token }: Person): Promise<void> {
  await browserOfBoth.clearCookies({ name: /session_token/ });
  await browserOfBoth.addCookies([sessionCookie(token, appUrl())]);
}

async function stops() {
  return (await call(tripsApi.get, { params: { tripId: trip.id } }, as(eve))).data.stops;
}

function bar(page: Page) {
  return page.getByRole("alert").filter({ hasText: "Fay Moss is signed in in this browser now" });
}

/** Adds something to Eve's trip as Eve, after Fay has signed in in another tab. */
async function writeTooLate(): Promise<void> {
  const { page } = screen;
  await page.goto(`/trips/${trip.id}`);
  const day = screen.day("Mon 5 Apr");
  await screen.add(day, "Castle");
  await expect.poll(async () => (await stops()).length).toBe(1);
  await page.waitForLoadState("networkidle");
  await become(fay);
  await screen.add(day, "Museum");
  await expect(bar(page)).toBeVisible();
}

test("what the first one's page writes goes out as nobody else's, and as theirs once they are back", async () => {
  const { page } = screen;
  await writeTooLate();
  await expect(bar(page)).toContainText("Unsent changes stay on this device under your own account.");
  await expect(changesOf(page).filter({ visible: true })).toContainText("Changes wait until you sign in");
  expect((await stops()).map(({ name }) => name)).toEqual(["Castle"]);
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    bar(page).getByRole("link", { name: "Sign in as yourself again" }).click(),
  ]);
  // The sign-in form is shown although Fay is signed in.
  await expect(tab.getByLabel("E-mail")).toBeVisible();
  await tab.getByRole("link", { name: "Create an account" }).click();
  await expect(tab.getByLabel("Name", { exact: true })).toBeVisible();
  await become(eve);
  await tab.close();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(bar(page)).toBeHidden();
  await expect.poll(async () => (await stops()).map(({ name }) => name)).toEqual(["Castle", "Museum"]);
  const { data } = await call(eventsApi.list, { params: { tripId: trip.id } }, as(eve));
  const added = data.events.filter(({ op }) => op === "stop.created");
  expect(added).toMatchObject([{ actorId: eve.userId }, { actorId: eve.userId }]);
});

test("who goes on as the other one leaves the first one's changes waiting for them", async () => {
  const { page } = screen;
  await writeTooLate();
  page.once("dialog", (dialog) => void dialog.accept());
  await bar(page).getByRole("button", { name: "Go on as Fay Moss" }).click();
  await expect(page.locator('meta[name="wayfare-page-user"]')).toHaveAttribute("content", fay.userId);
  await expect(bar(page)).toBeHidden();
  await screen.add(screen.day("Mon 5 Apr"), "Harbour");
  await expect.poll(async () => (await stops()).map(({ name }) => name)).toEqual(["Castle", "Harbour"]);
  await become(eve);
  await page.goto("/trips");
  await expect.poll(async () => (await stops()).length, { timeout: 20_000 }).toBe(3);
});

test("an account's page changes nothing of another's account", async () => {
  const { page } = screen;
  await page.goto("/account");
  await page.waitForLoadState("networkidle");
  await become(fay);
  await page.getByLabel("Name").fill("Somebody");
  await page.getByLabel("Name").press("Enter");
  await expect(bar(page)).toBeVisible();
  const { data } = await call(tripsApi.get, { params: { tripId: trip.id } }, as(eve));
  expect(data.members.map(({ name }) => name)).toEqual(expect.arrayContaining(["Eve Long", "Fay Moss"]));
});
