// @long: answers that come after their dialog was closed
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import { accounts } from "#db/schema/auth.ts";
import { call } from "#lib/client/base/api.ts";
import { hashPassword } from "#lib/server/auth/password.ts";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { totp } from "#tests/helpers/totp.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { PASSWORD } from "./signing-up.ts";

// These tests check that an answer that arrives late does not affect what the user has gone on to.

let context: BrowserContext;
let page: Page;
let ann: Person;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  ann = await signInNewPerson(context, "Ann Lee");
  page = await context.newPage();
});

test.afterEach(() => context.close());
test.afterAll(closeDatabases);

async function makeTrip(title: string): Promise<string> {
  const body = { title, startDate: "2027-04-05", endDate: "2027-04-09" };
  return (await call(tripsApi.create, { body }, as(ann))).data.id;
}

async function fromMenu(item: string): Promise<void> {
  await page.getByRole("button", { name: "Trip menu" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

const tripTitle = (title: string) => page.getByRole("heading", { name: `Trip title: ${title}` });

/** Holds back requests of one kind, and therefore their answers, until `letGo` is called. */
async function hold(path: string | RegExp, method: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise;
    await route.fallback();
  });
  const isIt = (url: string) => (typeof path === "string" ? url.endsWith(path.slice(2)) : path.test(url));
  return {
    asked: page.waitForRequest((request) => request.method() === method && isIt(request.url())),
    /** Lets the requests go. @returns a promise that resolves when the page has the answer */
    async letGo() {
      const answered = page.waitForResponse((answer) => isIt(answer.url()));
      resolve();
      await (await answered).finished();
      await page.evaluate(() => new Promise(requestAnimationFrame));
    },
  };
}

test("a copy that comes after its dialog was closed is told of, and opens when one says so", async () => {
  await page.goto(`/trips/${await makeTrip("Lisbon")}`);
  const copying = await hold("**/duplicate", "POST");
  await fromMenu("Duplicate…");
  const dialog = page.getByRole("dialog", { name: "Duplicate trip" });
  await dialog.getByRole("button", { name: "Duplicate", exact: true }).click();
  await copying.asked;
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await fromMenu("Share and members");
  const next = page.getByRole("dialog", { name: "Share and members" });
  await expect(next).toBeVisible();
  await copying.letGo();
  await expect(page.getByText("Created “Lisbon (copy)”")).toBeVisible();
  await expect(next).toBeVisible();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(tripTitle("Lisbon (copy)")).toBeVisible();
});

test("a copy that fails after its dialog was closed is told of too", async () => {
  await page.goto(`/trips/${await makeTrip("Lisbon")}`);
  const failing = Promise.withResolvers<void>();
  await page.route("**/duplicate", async (route) => {
    await failing.promise;
    await route.fulfill({ status: 500, json: { code: "INTERNAL", message: "" } });
  });
  await fromMenu("Duplicate…");
  const dialog = page.getByRole("dialog", { name: "Duplicate trip" });
  const asked = page.waitForRequest("**/duplicate");
  await dialog.getByRole("button", { name: "Duplicate", exact: true }).click();
  await asked;
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  failing.resolve();
  await expect(page.getByText("The trip was not duplicated. Try again.")).toBeVisible();
});

test("who has opened another trip stays there when the one before is deleted", async () => {
  const ghentId = await makeTrip("Ghent");
  await makeTrip("Turku");
  await page.goto("/trips");
  await page.getByRole("link", { name: /^Ghent/ }).click();
  await expect(tripTitle("Ghent")).toBeVisible();
  const deleting = await hold(`**/trips/${ghentId}`, "DELETE");
  await fromMenu("Delete trip");
  await deleting.asked;
  await page.goBack();
  await page.getByRole("link", { name: /^Turku/ }).click();
  await expect(tripTitle("Turku")).toBeVisible();
  await deleting.letGo();
  await expect(page.getByText("Deleted “Ghent”")).toBeVisible();
  const restored = page.waitForResponse(`**/trips/${ghentId}/restore`);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await (await restored).finished();
  await expect(tripTitle("Turku")).toBeVisible();
});

test("backup codes that are on their way are waited for, whatever is pressed meanwhile", async () => {
  const password = await hashPassword(PASSWORD);
  const { userId } = ann;
  await freshDatabase()
    .drizzle.insert(accounts)
    .values({ id: uuidv7(), userId, accountId: userId, providerId: "credential", password });
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Two-factor sign-in", exact: true });
  const dialog = page.getByRole("dialog");
  const codes = dialog.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  const staysOpen = async () => {
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    for (const name of ["Close", "Cancel"]) {
      await expect(dialog.getByRole("button", { name, exact: true })).toBeDisabled();
    }
  };

  await section.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const link = dialog.getByRole("link", { name: "Open in an app on this device" });
  const uri = (await link.getAttribute("href")) ?? "";
  const turningOn = await hold("**/two-factor/verify-totp", "POST");
  await dialog.getByLabel("Code from the app").fill(totp(uri));
  await turningOn.asked;
  await staysOpen();
  await turningOn.letGo();
  await expect(codes).toHaveCount(10);
  await dialog.getByRole("button", { name: "I saved them" }).click();

  const making = await hold("**/two-factor/generate-backup-codes", "POST");
  await section.getByRole("button", { name: "New backup codes" }).click();
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Make new codes" }).click();
  await making.asked;
  await staysOpen();
  await making.letGo();
  await expect(codes).toHaveCount(10);
});

async function openInvites() {
  await page.goto(`/trips/${await makeTrip("Lisbon")}`);
  await fromMenu("Share and members");
  const dialog = page.getByRole("dialog", { name: "Share and members" });
  return {
    dialog,
    create: dialog.getByRole("button", { name: "Create invite link" }),
    link: dialog.getByRole("textbox", { name: "Invite link" }),
    making: await hold("**/invites", "POST"),
  };
}

test("who two names are is said though the row is gone before the answer comes", async () => {
  const tripId = await makeTrip("Lisbon");
  await call(membersApi.addPlaceholder, { params: { tripId }, body: { name: "Cleo" } }, as(ann));
  await page.goto(`/trips/${tripId}`);
  const answer = Promise.withResolvers<void>();
  await page.route("**/merge", async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await fromMenu("Share and members");
  const dialog = page.getByRole("dialog", { name: "Share and members" });
  await dialog.getByRole("button", { name: "Cleo, no account yet" }).click();
  await page.getByRole("menuitem", { name: "This is the same person as…" }).click();
  const field = dialog.getByLabel("Cleo is the same person as");
  await field.selectOption("Ann Lee");
  await dialog.getByRole("button", { name: "Make one person" }).click();
  await expect(field).toBeHidden();
  answer.resolve();
  await expect(page.getByText("Cleo is Ann Lee from now on")).toBeVisible();
});

test("an invite whose link is being made stays as it was chosen", async () => {
  const { dialog, link, making } = await openInvites();
  const email = dialog.getByLabel("Only for this e-mail address");
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await email.press("Enter");
  await making.asked;
  await expect(dialog.getByRole("radio", { name: "Can edit" })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Can view" })).toBeDisabled();
  await expect(dialog.getByLabel("Works for")).toBeDisabled();
  await expect(email).not.toBeEditable();
  await making.letGo();
  await expect(link).toBeFocused();
});

test("an invite's link leaves the focus to who types by then, and else has it", async () => {
  const { dialog, create, link, making } = await openInvites();
  await create.click();
  await making.asked;
  await dialog.getByRole("button", { name: "Add a name without an account" }).click();
  await page.keyboard.type("Car");
  await making.letGo();
  await expect(link).toBeVisible();
  await page.keyboard.type("la");
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Carla");
  await dialog.getByRole("button", { name: "Make another" }).click();
  await create.click();
  await expect(link).toBeFocused();
});

test("a moment that is found late takes nobody back who closed it, or is in the present again", async () => {
  const tripId = await makeTrip("Lisbon");
  await call(tripsApi.update, { params: { tripId }, body: { title: "Lisboa" } }, as(ann));
  await page.goto(`/trips/${tripId}?asOf=2`);
  const banner = page.getByRole("region", { name: "The trip as it was" });
  const picker = page.getByRole("dialog", { name: "Go to a moment" });
  await expect(banner).toContainText("As of");
  const finding = await hold(/\/snapshot\?at=/, "GET");
  await banner.getByRole("button", { name: "Go to a moment" }).click();
  const moment = picker.getByLabel("Go to a moment");
  await moment.fill((await moment.getAttribute("max")) ?? "");
  await picker.getByRole("button", { name: "Go", exact: true }).click();
  await finding.asked;
  await page.keyboard.press("Escape");
  await expect(picker).toBeHidden();
  await banner.getByRole("button", { name: "Back to now" }).click();
  await expect(banner).toBeHidden();
  await finding.letGo();
  await expect(page.getByRole("button", { name: "Add idea" })).toBeVisible();
  await expect(banner).toBeHidden();
});
