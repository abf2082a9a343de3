// @long: double clicks on the questions before a deletion
import { expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { pauseDrawing } from "./held-frames.ts";
import { kansaiTrip, letIn } from "./map-trip.ts";

test.use({ ...DEVICES.desktop, baseURL: appUrl() });
test.afterAll(closeDatabases);

/** Opens the members of Ann's trip, which Ben may edit, as one of the two sees them. */
async function openMembers(page: Page, whose: "Ann" | "Ben") {
  const me = await signInNewPerson(page.context(), whose === "Ann" ? "Ann Lee" : "Ben Okri");
  const other = await newPerson({ name: whose === "Ann" ? "Ben Okri" : "Ann Lee" });
  const [ann, ben]: [Person, Person] = whose === "Ann" ? [me, other] : [other, me];
  const trip = await kansaiTrip(as(ann));
  await letIn(trip, as(ann), as(ben), "editor");
  await page.goto(`/trips/${trip.id}`);
  await page.getByRole("button", { name: "Share" }).click();
  const params = { tripId: trip.id };
  return {
    roleOfBen: page.getByRole("button", { name: /, Ben Okri$/ }),
    members: async () => {
      const { data } = await call(tripsApi.get, { params }, as(ann));
      return data.members.filter(({ leftAt }) => leftAt === null);
    },
  };
}

test("a double click neither removes anybody nor hands the trip over", async ({ page }) => {
  const { roleOfBen, members } = await openMembers(page, "Ann");
  await roleOfBen.click();
  await page.getByRole("menuitem", { name: "Make owner" }).dblclick();
  await expect(page.getByRole("menuitem", { name: "Press again to hand the trip over" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Remove from the trip" }).dblclick();
  const sure = page.getByRole("menuitem", { name: "Press again to remove" });
  await expect(sure).toBeVisible();
  await expect(roleOfBen).toBeVisible();
  await sure.click();
  await expect(roleOfBen).toBeHidden();
  await expect.poll(async () => (await members()).length).toBe(1);
});

test("a press from before the question was seen does not answer it", async ({ page }) => {
  const { members } = await openMembers(page, "Ben");
  const sure = page.getByRole("button", { name: "Press again to leave" });
  const draw = await pauseDrawing(page);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await sure.click();
  await expect(sure).toBeVisible();
  expect(await members()).toHaveLength(2);
  await draw();
  await sure.click();
  await expect(page).toHaveURL(/\/trips$/);
  await expect.poll(async () => (await members()).length).toBe(1);
});
