// @long: a device whose clock is wrong
import { expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { submitExpense, fillNewExpense } from "./money-screen.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test.use({ ...DEVICES.desktop, baseURL: appUrl() });
test.afterAll(closeDatabases);

test("a device whose clock is wrong is told so, and today is the service's", async ({ page }) => {
  const ann = await signInNewPerson(page.context(), "Ann Lee");
  const body = { title: "Lisbon", currency: "EUR", timezone: "Europe/Lisbon" };
  const { data: trip } = await call(tripsApi.create, { body }, as(ann));
  await page.clock.setSystemTime(Date.now() + 3 * DAY_MS);
  await page.goto(`/trips/${trip.id}?view=money`);
  await expect(page.getByText("This device’s clock is 3 days ahead.")).toBeVisible();
  await submitExpense(await fillNewExpense(page, "12", "Tram"), "Tram");
  const expenses = async () =>
    (await call(tripsApi.get, { params: { tripId: trip.id } }, as(ann))).data.expenses;
  await expect
    .poll(async () => (await expenses()).map(({ spentOn }) => spentOn))
    .toEqual([dateInZone(new Date(), trip.timezone)]);
});
