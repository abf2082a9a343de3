import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { call } from "#lib/client/base/api.ts";
import { invitesApi, membersApi, stopsApi, tripsApi } from "#lib/client/base/operations.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { signUpHere } from "./signing-up.ts";
import { TripScreen } from "./trip-screen.ts";
import { changesOf } from "./unsent-changes.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

// These tests follow one visit of a guest. They run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let desktop: BrowserContext;
let phone: BrowserContext;
let ann: TripScreen;
let gil: TripScreen;
let tripPath = "";
let invite = "";
let owner: Person;

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  phone = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
  owner = await signInNewPerson(desktop, "Ann Lee");
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate: "2027-04-07" };
  const { data: trip } = await call(tripsApi.create, { body }, as(owner));
  const params = { tripId: trip.id };
  const stop = { name: "Castle", dayId: trip.days[0]?.id ?? null };
  await call(stopsApi.create, { params, body: stop }, as(owner));
  invite = (await call(invitesApi.create, { params, body: { role: "editor" } }, as(owner))).data.url;
  tripPath = `/trips/${trip.id}`;
  ann = new TripScreen(await desktop.newPage());
  gil = new TripScreen(await phone.newPage());
  await ann.page.goto(tripPath);
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

test("an invite link opened on a phone lets somebody in under a name", async () => {
  const { page } = gil;
  await page.goto(invite);
  await expect(page.getByRole("link", { name: "Create an account to join" })).toBeVisible();
  await page.getByRole("button", { name: "Continue as a guest" }).click();
  await expect(page.getByText("Enter the name the others know you by.")).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await page.getByLabel("Your name").fill("Gil");
  await page.getByRole("button", { name: "Continue as a guest" }).click();
  await page.waitForURL(`**${tripPath}`);
  await expect(page.getByText("You are here as a guest.")).toBeVisible();
});

test("a guest is offered what a guest may do", async () => {
  const { page } = gil;
  await expect(page.getByRole("link", { name: "All trips" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Add a stop to/ })).toHaveCount(0);
  await page.goto("/trips");
  await page.waitForURL(`**${tripPath}`);
  await page.goto("/account");
  await page.waitForURL("**/sign-up?**");
  await page.goto(tripPath);
});

test("the vote and the comment of a guest are there for the others", async () => {
  await gil.open("Castle");
  await gil.details.getByRole("button", { name: "Vote for Castle, 0 so far" }).click();
  await gil.details.getByLabel("Write a comment").fill("Open till six.");
  await gil.details.getByRole("button", { name: "Send" }).click();
  await expect(gil.details.getByText("Open till six.")).toBeVisible();
  await ann.open("Castle");
  await expect(ann.details.getByText("Open till six.")).toBeVisible();
  await expect(ann.details.getByRole("button", { name: "Vote for Castle, 1 so far" })).toBeVisible();
  await gil.close();
});

test("a guest without an account is offered no role that they could not have", async () => {
  await ann.close();
  await ann.page.getByRole("button", { name: "Share" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Share and members" });
  await dialog.getByRole("button", { name: /^Guest, Gil/ }).click();
  await expect(ann.page.getByRole("menuitem", { name: "Remove from the trip" })).toBeVisible();
  await expect(ann.page.getByRole("menuitemradio")).toHaveCount(0);
  await ann.page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Close" }).click();
  await ann.open("Castle");
});

test("signing up keeps it all, and gives what the invite gives", async () => {
  const { page } = gil;
  await page.getByRole("link", { name: "Sign up to keep this trip" }).click();
  await signUpHere(page, "Gil Stone");
  await page.waitForURL(`**${tripPath}`);
  await expect(page.getByText("You are here as a guest.")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "All trips" })).toBeVisible();
  await gil.open("Castle");
  await expect(gil.details.getByText("Open till six.")).toBeVisible();
  const own = gil.details.getByRole("button", { name: "Vote for Castle, 1 so far" });
  await expect(own).toHaveAttribute("aria-pressed", "true");
  // The page that was open all the time shows the new name.
  await expect(ann.details.getByText(/Gil Stone|Gil/).first()).toBeVisible();
  await ann.close();
  await ann.page.getByRole("button", { name: "Share" }).click();
  await expect(ann.page.getByText("Gil Stone")).toBeVisible();
  await expect(ann.page.getByRole("button", { name: "Can edit, Gil Stone" })).toBeVisible();
});

test(
  "what a guest wrote without a network is sent by the account that they sign up for",
  { tag: LONG_TAG },
  async ({ browser }) => {
    const tablet = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
    const hal = new TripScreen(await tablet.newPage());
    await hal.page.goto(invite);
    await hal.page.getByLabel("Your name").fill("Hal");
    await hal.page.getByRole("button", { name: "Continue as a guest" }).click();
    await hal.page.waitForURL(`**${tripPath}`);
    await hal.open("Castle");
    await hal.page.waitForLoadState("networkidle");
    await tablet.setOffline(true);
    await hal.details.getByLabel("Write a comment").fill("Bring water.");
    await hal.details.getByRole("button", { name: "Send" }).click();
    await hal.close();
    await expect(changesOf(hal.page).filter({ visible: true })).toContainText("1 unsent");
    await hal.page.close();
    await tablet.setOffline(false);
    const page = await tablet.newPage();
    await page.goto(`/sign-up?next=${tripPath}`);
    await signUpHere(page, "Hal Reed");
    await page.waitForURL(`**${tripPath}`);
    await ann.page.goto(tripPath);
    await ann.open("Castle");
    await expect(ann.details.getByText("Bring water.")).toBeVisible();
    // After a reload, the page has no unsent writes.
    await page.reload();
    await page.waitForLoadState("networkidle");
    await ann.page.reload();
    await ann.details.getByText("Open till six.").waitFor();
    await expect(ann.details.getByText("Bring water.")).toHaveCount(1);
    await expect(ann.details.getByText("Hal Reed")).toHaveCount(1);
    await ann.close();
    await ann.page.getByRole("button", { name: "Share" }).click();
    await tablet.close();
  },
);

test(
  "a name without an account is added, renamed and removed in the same place",
  { tag: LONG_TAG },
  async () => {
    const dialog = ann.page.getByRole("dialog", { name: "Share and members" });
    await dialog.getByRole("button", { name: "Add a name without an account" }).click();
    await dialog.getByLabel("Name").fill("Grandma");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText("Grandma")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Grandma, no account yet" }).click();
    await ann.page.getByRole("menuitem", { name: "Rename" }).click();
    await dialog.getByLabel("Name").fill("Oma");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Oma")).toBeVisible();
    await dialog.getByRole("button", { name: "Oma, no account yet" }).click();
    await ann.page.getByRole("menuitem", { name: "Invite to take this place" }).click();
    await expect(dialog.getByText("Whoever joins takes the place of Oma")).toBeVisible();
    await dialog.getByRole("button", { name: "Create invite link" }).click();
    await expect(dialog.getByLabel("Invite link")).toHaveValue(/\/invite\//);
    await expect(dialog.getByText("For the place of Oma")).toBeVisible();
    await dialog.getByRole("button", { name: "Oma, no account yet" }).click();
    await ann.page.getByRole("menuitem", { name: "Remove" }).click();
    await expect(dialog.getByRole("button", { name: "Oma, no account yet" })).toHaveCount(0);
  },
);

test(
  "who opens the link of a place that may be their own is asked, and takes it over or leaves it",
  { tag: LONG_TAG },
  async () => {
    const params = { tripId: tripPath.split("/").at(-1) ?? "" };
    const names = async () =>
      (await call(tripsApi.get, { params }, as(owner))).data.members
        .filter(({ leftAt }) => leftAt === null)
        .map(({ name }) => name);
    const { data: nonna } = await call(
      membersApi.addPlaceholder,
      { params, body: { name: "Nonna" } },
      as(owner),
    );
    const link = { params, body: { role: "editor" as const, memberId: nonna.id } };
    const { data } = await call(invitesApi.create, link, as(owner));
    const { page } = ann;
    await page.goto(data.url);
    await expect(page.getByText("You are in this trip as Ann Lee. Is Nonna you, too?")).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await page.getByRole("button", { name: "No, somebody else" }).click();
    await page.waitForURL(`**${tripPath}`);
    expect(await names()).toContain("Nonna");
    await page.goto(data.url);
    await page.getByRole("button", { name: "Yes, Nonna is me" }).click();
    await page.waitForURL(`**${tripPath}`);
    expect(await names()).not.toContain("Nonna");
  },
);
