// @long: drafts at the sign-out
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { DEVICES } from "./devices.ts";
import { signInOnIphone } from "./other-device.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { letIn } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";

// A viewer signs out of this device in three ways. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let device: BrowserContext;
let page: Page;
let ben: Person;
let trip: TripDto;

test.beforeAll(async ({ browser }) => {
  device = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl(), reducedMotion: "reduce" });
  const home = await browser.newContext();
  const ann = await signInNewPerson(home, "Ann Lee");
  await home.close();
  ben = await signInNewPerson(device, "Ben Okri");
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate: "2027-04-06" };
  ({ data: trip } = await call(tripsApi.create, { body }, as(ann)));
  const stop = { name: "Tile museum", dayId: trip.days[0]?.id ?? null };
  await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, as(ann));
  await letIn(trip, as(ann), as(ben), "viewer");
  page = await device.newPage();
});

test.afterAll(async () => {
  await device.close();
  await closeDatabases();
});

/** Returns the kinds of private texts that the browser has stored. */
function wordsHere(): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).flatMap((name) => /^(?:palette|suggestion)(?= )/.exec(name)?.[0] ?? []),
  );
}

async function openTrip(): Promise<TripScreen> {
  const screen = new TripScreen(page);
  await page.goto(`/trips/${trip.id}`);
  await screen.stop("Tile museum").waitFor();
  return screen;
}

/** Opens a stop from the palette and drafts a suggestion for another one. */
async function leaveWords(): Promise<void> {
  const screen = await openTrip();
  const field = page.getByRole("combobox", { name: "Search and commands" });
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
  await field.fill("tile");
  await expect(page.getByRole("option", { selected: true })).toContainText("Tile museum");
  await page.keyboard.press("Enter");
  await screen.close();
  await screen.add(screen.day("Mon 5 Apr"), "Ginjinha");
  await expect.poll(async () => (await wordsHere()).toSorted()).toEqual(["palette", "suggestion"]);
}

async function signOut(how: string): Promise<void> {
  await page.goto("/trips");
  await page.getByRole("button", { name: "Account of Ben Okri" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("dialog", { name: "1 change is not saved yet" })).toBeVisible();
  await page.getByRole("button", { name: how }).click();
  await expect(page).toHaveURL(/\/$/);
}

async function signInAgain(): Promise<void> {
  await device.clearCookies();
  await device.addCookies([sessionCookie(await signInOnIphone(ben), appUrl())]);
}

test("who signs out is asked about a draft; what they looked for goes, what they keep is theirs again", async () => {
  await leaveWords();
  await signOut("Keep them here and sign out");
  expect(await wordsHere()).toEqual(["suggestion"]);
  await signInAgain();
  await expect((await openTrip()).stop("Ginjinha")).toBeVisible();
});

test("what they discard leaves no word of it", async () => {
  await signOut("Discard them and sign out");
  expect(await wordsHere()).toEqual([]);
});

test("nor does an account that is deleted", async () => {
  await signInAgain();
  await leaveWords();
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type “delete” to confirm").fill("delete");
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await wordsHere()).toEqual([]);
});
