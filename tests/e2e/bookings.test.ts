import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";

// Two people use one trip. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

const FLIGHT = "London to Lisbon, TP 1363";
const SHORT_FLIGHT = "TP 1363 · LHR → LIS";
const HOTEL = "Hotel Avenida";

let desktop: BrowserContext;
let phone: BrowserContext;
let ann: Page;
let ben: Page;

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext(DEVICES.desktop);
  phone = await browser.newContext(DEVICES.phone);
  const [owner, friend] = [
    await signInNewPerson(desktop, "Ann Lee"),
    await signInNewPerson(phone, "Ben Okri"),
  ];
  const dates = { startDate: "2027-04-05", endDate: "2027-04-09", timezone: "Europe/Lisbon" };
  const { data: trip } = await call(tripsApi.create, { body: { title: "Lisbon", ...dates } }, as(owner));
  const invite = { params: { tripId: trip.id }, body: { role: "editor" as const } };
  const { data: link } = await call(invitesApi.create, invite, as(owner));
  await call(invitesApi.accept, { params: { token: link.token } }, as(friend));
  [ann, ben] = [await desktop.newPage(), await phone.newPage()];
  await ann.goto(`${appUrl()}/trips/${trip.id}`);
  await ben.goto(`${appUrl()}/trips/${trip.id}`);
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

function day(page: Page, name: string): Locator {
  return page.getByRole("region", { name: new RegExp(`^${name}`) });
}

function dialog(page: Page): Locator {
  return page.getByRole("dialog");
}

test("without bookings the tab teaches the next step", async () => {
  await ann.getByRole("link", { name: "Bookings" }).click();
  await expect(ann.getByRole("heading", { name: "Everything you booked, in one place" })).toBeVisible();
});

test("a flight is added by its kind and a few fields, each end by its own clock", async () => {
  await ann.getByRole("button", { name: "Add booking" }).click();
  await dialog(ann).getByRole("button", { name: "Flight" }).click();
  await dialog(ann).getByLabel("Flight number").fill("TP 1363");
  await dialog(ann).getByLabel("From", { exact: true }).fill("London (LHR)");
  await dialog(ann).getByLabel("To", { exact: true }).fill("Lisbon (LIS)");
  await dialog(ann).getByLabel("Date of Departs").fill("2027-04-05");
  await dialog(ann).getByLabel("Time of Departs").fill("10:05");
  await dialog(ann)
    .getByRole("button", { name: /^Time zone of Arrives/ })
    .click();
  await dialog(ann).getByRole("combobox", { name: "Time zone of Arrives" }).fill("madrid");
  await dialog(ann)
    .getByRole("option", { name: /Europe\/Madrid/ })
    .click();
  await dialog(ann).getByLabel("Time of Arrives").fill("13:55");
  await dialog(ann).getByLabel("Confirmation number").fill("K7PQ2M");
  await dialog(ann).getByRole("button", { name: "Add flight" }).click();

  await expect(dialog(ann).getByRole("region", { name: FLIGHT })).toBeVisible();
  const row = day(ben, "Mon 5 Apr").getByRole("button", { name: `${FLIGHT}, Departure, 10:05` });
  await expect(row).toBeVisible();
  // The plan and the list of reservations both show a flight's number and airport codes instead of its title.
  await expect(row).toHaveText(SHORT_FLIGHT);
  const called = ann.getByRole("button", { name: `${FLIGHT}, ${SHORT_FLIGHT}`, exact: true });
  await expect(called).toHaveText(SHORT_FLIGHT);
  await expect(day(ben, "Mon 5 Apr").getByText("K7PQ2M")).toBeVisible();
});

test("a stay stands at its check-in and ends each of its days", async () => {
  await ann.getByRole("button", { name: "Add booking" }).click();
  const form = dialog(ann).filter({ has: ann.getByRole("heading", { name: "What did you book?" }) });
  await form.getByRole("button", { name: "Lodging" }).click();
  const fields = dialog(ann).filter({ has: ann.getByRole("button", { name: "Add lodging" }) });
  await fields.getByLabel("Name", { exact: true }).fill(HOTEL);
  await fields.getByLabel("Date of Check-in").fill("2027-04-05");
  await fields.getByLabel("Time of Check-in").fill("15:00");
  await fields.getByLabel("Date of Check-out").fill("2027-04-07");
  await fields.getByRole("button", { name: "Add lodging" }).click();

  await expect(day(ben, "Mon 5 Apr").getByText("Night 1 of 2")).toBeVisible();
  await expect(day(ben, "Tue 6 Apr").getByText("Night 2 of 2")).toBeVisible();
  await expect(day(ben, "Wed 7 Apr").getByRole("button", { name: `${HOTEL}, Check-out` })).toBeAttached();
});

test("an edited time is in the other's plan", async () => {
  // The reservation is found by its number and route, and by its title.
  await ann.getByRole("button", { name: `${FLIGHT}, ${SHORT_FLIGHT}`, exact: true }).click();
  const details = dialog(ann);
  await details.getByRole("region", { name: FLIGHT }).waitFor();
  const arrival = details.getByLabel("Time of Arrives", { exact: true });
  await arrival.fill("1420");
  await arrival.press("Enter");
  await expect(day(ben, "Mon 5 Apr").getByText(/^Arrives 14:20/)).toBeVisible();
  const contact = details.getByLabel("Contact", { exact: true });
  await contact.fill("+351 218 413 500");
  await contact.press("Enter");
  await expect(details.getByRole("link", { name: "Call +351 218 413 500" })).toHaveAttribute(
    "href",
    "tel:+351218413500",
  );
});

test("a file shows its way up, can be stopped, and is the other's to read", async () => {
  const held = Promise.withResolvers<void>();
  await ann.route("**/attachments?*", async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  const files = dialog(ann).getByRole("region", { name: "Files" });
  const chosen = [
    { name: "boarding pass.pdf", mimeType: "application/pdf", buffer: Buffer.from(newPdf()) },
    { name: "wrong.pdf", mimeType: "application/pdf", buffer: Buffer.from(newPdf()) },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no ticket") },
  ];
  await files.locator("input[type=file]").setInputFiles(chosen);
  await expect(files.getByRole("progressbar", { name: "Sending boarding pass.pdf" })).toBeVisible();
  await expect(files.getByText("Not a PDF, JPEG, PNG or WebP.")).toBeVisible();
  await files.getByRole("button", { name: "Stop sending wrong.pdf" }).click();
  await files.getByRole("button", { name: "Dismiss notes.txt" }).click();
  held.resolve();
  await expect(files.getByRole("link", { name: "boarding pass.pdf" })).toBeVisible();
  await expect(files.getByRole("listitem")).toHaveCount(1);

  await day(ben, "Mon 5 Apr")
    .getByRole("button", { name: new RegExp(`^${FLIGHT}`) })
    .click();
  const link = dialog(ben).getByRole("link", { name: "boarding pass.pdf" });
  await expect(link).toBeVisible();
  const read = await phone.request.get(new URL((await link.getAttribute("href")) ?? "", appUrl()).href);
  expect(read.status()).toBe(200);
  expect(read.headers()["content-type"]).toContain("application/pdf");
  await dialog(ben).getByRole("button", { name: "Close" }).click();
});

test("a deleted booking is away for both, and one undo brings it back with its file", async () => {
  await dialog(ann).getByRole("button", { name: "Delete booking" }).click();
  const row = day(ben, "Mon 5 Apr").getByRole("button", { name: new RegExp(`^${FLIGHT}`) });
  await expect(row).toBeHidden();
  // Several toasts lie on each other; the newest one is in front.
  await ann.locator('[data-front="true"]').getByRole("button", { name: "Undo", exact: true }).click();
  await expect(row).toBeVisible();
  const item = ann.getByRole("listitem").filter({ hasText: FLIGHT }).filter({ visible: true });
  await expect(item.getByText("1 file")).toBeAttached();
});
