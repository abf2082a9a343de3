// @long: the search of the page; unit and integration have its results
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, signInNewPerson } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";

let desktop: BrowserContext;
let phone: BrowserContext;
let lived: LivedInTrip;

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext(DEVICES.desktop);
  phone = await browser.newContext(DEVICES.phone);
  lived = await livedInTrip(
    await signInNewPerson(desktop, "Ann Lee"),
    await signInNewPerson(phone, "Ben Okri"),
  );
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

function field(page: Page): Locator {
  return page.getByRole("combobox", { name: "Search and commands" });
}

function chosen(page: Page): Locator {
  return page.getByRole("option", { selected: true });
}

async function openTrip(): Promise<Page> {
  const page = await desktop.newPage();
  await page.goto(`${appUrl()}/trips/${lived.trip.id}`);
  await page.locator("[data-row]").first().waitFor();
  return page;
}

/** Presses the palette's keys until its field has the focus. */
async function openByKeys(page: Page): Promise<void> {
  await expect(async () => {
    if (!(await field(page).isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(field(page)).toBeFocused({ timeout: 1000 });
  }).toPass();
}

test("finds a stop of the open trip in spite of a slip, and Enter opens it", async () => {
  const page = await openTrip();
  await openByKeys(page);
  await field(page).fill("castel");
  await expect(chosen(page)).toContainText("São Jorge Castle");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("region", { name: "São Jorge Castle" })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`stop=${lived.castleId}`));
  // When the palette is opened the next time, the stop that was opened is the first entry.
  await openByKeys(page);
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toContainText(
    "São Jorge Castle",
  );
  await page.close();
});

test("runs commands by their names, and says when nothing fits", async () => {
  const page = await openTrip();
  await openByKeys(page);
  await field(page).fill("invite people");
  await expect(chosen(page)).toContainText("Share and members");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Ben Okri");
  // The palette does not open over a dialog, because it would discard the dialog's content.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeHidden();
  await page.keyboard.press("Escape");

  await openByKeys(page);
  await field(page).fill("xyzzy");
  await expect(page.getByText("Nothing found for “xyzzy”.")).toBeVisible();
  await field(page).fill("dark");
  await expect(chosen(page)).toHaveText("Dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // In the dark theme, shadows alone do not separate layers, so the upper layer has an edge.
  await openByKeys(page);
  await expect(page.getByRole("dialog")).toHaveCSS("box-shadow", /rgb\(51, 55, 53\) 0px 0px 0px 1px/);
  await page.close();
});

test("goes to a day, a tab, and adds a stop there", async () => {
  const page = await openTrip();
  await openByKeys(page);
  await field(page).fill("day 3");
  await expect(chosen(page)).toContainText("Wed 7 Apr");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /^Wed 7 Apr/ })).toHaveAttribute("aria-current", "true");
  await openByKeys(page);
  await field(page).fill("add a stop");
  await page.keyboard.press("Enter");
  const wednesday = page.getByRole("region", { name: /^Wed 7 Apr/ });
  await expect(wednesday.getByRole("combobox", { name: "New stop" })).toBeFocused();
  await page.close();
});

test("on a phone a button opens it, on the list it finds trips and what stands in them", async () => {
  const page = await phone.newPage();
  await page.goto(`${appUrl()}/trips`);
  // The link is found by its role, because a streaming page contains a hidden copy of what it will show.
  await page.getByRole("link", { name: /Lisbon in spring/ }).waitFor();
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await field(page).fill("lisbn");
  await expect(chosen(page)).toContainText("Lisbon in spring");
  await field(page).fill("K7PQ2M");
  await page.getByRole("option", { name: /TP 210/ }).tap();
  await expect(page).toHaveURL(new RegExp(`booking=${lived.flightId}`));
  await expect(page.getByRole("dialog").getByRole("region", { name: /TP 210/ })).toBeVisible();
  await page.close();
});

test("without an answer it says so and still finds what is here", async () => {
  const page = await openTrip();
  await page.route("**/api/search?*", (route) => route.abort());
  await openByKeys(page);
  await field(page).fill("castle");
  await expect(page.getByRole("alert")).toContainText("Your other trips could not be searched.");
  await expect(chosen(page)).toContainText("São Jorge Castle");
  await page.unroute("**/api/search?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toBeHidden();
  await page.close();
});

test("a new trip can be begun from the account page", async () => {
  const page = await desktop.newPage();
  await page.goto(`${appUrl()}/account`);
  await page.getByRole("heading", { name: "Account" }).waitFor();
  await openByKeys(page);
  await field(page).fill("new trip");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Where to")).toBeVisible();
  await expect(page).toHaveURL(/\/trips$/);
  await page.close();
});

test("the list shows what its address says, and a row's menu archives and brings back", async () => {
  const page = await desktop.newPage();
  await page.goto(`${appUrl()}/trips`);
  await page.getByRole("button", { name: "Filter: Trips in use" }).click();
  await page.getByRole("menuitemradio", { name: "Upcoming" }).click();
  await expect(page).toHaveURL(/\?filter=upcoming$/);
  await expect(page.getByRole("heading", { name: "Upcoming", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "More for Lisbon in spring" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByRole("link", { name: /Lisbon in spring/ })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: /Lisbon in spring/ })).toBeVisible();
  await page.getByRole("button", { name: "More for Lisbon in spring" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("Deleted “Lisbon in spring”")).toBeVisible();
  await page.goto(`${appUrl()}/trips?filter=deleted`);
  await page.getByRole("button", { name: "Restore: Lisbon in spring" }).click();
  await page.goto(`${appUrl()}/trips?filter=past`);
  await expect(page.getByRole("heading", { name: "No trip is over yet" })).toBeVisible();
  await page.close();
});
