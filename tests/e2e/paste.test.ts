// @long: pasted lists and shares; integration/paste-places has their reading
import { type BrowserContext, expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { TripScreen } from "./trip-screen.ts";

let context: BrowserContext;

test.afterEach(() => context.close());
test.afterAll(() => closeDatabases());

async function newKyotoTrip(ann: Person): Promise<TripDto> {
  const destination = { name: "Kyoto", lat: 35.0211, lng: 135.7538, timezone: "Asia/Tokyo" };
  const body = { title: "Kyoto", destination, startDate: "2027-04-05", endDate: "2027-04-06" };
  return (await call(tripsApi.create, { body }, as(ann))).data;
}

test("a pasted list opens as places to tick, which one press adds and one undo takes back", async ({
  browser,
}) => {
  context = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await newKyotoTrip(await signInNewPerson(context, "Ann Lee"));
  const page = await context.newPage();
  await page.goto(`/trips/${id}`);
  const trip = new TripScreen(page);
  const monday = trip.day("Mon 5 Apr");
  await monday.getByRole("button", { name: /^Add a stop to/ }).click();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    "Day 1:\n- 9:30 Nara\n- 35.0394, 135.7292\n- Tavern of Nowhere\n- Uji",
  );
  await monday.getByRole("combobox", { name: "New stop" }).focus();
  await page.keyboard.press("ControlOrMeta+V");

  const dialog = page.getByRole("dialog", { name: "Pasted places" });
  await expect(dialog.getByRole("listitem").filter({ hasText: /09:30\s*Nara/ })).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Add to" })).toHaveValue(/./);
  await expect(dialog.locator("[data-map-state]")).toBeVisible();
  await expect(dialog.getByText("Day 1:")).toBeVisible();
  const tavern = dialog.getByRole("checkbox", { name: /Tavern of Nowhere/ });
  await expect(tavern).not.toBeChecked();
  await tavern.check();
  await dialog.getByRole("checkbox", { name: /^Uji/ }).uncheck();
  await dialog.getByRole("button", { name: "Add 3 places" }).click();

  await expect(trip.names(monday)).toHaveText([/Nara/, /35\.03940, 135\.72920/, /Tavern of Nowhere/]);
  await expect(page.getByText("3 places added to Mon 5 Apr").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(trip.names(monday)).toHaveCount(0);

  // A single pasted place stays in the field like typed text.
  await monday.getByRole("button", { name: /^Add a stop to/ }).click();
  await page.evaluate(() => navigator.clipboard.writeText("Uji"));
  await monday.getByRole("combobox", { name: "New stop" }).focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(monday.getByRole("combobox", { name: "New stop" })).toHaveValue("Uji");
  await expect(dialog).toBeHidden();
});

test("what a phone shares waits for a sign-in, and is added to the trip that one chooses", async ({
  browser,
}) => {
  context = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
  const page = await context.newPage();
  const shared = `/share?${new URLSearchParams({ title: "Weekend", text: "Nara\nUji\nNowhere at all" })}`;
  await page.goto(shared);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  const next = new URL(page.url()).searchParams.get("next") ?? "";
  expect(new URL(next, appUrl()).searchParams.get("text")).toBe("Nara\nUji\nNowhere at all");

  const ann = await signInNewPerson(context, "Ann Lee");
  const { id } = await newKyotoTrip(ann);
  await page.goto(next);
  await expect(page.getByText("Nowhere at all")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Trip" })).toHaveValue(id);
  await page.getByRole("button", { name: "Choose places" }).click();
  const dialog = page.getByRole("dialog", { name: "Pasted places" });
  await expect(dialog.getByRole("listitem").filter({ hasText: "Uji" })).toBeVisible();
  // The pasted list survives a reload, and nothing is written before a button is pressed.
  await page.reload();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Uji" })).toBeVisible();
  const stops = async () => (await call(tripsApi.get, { params: { tripId: id } }, as(ann))).data.stops;
  expect(await stops()).toEqual([]);
  for (const row of await dialog.getByRole("listitem").locator("label").all()) {
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await dialog.getByRole("combobox", { name: "Add to" }).selectOption({ label: "Ideas" });
  await dialog.getByRole("button", { name: "Add 2 places" }).click();
  await expect
    .poll(async () => (await stops()).map(({ name, dayId }) => ({ name, dayId })))
    .toEqual([
      { name: expect.stringMatching(/^Nara/), dayId: null },
      { name: "Uji", dayId: null },
    ]);
  await page.reload();
  await expect(dialog).toBeHidden();
});
