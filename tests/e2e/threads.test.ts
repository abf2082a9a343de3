import { type BrowserContext, expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { call } from "#lib/client/base/api.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { TripScreen } from "./trip-screen.ts";

// Two people write comments. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

const MENU = "Trip menu";
const CASTLE = "São Jorge Castle";

let desktop: BrowserContext;
let phone: BrowserContext;
let ann: TripScreen;
let ben: TripScreen;
let friend: Person;
let lived: LivedInTrip;

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  phone = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
  const owner = await signInNewPerson(desktop, "Ann Lee");
  friend = await signInNewPerson(phone, "Ben Okri");
  lived = await livedInTrip(owner, friend);
  ann = new TripScreen(await desktop.newPage());
  ben = new TripScreen(await phone.newPage());
  for (const { page } of [ann, ben]) await page.goto(`/trips/${lived.trip.id}`);
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

/** Opens the menu of the comment with this text. */
async function moreAbout({ details }: TripScreen, text: string): Promise<void> {
  const comment = details.getByRole("listitem").filter({ hasText: text }).last();
  await comment.hover();
  await comment.getByRole("button", { name: "More about this comment" }).click();
}

test("what one has not read is marked in the plan, and where reading stopped in the thread", async () => {
  await expect(ann.row(CASTLE).getByText("1 comment, 1 new")).toBeAttached();
  await expect(ben.row(CASTLE).getByText("1 comment", { exact: true })).toBeAttached();
  await ann.open(CASTLE);
  await expect(ann.details.getByText("1 new")).toBeVisible();
  await ann.details.getByText("Tickets are cheaper online.").scrollIntoViewIfNeeded();
  await expect(ann.row(CASTLE).getByText("1 comment", { exact: true })).toBeAttached();
  await ann.page.reload();
  await expect(ann.row(CASTLE).getByText("1 comment", { exact: true })).toBeAttached();
});

test("a mention is completed, stands out for whom it means, and reaches them at once", async () => {
  await ann.open(CASTLE);
  const field = ann.details.getByLabel("Write a comment");
  await field.pressSequentially("Shall we, @be");
  await ann.details.getByRole("option", { name: "Ben Okri" }).click();
  await field.pressSequentially("at nine?");
  await field.press("Enter");
  await expect(ann.details.locator("[data-mention]", { hasText: "@Ben" })).toHaveAttribute(
    "data-mention",
    "",
  );
  await expect(ben.row(CASTLE).getByText("2 comments, 1 new")).toBeAttached();
  await ben.open(CASTLE);
  await expect(ben.details.locator("[data-mention=me]")).toHaveText("@Ben");
  const params = { tripId: lived.trip.id };
  const query = { target: `stop:${lived.castleId}` };
  const { data } = await call(commentsApi.list, { params, query }, as(friend));
  expect(data.at(-1)).toMatchObject({ body: "Shall we, @Ben at nine?", mentions: [expect.any(String)] });
  await ben.close();
});

test("what is settled is folded for whoever comes later, and can be opened again", async () => {
  await moreAbout(ann, "Tickets are cheaper online.");
  await ann.page.getByRole("menuitem", { name: "Mark as settled" }).click();
  // A comment that was marked as settled on this page stays visible until the page is opened again.
  await expect(ann.details.getByText("Tickets are cheaper online.")).toBeVisible();
  await expect(ann.page.getByText("Saved", { exact: true })).toBeVisible();
  await ben.page.reload();
  await ben.open(CASTLE);
  await expect(ben.details.getByText("Tickets are cheaper online.")).toBeHidden();
  await ben.details.getByRole("button", { name: "1 settled comment" }).click();
  await expect(ben.details.getByText("Tickets are cheaper online.")).toBeVisible();
  await moreAbout(ben, "Tickets are cheaper online.");
  await ben.page.getByRole("menuitem", { name: "Open again" }).click();
  await expect(ben.details.getByRole("button", { name: /settled comment/ })).toBeHidden();
  await ben.close();
});

test("a comment that is deleted comes back by Undo", async () => {
  await moreAbout(ann, "Shall we,");
  await ann.page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(ann.details.getByText("Shall we,")).toBeHidden();
  await ann.page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(ann.details.getByText("Shall we,")).toBeVisible();
  await ann.close();
});

test("the trip has a thread of its own, with an address, and a dot while it is unread", async () => {
  await ann.page.getByRole("button", { name: "Discussion, 1 new" }).click();
  await expect(ann.details.getByText("Who books the flat?")).toBeVisible();
  await expect(ann.page).toHaveURL(/talk=1/);
  const field = ann.details.getByLabel("Write a comment");
  await field.fill("I do.");
  await field.press("Enter");
  await ben.page.getByRole("button", { name: MENU }).click();
  await ben.page.getByRole("menuitem", { name: "Discussion, 1 new" }).click();
  await expect(ben.details.getByText("I do.")).toBeVisible();
  await expect(ben.details.getByText("1 new")).toBeVisible();
  await expect(ann.page.getByRole("button", { name: "Discussion", exact: true })).toBeVisible();
  await ben.page.goBack();
  await expect(ben.details).toBeHidden();
});
