import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { pdfText } from "#tests/helpers/pdf-text.ts";
import { withoutCounters } from "#tests/helpers/uncounted-trip.ts";
import { complaintsOf } from "./complaints.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { TripScreen } from "./trip-screen.ts";

// Two friends plan a week. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

const DAYS = ["Mon 5 Apr", "Tue 6 Apr", "Wed 7 Apr", "Thu 8 Apr", "Fri 9 Apr", "Sat 10 Apr", "Sun 11 Apr"];
const [MONDAY = "", , , THURSDAY = "", FRIDAY = "", SATURDAY = "", SUNDAY = ""] = DAYS;
const QUESTION = "What do we do on Saturday?";
const HOTEL = "Hotel Infante";
const NUMBER = "HN-4711";
const VOUCHER = newPdf({ text: "voucher" });
/** The time within which the other person's page shows a change. */
const LIVE = { timeout: 4000 };

let desktop: BrowserContext;
let phone: BrowserContext;
let owner: Person;
let ann: TripScreen;
let bo: TripScreen;
let tripId = "";
let before: unknown;
const complaints: string[][] = [];

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl() });
  phone = await browser.newContext({ ...DEVICES.phone, baseURL: appUrl() });
  owner = await signInNewPerson(desktop, "Ann Lee");
  await signInNewPerson(phone, "Bo Okri");
  ann = await watched(await desktop.newPage());
  bo = await watched(await phone.newPage());
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

async function watched(page: Page): Promise<TripScreen> {
  complaints.push(await complaintsOf(page));
  return new TripScreen(page);
}

async function readTrip(): Promise<TripDto> {
  const { data } = await call(tripsApi.get, { params: { tripId } }, as(owner));
  return data;
}

const ideas = ({ page }: TripScreen) => page.getByRole("region", { name: "Ideas", exact: true });
const card = ({ page }: TripScreen) => page.getByRole("article", { name: QUESTION });
const booking = (screen: TripScreen, day: string, rest: string) =>
  screen.day(day).getByRole("button", { name: `${HOTEL}, ${rest}`, exact: true });

async function collect({ page }: TripScreen, ...names: string[]): Promise<void> {
  await page.getByRole("button", { name: "Add idea" }).click();
  const field = page.getByRole("combobox", { name: "New idea" });
  for (const name of names) {
    await field.fill(name);
    await field.press("Enter");
  }
  await field.press("Escape");
}

async function expectIdeas(screen: TripScreen, names: readonly string[]): Promise<void> {
  const starts = names.map((name) => new RegExp(`^${name}`));
  await expect(ideas(screen).getByRole("listitem")).toHaveText(starts, LIVE);
}

test("a week is made on the desktop, and a friend comes in by link on the phone", async () => {
  const { page } = ann;
  await page.goto("/trips");
  await page.getByRole("banner").getByRole("button", { name: "New trip" }).click();
  await page.getByLabel("Where to").fill("Porto with Bo");
  await ann.fillDates("2027-04-05", "2027-04-11");
  await page.getByRole("button", { name: "Create trip" }).click();
  await expect(ann.day(SUNDAY)).toBeVisible();
  tripId = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create invite link" }).click();
  const invite = await page.getByLabel("Invite link").inputValue();
  await page.keyboard.press("Escape");
  await bo.page.goto(invite);
  await bo.page.getByRole("button", { name: "Join the trip" }).click();
  await expect(bo.day(MONDAY)).toBeVisible();
  await expect(page.getByRole("button", { name: "2 members, 2 here now" })).toBeVisible(LIVE);
});

test("both put first things into the days", async () => {
  await ann.add(ann.day(MONDAY), "9:30 Coffee");
  await ann.add(ann.day(FRIDAY), "Bolhão market");
  await expect(bo.names(bo.day(FRIDAY))).toHaveText(["Bolhão market"], LIVE);
  await bo.add(bo.day(SUNDAY), "17:40 Train home");
  await expect(ann.names(ann.day(SUNDAY))).toHaveText(["Train home"], LIVE);
});

test("both collect ideas", async () => {
  for (const screen of [ann, bo]) await screen.show("Ideas & decisions");
  await collect(ann, "Port cellars", "Lello bookshop", "Tile museum");
  await expectIdeas(bo, ["Port cellars", "Lello bookshop", "Tile museum"]);
  await collect(bo, "Surf lesson", "Fado night");
  await expectIdeas(ann, ["Port cellars", "Lello bookshop", "Tile museum", "Surf lesson", "Fado night"]);
});

test("both vote, and each sees for what", async () => {
  await ideas(ann).getByRole("button", { name: "Vote for Surf lesson, 0 so far" }).click();
  await expect(ideas(bo).getByText("Ann Lee voted for it")).toBeAttached(LIVE);
  await ideas(bo).getByRole("button", { name: "Vote for Port cellars, 0 so far" }).click();
  await expect(ideas(ann).getByText("Bo Okri voted for it")).toBeAttached(LIVE);
});

test("three ideas are put to the group, with a day for the winner", async () => {
  const { page } = ann;
  await ideas(ann).getByRole("button", { name: "Select" }).click();
  for (const name of ["Port cellars", "Surf lesson", "Fado night"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Ask the group" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask the group" });
  await dialog.getByLabel("Question").fill(QUESTION);
  await dialog.getByLabel("Winner goes to").selectOption({ index: 6 });
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(card(bo).getByText(`Winner goes to ${SATURDAY}`)).toBeVisible(LIVE);
  await expect(card(bo).getByText("It’s a tie: Port cellars and Surf lesson.")).toBeVisible();
});

test("a vote on the phone breaks the tie, and closing puts the winner into its day for both", async () => {
  await card(bo).getByRole("button", { name: "Vote for Surf lesson, 1 so far" }).click();
  await expect(card(ann).getByText("Leads")).toBeVisible(LIVE);
  await card(ann).getByRole("button", { name: "Close with Surf lesson" }).click();
  for (const screen of [ann, bo]) {
    await expect(screen.page.getByText(`Surf lesson, ${SATURDAY}`)).toBeVisible(LIVE);
    await expectIdeas(screen, ["Port cellars", "Lello bookshop", "Tile museum", "Fado night"]);
    await screen.show("Plan");
    await expect(screen.names(screen.day(SATURDAY))).toHaveText(["Surf lesson"]);
  }
});

test("a hotel booked on the phone is in the other's days at once", async () => {
  const { page } = bo;
  await bo.show("Bookings");
  await page.getByRole("button", { name: "Add booking" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Lodging" }).click();
  await form.getByLabel("Name", { exact: true }).fill(HOTEL);
  await form.getByLabel("Date of Check-in").fill("2027-04-05");
  await form.getByLabel("Time of Check-in").fill("15:00");
  await form.getByLabel("Date of Check-out").fill("2027-04-09");
  await form.getByLabel("Time of Check-out").fill("11:00");
  await form.getByLabel("Confirmation number").fill(NUMBER);
  await form.getByRole("button", { name: "Add lodging" }).click();
  await expect(bo.details.getByRole("region", { name: HOTEL })).toBeVisible();

  await expect(booking(ann, MONDAY, "Check-in, 15:00")).toBeVisible(LIVE);
  await expect(ann.day(MONDAY).getByText("Check-in · 4 nights")).toBeVisible();
  for (const [night, day] of DAYS.slice(0, 4).entries())
    await expect(ann.day(day).getByText(`Night ${night + 1} of 4`)).toBeVisible();
  await expect(booking(ann, FRIDAY, "Check-out, 11:00")).toBeVisible();
});

test("its PDF goes up from the phone, and comes down on the desktop byte by byte", async () => {
  const held = Promise.withResolvers<void>();
  await bo.page.route("**/attachments?*", async (route) => {
    await held.promise;
    await route.continue();
  });
  const files = bo.details.getByRole("region", { name: "Files" });
  const chooser = bo.page.waitForEvent("filechooser");
  await files.getByRole("button", { name: "Add file" }).click();
  const voucher = { name: "voucher.pdf", mimeType: "application/pdf", buffer: Buffer.from(VOUCHER) };
  await (await chooser).setFiles(voucher);
  await expect(files.getByRole("progressbar", { name: "Sending voucher.pdf" })).toBeVisible();
  held.resolve();
  await expect(files.getByRole("link", { name: "voucher.pdf" })).toBeVisible();

  await booking(ann, MONDAY, "Check-in, 15:00").click();
  const link = ann.details.getByRole("link", { name: "voucher.pdf" });
  await expect(link).toBeVisible(LIVE);
  const read = await desktop.request.get((await link.getAttribute("href")) ?? "");
  expect(read.headers()["content-type"]).toBe("application/pdf");
  expect((await read.body()).equals(VOUCHER)).toBe(true);
});

test("they talk about it in its thread, and a mention reaches the other", async () => {
  await write(bo, "Late arrival, @an", "Ann Lee", "can you call them?");
  await expect(ann.details.getByText("Late arrival, @Ann can you call them?")).toBeVisible(LIVE);
  await expect(ann.details.locator("[data-mention=me]")).toHaveText("@Ann");
  await write(ann, "Done, @bo", "Bo Okri", "they wait for us.");
  await expect(bo.details.getByText("Done, @Bo they wait for us.")).toBeVisible(LIVE);
  await ann.close();
  await bo.close();
});

async function write({ details }: TripScreen, start: string, name: string, end: string): Promise<void> {
  const field = details.getByLabel("Write a comment");
  await field.pressSequentially(start);
  await details.getByRole("option", { name }).click();
  await field.pressSequentially(end);
  await details.getByRole("button", { name: "Send" }).click();
}

test("shortening the week says first what it moves, and loses nothing", async () => {
  before = withoutCounters(await readTrip());
  await bo.show("Plan");
  await ann.page.getByRole("button", { name: /5 – 11 Apr/ }).click();
  await ann.fillDates("2027-04-05", "2027-04-08");
  const dialog = ann.page.getByRole("dialog", { name: "Dates" });
  await expect(dialog.getByText("3 stops wait in Ideas and remember their day")).toBeVisible();
  for (const [name, day] of [
    ["Bolhão market", FRIDAY],
    ["Surf lesson", SATURDAY],
    ["Train home", SUNDAY],
  ])
    await expect(dialog.getByText(new RegExp(`^${name} · ${day}`))).toBeVisible();
  await expect(dialog.getByText(`${HOTEL} · ${MONDAY}, outside the trip`)).toBeVisible();
  await ann.page.getByRole("button", { name: "Save dates" }).click();

  for (const screen of [ann, bo]) {
    await expect(screen.day(FRIDAY)).toBeHidden(LIVE);
    await expect(screen.day(THURSDAY).getByText("Night 4 of 4")).toBeVisible();
    await screen.show("Ideas & decisions");
    const back = ["Bolhão market", "Surf lesson", "Train home"];
    await expectIdeas(screen, ["Port cellars", "Lello bookshop", "Tile museum", "Fado night", ...back]);
    await expect(ideas(screen).getByText(`was on ${SUNDAY}`)).toBeVisible();
    await screen.show("Plan");
  }
});

test("the phone tells what cannot work now", async () => {
  await bo.page.getByRole("button", { name: "1 thing to look at" }).click();
  const sheet = bo.page.getByRole("dialog", { name: "Things to look at" });
  await sheet.getByRole("button", { name: new RegExp(`^${HOTEL} is outside the dates of the trip`) }).click();
  await expect(bo.details.getByRole("region", { name: HOTEL })).toBeVisible();
  await bo.close();
});

test("one undo brings all of it back, exactly", async () => {
  await ann.page.getByRole("button", { name: "Undo my last change" }).click();
  for (const screen of [ann, bo]) {
    await expect(screen.names(screen.day(SATURDAY))).toHaveText(["Surf lesson"], LIVE);
    await expect(booking(screen, FRIDAY, "Check-out, 11:00")).toBeVisible();
  }
  expect(withoutCounters(await readTrip())).toEqual(before);
  await expect(bo.page.getByRole("button", { name: "1 thing to look at" })).toBeVisible();
});

test("on paper it has days, stops and the booking with its number", async () => {
  await ann.page.getByRole("button", { name: "Trip menu" }).click();
  await ann.page.getByRole("menuitem", { name: "Export & print…" }).click();
  const opened = ann.page.waitForEvent("popup");
  await ann.page.getByRole("link", { name: /^Print or save as PDF/ }).click();
  const paper = await opened;
  complaints.push(await complaintsOf(paper));
  await expect(paper.getByRole("heading", { name: "Porto with Bo", level: 1 })).toBeVisible();
  await expect(paper.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();

  const pdf = pdfText(await paper.pdf({ format: "A4", preferCSSPageSize: true }));
  const stops = ["Coffee", "Bolhão market", "Surf lesson", "Train home", "Tile museum"];
  for (const words of [...DAYS, ...stops, HOTEL, NUMBER]) expect(pdf).toContain(words);
  expect(pdf).not.toContain("Print or save as PDF");
  await paper.close();
  await ann.page.keyboard.press("Escape");
});

test("in the end both screens show what the service has, and nothing went wrong on the way", async () => {
  const trip = await readTrip();
  const namesOn = (dayId: string | null) =>
    trip.stops.filter((stop) => stop.dayId === dayId).map(({ name }) => name);
  expect(trip.days).toHaveLength(DAYS.length);
  for (const screen of [ann, bo]) {
    for (const [index, { id }] of trip.days.entries())
      await expect(screen.names(screen.day(DAYS[index] ?? ""))).toHaveText(namesOn(id));
    await screen.show("Ideas & decisions");
    await expectIdeas(screen, namesOn(null));
    await screen.show("Bookings");
    await expect(screen.page.locator("[data-booking] [data-open]")).toHaveText(
      trip.reservations.map(({ title }) => title),
    );
  }
  expect(complaints.flat()).toEqual([]);
});
