import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { TripScreen } from "./trip-screen.ts";

// Two people and a placeholder use one trip. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let desktop: BrowserContext;
let phone: BrowserContext;
let ann: TripScreen;
let ben: TripScreen;

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext(DEVICES.desktop);
  phone = await browser.newContext(DEVICES.phone);
  const [owner, friend] = [
    await signInNewPerson(desktop, "Ann Lee"),
    await signInNewPerson(phone, "Ben Okri"),
  ];
  const dates = { startDate: "2027-04-05", endDate: "2027-04-06", timezone: "Europe/Lisbon" };
  const { data: trip } = await call(tripsApi.create, { body: { title: "Lisbon", ...dates } }, as(owner));
  const params = { tripId: trip.id };
  const invite = { params, body: { role: "editor" as const } };
  const { data: link } = await call(invitesApi.create, invite, as(owner));
  await call(invitesApi.accept, { params: { token: link.token } }, as(friend));
  await call(membersApi.addPlaceholder, { params, body: { name: "Mika" } }, as(owner));
  const { data: whole } = await call(tripsApi.get, { params }, as(owner));
  const [benId = "", mikaId = ""] = whole.members.slice(1).map(({ id }) => id);
  const dayId = trip.days[0]?.id ?? null;
  const stops = [
    { name: "Castle", startTime: "09:30", endTime: "11:30" },
    { name: "Tram museum", startTime: "10:00", endTime: "11:00", participants: [benId, mikaId] },
    { name: "Ferry ride", startTime: "12:00", participants: [benId, mikaId] },
    { name: "Oceanarium", startTime: "15:00", endTime: "16:30" },
  ];
  for (const stop of stops) await call(stopsApi.create, { params, body: { dayId, ...stop } }, as(owner));
  const table = { kind: "restaurant" as const, title: "Table at Ramiro", participants: [benId] };
  const start = { local: "2027-04-05T19:30", zone: "Europe/Lisbon" };
  await call(reservationsApi.create, { params, body: { ...table, start } }, as(owner));
  [ann, ben] = [new TripScreen(await desktop.newPage()), new TripScreen(await phone.newPage())];
  for (const { page } of [ann, ben]) await page.goto(`${appUrl()}/trips/${trip.id}`);
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

function monday(screen: TripScreen): Locator {
  return screen.day("Mon 5 Apr");
}

function numbers(screen: TripScreen): Locator {
  return monday(screen).locator("[data-stop]");
}

function visible(page: Page, name: RegExp | string): Locator {
  return page.getByRole("button", { name }).filter({ visible: true });
}

test("what only some do shows who, and my day shows only mine", async () => {
  await expect(ann.row("Tram museum").getByText("Ben and Mika")).toBeAttached();
  await visible(ann.page, "My day").click();
  await expect(ann.names(monday(ann))).toHaveText(["Castle", "Oceanarium"]);
  await expect(numbers(ann).nth(1)).toContainText("2");
  await expect(ann.page).toHaveURL(/[?&]who=/);
  const others = visible(ann.page, "Ben and Mika: 2 stops and 1 booking");
  await expect(others).toHaveAttribute("aria-expanded", "false");
  await others.click();
  await expect(monday(ann).getByRole("button", { name: /Ferry ride/ })).toBeVisible();
});

test("the address keeps whose day it is, also over details and a reload", async () => {
  await ann.open("Castle");
  await expect(ann.page).toHaveURL(/who=.*stop=/);
  await ann.page.goBack();
  await expect(ann.details).toBeHidden();
  await expect(ann.page).toHaveURL(/[?&]who=/);
  await ann.page.reload();
  await expect(ann.names(monday(ann))).toHaveText(["Castle", "Oceanarium"]);
});

test("bookings keep in step", async () => {
  await ann.page.getByRole("link", { name: "Bookings" }).click();
  await expect(visible(ann.page, "Ben: 1 booking")).toBeVisible();
  await expect(visible(ann.page, "Table at Ramiro")).toHaveCount(0);
  await ann.page.getByRole("link", { name: "Plan" }).click();
});

test("somebody else's day, a placeholder's too, follows what others change", async () => {
  await visible(ben.page, "Whose day").tap();
  await ben.page.getByRole("menuitemradio", { name: "Mika" }).tap();
  await ben.page.keyboard.press("Escape");
  await expect(ben.names(monday(ben))).toHaveText(["Castle", "Tram museum", "Ferry ride", "Oceanarium"]);
  await ann.open("Oceanarium");
  await ann.details.getByRole("button", { name: /^Who/ }).click();
  await ann.page.getByRole("menuitemcheckbox", { name: "Mika" }).click();
  await ann.page.keyboard.press("Escape");
  await expect(ben.names(monday(ben))).toHaveText(["Castle", "Tram museum", "Ferry ride"]);
  await expect(visible(ben.page, "Ann and Ben: 1 stop and 1 booking")).toBeVisible();
  await visible(ben.page, "Mika’s day").tap();
  await expect(ben.names(monday(ben))).toHaveCount(4);
  await expect(ben.page).not.toHaveURL(/who=/);
  await ann.close();
});

test("what cannot work is told in words, leads there, and can be set aside", async () => {
  await visible(ann.page, "My day").click();
  const opener = visible(ann.page, /to look at$/);
  await expect(opener).toHaveText("2 things to look at");
  await opener.click();
  const list = ann.page.getByRole("dialog", { name: "Things to look at" });
  await expect(list.getByText("No bed for the night of 5 Apr")).toBeVisible();
  await list.getByRole("button", { name: /^Castle and Tram museum overlap at 10:00/ }).click();
  await expect(ann.details.getByRole("region", { name: "Tram museum" })).toBeVisible();
  await ann.close();

  await expect(ann.row("Tram museum").getByText("Castle lasts until 11:30")).toBeVisible();
  await opener.click();
  await list.getByRole("button", { name: /^Not a problem: Castle and Tram museum/ }).click();
  await expect(list.getByText("1 set aside")).toBeVisible();
  await ann.page.keyboard.press("Escape");
  await expect(opener).toHaveText("1 thing to look at");
  await expect(ann.row("Tram museum").getByText("Castle lasts until 11:30")).toBeHidden();
  // Ann has set the problem aside for herself only, so Ben's page still counts it.
  await expect(visible(ben.page, /to look at$/)).toHaveText("2 things to look at");

  await ann.page.reload();
  await expect(opener).toHaveText("1 thing to look at");
  await opener.click();
  await list.getByRole("button", { name: "Show again" }).click();
  await expect(opener).toHaveText("2 things to look at");
  await ann.page.keyboard.press("Escape");
});

test("opening hours are given once for all days, and a stop outside of them says so", async () => {
  await ann.open("Castle");
  const hours = ann.details.getByRole("button", { name: /^Hours/ });
  await expect(hours).toBeHidden();
  await ann.details.getByRole("button", { name: "Add: Hours" }).click();
  const editor = ann.page.getByRole("dialog", { name: "Opening hours" });
  await editor.getByRole("button", { name: "Add hours on Monday" }).click();
  await editor.getByLabel("Monday, opens").fill("10");
  await editor.getByLabel("Monday, closes").fill("6pm");
  await editor.getByRole("button", { name: "Copy Monday to all days" }).click();
  await editor.getByRole("button", { name: "Remove these hours: Sunday" }).click();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(hours).toHaveText(/Mon–Sat 10:00–18:00$/);
  await expect(ann.row("Castle").getByText("Closed at this time")).toBeVisible();
  await expect(visible(ben.page, /to look at$/)).toHaveText("3 things to look at");
  await ann.set("Start", "10:30");
  await expect(ann.row("Castle").getByText("Closed at this time")).toBeHidden();
});
