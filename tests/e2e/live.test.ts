import { type BrowserContext, expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { livedInTrip } from "./lived-in-trip.ts";
import { SHOWN_WITHIN_MS, timeMoves } from "./move-clock.ts";
import { TripScreen } from "./trip-screen.ts";

/*
 * These tests measure how soon a person's page shows another member's changes in a trip with a lot of data. The pages
 * of these tests draw no map: without a graphics card, one process draws all pages, which would wait for a map.
 * `journey.test.ts` measures with a map.
 */

let desktop: BrowserContext;
let phone: BrowserContext;

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  phone = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

test(`a moved stop shows in the other browser within ${SHOWN_WITHIN_MS} ms`, async () => {
  const owner = await signInNewPerson(desktop, "Ann Lee");
  const { trip } = await livedInTrip(owner, await signInNewPerson(phone, "Ben Okri"));
  const [, , , day] = trip.days;
  for (const name of ["Cable car", "Fado night"]) {
    const body = { dayId: day?.id ?? null, name };
    await call(stopsApi.create, { params: { tripId: trip.id }, body }, as(owner));
  }
  const ann = new TripScreen(await desktop.newPage());
  const ben = new TripScreen(await phone.newPage());
  for (const { page } of [ann, ben]) await page.goto(`/trips/${trip.id}`);
  await expect(ann.page.getByRole("button", { name: /2 here now$/ })).toBeVisible();
  await expect(ben.page.getByText("2 here now", { exact: true })).toBeVisible();

  expect(await timeMoves(ann, ben, "Cable car")).toBeLessThanOrEqual(SHOWN_WITHIN_MS);
});
