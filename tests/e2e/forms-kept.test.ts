// @long: forms that were left or refused
import { expect, type Locator, type Page, type Route, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { TripScreen } from "./trip-screen.ts";

const BACK = "This is what you had begun.";
const [CAFE, MUSEUM] = ["Café", "Tile museum"];

let ann: Person;
let trip: TripDto;
let page: Page;
let screen: TripScreen;

test.beforeEach(async ({ browser }) => {
  const context = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl(), reducedMotion: "reduce" });
  ann = await signInNewPerson(context, "Ann Lee");
  const body = { title: "Lisbon", startDate: "2027-04-05", endDate: "2027-04-06" };
  ({ data: trip } = await call(tripsApi.create, { body }, as(ann)));
  const params = { tripId: trip.id };
  for (const name of [CAFE, MUSEUM])
    await call(stopsApi.create, { params, body: { name, dayId: null } }, as(ann));
  page = await context.newPage();
  screen = new TripScreen(page);
  await page.goto(`/trips/${trip.id}`);
});

test.afterEach(() => page.context().close());
test.afterAll(closeDatabases);

async function truth(): Promise<TripDto> {
  return (await call(tripsApi.get, { params: { tripId: trip.id } }, as(ann))).data;
}

async function archive(route: Route): Promise<void> {
  await call(tripsApi.archive, { params: { tripId: trip.id } }, as(ann));
  await route.continue();
}

/** Makes somebody archive the trip just before this page's write arrives. */
async function archiveBefore(path: string): Promise<void> {
  await page.route(path, archive, { times: 1 });
}

async function unarchive(): Promise<void> {
  await call(tripsApi.unarchive, { params: { tripId: trip.id } }, as(ann));
}

async function openBooking(): Promise<Locator> {
  await page.getByRole("button", { name: "Add booking" }).click();
  return page.getByRole("dialog");
}

test("a booking that was left, or refused, is back in its form, and is one booking in the end", async () => {
  await screen.show("Bookings");
  let dialog = await openBooking();
  await dialog.getByRole("button", { name: "Lodging" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Hotel Avenida");
  await dialog.getByLabel("Confirmation number").fill("K7PQ2M");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();

  dialog = await openBooking();
  await expect(dialog.getByText(BACK)).toBeVisible();
  await expect(dialog.getByLabel("Confirmation number")).toHaveValue("K7PQ2M");
  await archiveBefore("**/reservations");
  await dialog.getByRole("button", { name: "Add lodging" }).click();
  await expect(
    page
      .getByText(/archived/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  expect((await truth()).reservations).toEqual([]);

  await unarchive();
  dialog = await openBooking();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Hotel Avenida");
  await dialog.getByRole("button", { name: "Add lodging" }).click();
  await expect
    .poll(async () => (await truth()).reservations)
    .toMatchObject([{ title: "Hotel Avenida", confirmation: "K7PQ2M" }]);

  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  dialog = await openBooking();
  await expect(dialog.getByRole("heading", { name: "What did you book?" })).toBeVisible();
});

test("a question that was left, or refused, is back in its form; one about other stops is another", async () => {
  await screen.show("Ideas & decisions");
  const dialog = page.getByRole("dialog", { name: "Ask the group" });
  const question = dialog.getByLabel("Question");
  const ask = async () => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    for (const name of [CAFE, MUSEUM]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page.getByRole("button", { name: "Ask the group" }).click();
  };
  await ask();
  await question.fill("Where first?");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: CAFE, exact: true }).click();
  await screen.details.getByRole("button", { name: "Ask the group" }).click();
  await expect(question).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.close();

  await ask();
  await expect(dialog.getByText(BACK)).toBeVisible();
  await expect(question).toHaveValue("Where first?");
  await archiveBefore("**/decisions");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(
    page
      .getByText(/archived/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  expect((await truth()).decisions).toEqual([]);

  await unarchive();
  await ask();
  await expect(question).toHaveValue("Where first?");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect.poll(async () => (await truth()).decisions).toMatchObject([{ title: "Where first?" }]);
});
