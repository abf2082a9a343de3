// @long: what a reader of the demo trip does not see
import { expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi, tripsApi } from "#lib/client/base/operations.ts";
import { DEMO_TRIP_ID } from "#lib/shared/trips.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";

test.afterAll(() => closeDatabases());

test("who only reads the demo trip sees no street photos there, and none are asked for", async ({
  browser,
}) => {
  const context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  const ann = as(await signInNewPerson(context, "Ann Lee"));
  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/street-view/")) asked.push(request.url());
  });
  const page = await context.newPage();
  const photos = page.getByRole("region", { name: "Street photos", exact: true });

  const { data: demo } = await call(tripsApi.get, { params: { tripId: DEMO_TRIP_ID } }, ann);
  const shown = demo.stops.find(({ place }) => place !== null);
  await page.goto(`/trips/${demo.id}?stop=${shown?.id}`);
  await expect(page.getByRole("dialog").getByRole("region", { name: shown?.name ?? "" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(photos).toHaveCount(0);
  expect(asked).toEqual([]);

  // The same page of an ordinary trip does request street photos, so the check for no requests can fail.
  const { data: trip } = await call(tripsApi.create, { body: { title: "Lisbon" } }, ann);
  const body = { name: "Castle", dayId: null, place: { lat: 38.7139, lng: -9.1334 } };
  const { data: stop } = await call(stopsApi.create, { params: { tripId: trip.id }, body }, ann);
  await page.goto(`/trips/${trip.id}?stop=${stop.id}`);
  await expect(photos).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  await context.close();
});
