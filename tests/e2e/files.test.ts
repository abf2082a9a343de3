// @long: whole files out and in by the screens; integration has exports and imports
import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { zipOf } from "#tests/helpers/archives.ts";
import { gpx, kml, placemarkXml, wpt } from "#tests/helpers/place-files.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { TripScreen } from "./trip-screen.ts";

const TRIP = {
  title: "Kyoto",
  timezone: "Asia/Tokyo",
  currency: "JPY",
  startDate: "2027-04-05",
  endDate: "2027-04-07",
};
const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Placemark><name>Nishiki Market</name><Point><coordinates>135.7649,35.005</coordinates></Point></Placemark>
  <Placemark><name>Philosopher's Path</name><TimeStamp><when>2027-04-06</when></TimeStamp>
    <Point><coordinates>135.794,35.02</coordinates></Point></Placemark>
  <Placemark><name>Tea house</name><Point><coordinates>135.7,35.0</coordinates></Point></Placemark>
  <Placemark><name>A walk</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
</Document></kml>`;

const GROUP = `Date,Description,Category,Cost,Currency,Ann Lee,Tom
2027-04-05,Dinner,Dining out,5000,JPY,2500,-2500
`;

test.use(DEVICES.desktop);

/** Opens a trip with a stop, an idea and a reservation as its owner. */
async function openTrip(page: Page): Promise<{ screen: TripScreen; tripId: string; owner: Person }> {
  const owner = await signInNewPerson(page.context(), "Ann Lee");
  const { data: trip } = await call(tripsApi.create, { body: TRIP }, as(owner));
  const params = { tripId: trip.id };
  const [first] = trip.days;
  const tea = {
    dayId: first?.id ?? null,
    name: "Tea house",
    startTime: "10:00",
    place: { lat: 35, lng: 135.7 },
    // Yuan and yen have the same currency sign, and the trip's currency is yen.
    cost: { amount: 2000, currency: "CNY" },
  };
  await call(stopsApi.create, { params, body: tea }, as(owner));
  await call(stopsApi.create, { params, body: { dayId: null, name: "Nara" } }, as(owner));
  const stay = {
    kind: "lodging" as const,
    title: "Ryokan Hana",
    start: { local: "2027-04-05T15:00", zone: "Asia/Tokyo" },
    end: { local: "2027-04-07T11:00", zone: "Asia/Tokyo" },
    confirmation: "HN-4711",
  };
  await call(reservationsApi.create, { params, body: stay }, as(owner));
  await page.goto(`${appUrl()}/trips/${trip.id}`);
  return { screen: new TripScreen(page), tripId: trip.id, owner };
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Trip menu" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function isAxeClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test("a trip that was exported is the same trip when it is imported", async ({ page }) => {
  const { screen } = await openTrip(page);
  await fromMenu(page, "Export & print…");
  await isAxeClean(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Everything/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Kyoto.json");
  const path = await file.path();

  await page.goto(`${appUrl()}/trips`);
  await page.getByRole("button", { name: "Import a trip" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a trip" });
  await expect(dialog).toContainText("exported from Wayfare as “Everything”");
  await dialog.locator("input[type=file]").setInputFiles(path);
  await expect(dialog.getByText("2 stops · 1 booking")).toBeVisible();
  await isAxeClean(page);
  await dialog.getByRole("button", { name: "Import trip" }).click();
  await expect(page.getByRole("heading", { name: "Kyoto", level: 1 })).toBeVisible();
  await expect(screen.names(screen.day("Mon 5 Apr"))).toHaveText(["Tea house"]);
  await expect(screen.names(screen.ideas)).toHaveText(["Nara"]);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ format: "wayfare-trip", version: 1 });
});

test("places of a file are looked at, added, and taken out again by one word", async ({ page }) => {
  const { screen } = await openTrip(page);
  await fromMenu(page, "Import places…");
  const dialog = page.getByRole("dialog", { name: "Import places" });
  await expect(dialog).toContainText("GPX, KML, KMZ or GeoJSON, saved places of Google Takeout");
  const choose = (name: string, text: string) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
  await choose("notes.txt", "just words");
  await expect(dialog.getByRole("alert")).toContainText("This file can’t be imported. Choose GPX, KML");
  await choose("kyoto.kml", KML);
  await expect(dialog.getByText("2 places will be added")).toBeVisible();
  await expect(dialog.getByText("already in the plan")).toBeVisible();
  await expect(dialog.getByText("a line or area, not a place")).toBeVisible();
  await isAxeClean(page);
  await dialog.getByRole("button", { name: "Add 2 places" }).click();
  await expect(dialog).toBeHidden();
  await expect(screen.names(screen.day("Tue 6 Apr"))).toHaveText(["Philosopher's Path"]);
  await expect(screen.names(screen.ideas)).toHaveText(["Nara", "Nishiki Market"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(screen.names(screen.day("Tue 6 Apr"))).toHaveCount(0);
  await expect(screen.names(screen.ideas)).toHaveText(["Nara"]);
});

test("several files go in together: lists are chosen, what is refused is named, and the same again adds nothing", async ({
  page,
}) => {
  const { screen } = await openTrip(page);
  await fromMenu(page, "Import places…");
  const dialog = page.getByRole("dialog", { name: "Import places" });
  const zip = zipOf([
    { name: "Saved/Cafés.gpx", content: gpx(wpt("Weekenders") + wpt("Vermillion")) },
    { name: "Saved/Temples.gpx", content: gpx(wpt("Tō-ji")) },
  ]);
  const temples = { mimeType: "", buffer: Buffer.from(kml(placemarkXml("Nanzen-ji"))) };
  const files = [
    { name: "takeout.zip", mimeType: "application/zip", buffer: Buffer.from(zip) },
    { name: "notes.txt", mimeType: "", buffer: Buffer.from("just words") },
    { name: "temples.kml", ...temples },
    { name: "temples (1).kml", ...temples },
  ];
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles(files);
  await expect(dialog.getByText("4 places will be added")).toBeVisible();
  const of = (name: string) => dialog.getByRole("region", { name, exact: true });
  await expect(of("notes.txt").getByRole("alert")).toContainText(
    "This file can’t be imported. Choose GPX, KML",
  );
  await expect(of("temples (1).kml")).toContainText("the same content as temples.kml");
  await isAxeClean(page);
  await of("takeout.zip")
    .getByRole("checkbox", { name: /Cafés.*2 places/ })
    .uncheck();
  await expect(of("takeout.zip").getByText("Weekenders")).toBeHidden();
  await dialog.getByRole("button", { name: "Add 2 places" }).click();
  await expect(dialog).toBeHidden();
  await screen.ideas.getByRole("button", { name: "Show all ideas" }).click();
  await expect(screen.names(screen.ideas)).toHaveText(["Nara", "Tō-ji", "Nanzen-ji"]);

  await fromMenu(page, "Import places…");
  await input.setInputFiles(files.filter(({ name }) => name.startsWith("temples")));
  await expect(dialog.getByText("Nothing to add")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Add/ })).toBeHidden();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(screen.names(screen.ideas)).toHaveText(["Nara"]);
});

test("a calendar address is made, read, and stopped", async ({ page, request }) => {
  await openTrip(page);
  await fromMenu(page, "Export & print…");
  await page.getByRole("button", { name: "Get an address" }).click();
  const address = page.getByRole("textbox", { name: "Calendar address: Whole plan" });
  await expect(address).toBeVisible();
  const url = await address.inputValue();
  const answer = await request.get(url);
  expect(await answer.text()).toContain("SUMMARY:Ryokan Hana");
  await page.getByRole("button", { name: "Stop the address: Whole plan" }).click();
  await expect(address).toBeHidden();
  await expect.poll(async () => (await request.get(url)).status()).toBe(404);
});

test("a copy begins on a day of its own", async ({ page }) => {
  const { screen } = await openTrip(page);
  await fromMenu(page, "Duplicate…");
  const dialog = page.getByRole("dialog", { name: "Duplicate trip" });
  await expect(dialog.getByLabel("Name")).toHaveValue("Kyoto (copy)");
  await dialog.getByLabel("First day").fill("2028-04-03");
  await isAxeClean(page);
  await dialog.getByRole("button", { name: "Duplicate", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Kyoto (copy)", level: 1 })).toBeVisible();
  await expect(screen.names(screen.day("Mon 3 Apr"))).toHaveText(["Tea house"]);
  await page.goto(`${appUrl()}/trips`);
  await page.getByRole("button", { name: "More for Kyoto (copy)" }).click();
  await expect(page.getByRole("menuitem", { name: "Duplicate trip" })).toBeVisible();
});

test("expenses out of Splitwise: who is who, what is added, what is there already, and out again", async ({
  page,
}) => {
  await openTrip(page);
  await fromMenu(page, "Import expenses…");
  const dialog = page.getByRole("dialog", { name: "Import expenses" });
  const group = { name: "group.csv", mimeType: "text/csv", buffer: Buffer.from(GROUP) };
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ ...group, buffer: Buffer.from(`${GROUP}2027-04-05,Tea,Tea,9,JPY,1,1\n`) });
  await expect(dialog.getByText("One line is left out")).toBeVisible();
  await expect(dialog.getByText("Line 3: what people paid and owe does not add up to 0.")).toBeVisible();
  await dialog.getByRole("button", { name: "Choose another file" }).click();
  await dialog.locator("input[type=file]").setInputFiles(group);
  await expect(dialog.getByLabel("Ann Lee is")).not.toHaveValue("new");
  await expect(dialog.getByLabel("Tom is")).toHaveValue("new");
  await isAxeClean(page);
  await dialog.getByRole("button", { name: "Add 1 entry" }).click();
  await expect(page.getByText("Added 1 entry from group.csv").first()).toBeVisible();
  await fromMenu(page, "Import expenses…");
  await dialog.locator("input[type=file]").setInputFiles(group);
  await expect(dialog.getByText("Nothing to add")).toBeVisible();
  await expect(dialog.getByText("there already")).toBeVisible();
});

test("on paper stand days, stops and bookings with their numbers, and nothing else", async ({ page }) => {
  const { tripId, owner } = await openTrip(page);
  const train = {
    kind: "train" as const,
    title: "Nozomi 24",
    start: { local: "2027-04-07T12:33", zone: "Asia/Tokyo" },
    end: { local: "2027-04-07T14:45", zone: "Asia/Tokyo" },
    from: { name: "Kyoto" },
    to: { name: "Tokyo" },
    cost: { amount: 90_000, currency: "CNY" },
  };
  await call(reservationsApi.create, { params: { tripId }, body: train }, as(owner));
  const group = new Blob([GROUP]);
  await call(importsApi.createExpenses, { params: { tripId }, file: group }, as(owner));
  await expect(page.getByText("CN¥20", { exact: true })).toBeVisible();
  await page.goto(`${appUrl()}/trips/${tripId}/print`);
  await expect(page.getByRole("heading", { name: "Kyoto", level: 1 })).toBeVisible();
  await expect(page.getByText("Tom pays Ann Lee")).toBeVisible();
  await expect(page.getByText("¥5,000", { exact: true })).toBeVisible();
  await expect(page.getByText(/^CN¥20\b/)).toBeVisible();
  await expect(page.getByText(/CN¥900\b/)).toBeVisible();
  await isAxeClean(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByText("Tea house")).toBeVisible();
  await expect(page.getByText("Confirmation HN-4711").first()).toBeVisible();
  await expect(page.getByText("Kyoto → Tokyo · Arrives 14:45")).toBeVisible();
  await expect(page.getByText(/12:33 – 14:45/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});
