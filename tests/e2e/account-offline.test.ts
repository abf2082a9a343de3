// @long: what the account page does without a connection; the trip page has it in offline-story
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import type { Person } from "#tests/factories/people.ts";
import { signInOnIphone } from "./other-device.ts";
import { appUrl, signInNewPerson } from "./entering.ts";

let context: BrowserContext;
let page: Page;
let ann: Person;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: appUrl() });
  ann = await signInNewPerson(context, "Ann Lee");
  page = await context.newPage();
});

test.afterEach(() => context.close());
test.afterAll(closeDatabases);

/** Returns a section of the account page. */
function part(name: string) {
  return page.getByRole("region", { name, exact: true });
}

test("without a connection nothing looks done: the device and the old name come back", async () => {
  await signInOnIphone(ann);
  await Promise.all([page.waitForResponse(/\/preferences$/), page.goto("/account")]);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await part("Devices").getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(page.getByText(/^No connection\./)).toBeVisible();
  await expect(part("Devices").getByText("Safari on iPhone")).toBeVisible();
  await part("Profile").getByLabel("Name").fill("Ann Larsen");
  await part("Profile").getByLabel("Name").press("Enter");
  await expect(part("Profile").getByRole("alert")).toHaveText(/^No connection\./);
  await expect(page.getByRole("button", { name: "Account of Ann Lee" })).toBeVisible();
});

test("what has to be said before the code for it came is said without it, and goes", async () => {
  await signInOnIphone(ann);
  // The browser is never idle, so the page fetches no code ahead. The clock is installed first, because it replaces
  // `requestIdleCallback` too.
  await page.clock.install();
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await Promise.all([page.waitForResponse(/\/preferences$/), page.goto("/account")]);
  await expect(part("Devices").getByText("Safari on iPhone")).toBeVisible();
  // All code that the page itself needs must be loaded; a page that lacks some of it reloads.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await part("Devices").getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  const said = page.getByRole("alert").filter({ hasText: /^No connection\./ });
  await expect(said).toBeVisible();
  await expect(part("Devices").getByText("Safari on iPhone")).toBeVisible();
  await page.clock.fastForward(12_000);
  await expect(said).toBeHidden();
});
