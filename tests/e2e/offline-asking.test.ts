// @long: what needs the service is refused without a connection
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";

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

test("an invite link asked for without a connection is refused at once, and made once when it is back", async () => {
  const { data: trip } = await call(tripsApi.create, { body: { title: "Lisbon" } }, as(ann));
  await page.goto(`/trips/${trip.id}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share and members" });
  const create = dialog.getByRole("button", { name: "Create invite link" });
  await expect(create).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await create.click();
  await expect(dialog.getByRole("alert")).toHaveText("No answer came. Check your connection and try again.");
  await expect(create).toBeEnabled();
  await context.setOffline(false);
  await create.click();
  await expect(dialog.getByLabel("Invite link")).toHaveValue(/\/invite\//);
  const { data: links } = await call(invitesApi.list, { params: { tripId: trip.id } }, as(ann));
  expect(links).toHaveLength(1);
});

test("a link stopped without a connection comes back, and works", async () => {
  const { data: trip } = await call(tripsApi.create, { body: { title: "Lisbon" } }, as(ann));
  const invite = { params: { tripId: trip.id }, body: { role: "editor" as const } };
  await call(invitesApi.create, invite, as(ann));
  await page.goto(`/trips/${trip.id}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share and members" });
  const revoke = dialog.getByRole("button", { name: /^Stop this link/ });
  await expect(revoke).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await revoke.click();
  await expect(dialog.getByRole("alert")).toHaveText(/^The link still works/);
  await expect(revoke).toBeVisible();
});

test("a trip asked for without a connection is refused at once, and made once when it is back", async () => {
  await page.goto("/trips");
  await page.getByRole("banner").getByRole("button", { name: "New trip" }).click();
  await page.getByLabel("Where to").fill("Lisbon");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const create = page.getByRole("button", { name: "Create trip" });
  await create.click();
  await expect(page.getByRole("alert").filter({ hasText: "The trip was not created." })).toBeVisible();
  await expect(page.getByLabel("Where to")).toHaveValue("Lisbon");
  await context.setOffline(false);
  await create.click();
  await expect(page).toHaveURL(/\/trips\/[\w-]+$/);
  await expect(page.getByRole("heading", { name: /Lisbon/, level: 1 })).toBeVisible();
  const { data: trips } = await call(tripsApi.list, {}, as(ann));
  expect(trips.filter(({ title }) => title === "Lisbon")).toHaveLength(1);
});

test("what a dialog, a banner or the account asks for without a connection is refused in words", async () => {
  const { data: trip } = await call(tripsApi.create, { body: { title: "Lisbon" } }, as(ann));
  await call(tripsApi.archive, { params: { tripId: trip.id } }, as(ann));
  const said = (words: string) =>
    expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
  await page.goto(`/trips/${trip.id}?view=activity&asOf=1`);
  await page.getByRole("button", { name: "Go to a moment" }).click();
  await page.getByLabel("Go to a moment").last().fill("2026-01-01T12:00");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await said("This moment could not be loaded.");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await said("The trip did not exist yet at that moment.");

  await page.goto(`/trips/${trip.id}`);
  const unarchive = page.getByRole("button", { name: "Take out of the archive" });
  await expect(unarchive).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await unarchive.click();
  await said("That did not work and was taken back. Try again.");
  await context.setOffline(false);
  await unarchive.click();
  await expect(unarchive).toBeHidden();

  await Promise.all([page.waitForResponse(/\/preferences$/), page.goto("/account")]);
  const kilometres = page.getByRole("radio", { name: "Kilometres" });
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("radio", { name: "Miles" }).click();
  await said("No connection. Nothing was lost; try again when you are back online.");
  await expect(kilometres).toBeChecked();
});

test("a copy whose answer was lost is not made again by a dialog that is opened anew", async () => {
  await call(tripsApi.create, { body: { title: "Lisbon" } }, as(ann));
  await page.goto("/trips");
  const dialog = page.getByRole("dialog", { name: "Duplicate trip" });
  const ask = async () => {
    await page.getByRole("button", { name: "More for Lisbon", exact: true }).click();
    await page.getByRole("menuitem", { name: "Duplicate trip" }).click();
    await dialog.getByRole("button", { name: "Duplicate", exact: true }).click();
  };
  await page.route("**/duplicate", async (route) => {
    const answer = await route.fetch();
    expect(answer.status()).toBe(201);
    await context.setOffline(true);
    await route.abort();
  });
  await ask();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await page.unroute("**/duplicate");
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // The list already shows the copy, although the page never received the service's answer to the first attempt.
  await expect(page.getByRole("link", { name: /^Lisbon \(copy\)/ })).toHaveCount(1);
  await ask();
  await expect(page.getByRole("heading", { name: "Trip title: Lisbon (copy)" })).toBeVisible();
  const { data: trips } = await call(tripsApi.list, {}, as(ann));
  expect(trips.filter(({ title }) => title === "Lisbon (copy)")).toHaveLength(1);
});
