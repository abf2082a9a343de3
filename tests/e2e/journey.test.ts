import { type BrowserContext, expect, test } from "@playwright/test";
import { DEVICES } from "./devices.ts";
import { dragByMouse, dragByTouch, moveByKeyboard } from "./dragging.ts";
import { appUrl } from "./entering.ts";
import { SHOWN_WITHIN_MS, timeMoves } from "./move-clock.ts";
import { signUpHere } from "./signing-up.ts";
import { TripScreen } from "./trip-screen.ts";

// These tests follow one trip of two people. They run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

const [MONDAY, TUESDAY, FRIDAY] = ["Mon 5 Apr", "Tue 6 Apr", "Fri 9 Apr"];

let desktop: BrowserContext;
let phone: BrowserContext;
let ann: TripScreen;
let ben: TripScreen;
let invite = "";

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext(DEVICES.desktop);
  phone = await browser.newContext(DEVICES.phone);
  ann = new TripScreen(await desktop.newPage());
  ben = new TripScreen(await phone.newPage());
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
});

test("signing up with the printed code leads to a sample trip of one's own", async () => {
  await ann.page.goto(appUrl());
  await ann.page.getByRole("link", { name: "Start a trip" }).click();
  await signUpHere(ann.page, "Ann Lee");
  await expect(ann.page.getByRole("heading", { name: "Trips", level: 1 })).toBeVisible();
  await expect(ann.page.getByRole("link", { name: /Sample trip, yours to try things on/ })).toBeVisible();
});

test("a trip is made in one dialog, and opens", async () => {
  const { page } = ann;
  await page.getByRole("button", { name: "New trip" }).click();
  await page.getByLabel("Where to").fill("Lisbon with Ben");
  await ann.fillDates("2027-04-05", "2027-04-09");
  await page.getByRole("button", { name: "Create trip" }).click();
  await expect(page.getByRole("heading", { name: /Lisbon with Ben/, level: 1 })).toBeVisible();
  await expect(ann.day(MONDAY)).toBeVisible();
  await expect(page.getByRole("region", { name: /Apr/ })).toHaveCount(5);
});

test("an invite link takes a friend through signing up into the trip", async () => {
  await ann.page.getByRole("button", { name: "Share" }).click();
  await ann.page.getByRole("button", { name: "Create invite link" }).click();
  invite = await ann.page.getByLabel("Invite link").inputValue();
  await ann.page.keyboard.press("Escape");

  await ben.page.goto(invite);
  await expect(ben.page.getByText("Ann Lee invites you to plan")).toBeVisible();
  await expect(ben.page.getByRole("heading", { name: "Lisbon with Ben" })).toBeVisible();
  await ben.page.getByRole("link", { name: "Create an account to join" }).click();
  await signUpHere(ben.page, "Ben Okri");
  await ben.page.getByRole("button", { name: "Join the trip" }).click();
  await expect(ben.day(MONDAY)).toBeVisible();
});

test("each sees that the other is here", async () => {
  await expect(ann.page.getByRole("button", { name: "2 members, 2 here now" })).toBeVisible();
  await expect(ben.page.getByText("2 here now", { exact: true })).toBeVisible();
});

test("what one adds is in the other's plan", async () => {
  await ann.add(ann.day(MONDAY), "9:30 Coffee", "Castle", "Tile museum");
  await expect(ben.names(ben.day(MONDAY))).toHaveText(["Coffee", "Castle", "Tile museum"]);
  await expect(ben.row("Coffee").getByText("09:30")).toBeVisible();
  await ben.add(ben.day(TUESDAY), "Tram 28");
  await expect(ann.names(ann.day(TUESDAY))).toHaveText(["Tram 28"]);
});

test("a time that one edits changes for the other", async () => {
  await ann.open("Castle");
  await ann.set("Start", "1115");
  await expect(ben.row("Castle").getByText("11:15")).toBeVisible();
  await ben.open("Castle");
  await ben.set("End", "12.45");
  await expect(ann.row("Castle").getByText("12:45")).toBeVisible();
});

test("who has a stop open is shown at it", async () => {
  await expect(ann.row("Castle").getByText("Ben is looking at this")).toBeVisible();
  await ben.close();
  await expect(ann.row("Castle").getByText("Ben is looking at this")).toBeHidden();
});

test("stops with places stand on the map", async () => {
  await ann.set("Place", "38.7139, -9.1335");
  await ann.close();
  await ann.open("Coffee");
  await ann.set("Place", "38.7107, -9.1366");
  await ann.close();
  await expect(ann.map).toHaveAttribute("data-map-state", "idle");
  await expect(ann.map.getByRole("button", { name: "1 Coffee, Mon 5, 09:30" })).toBeVisible();
  await expect(ann.map.getByRole("button", { name: "2 Castle, Mon 5, 11:15" })).toBeVisible();
});

test("stops are moved by mouse, by touch and by keyboard", async () => {
  await dragByMouse(ann, "Tile museum", { above: ann.row("Coffee") });
  await expect(ben.names(ben.day(MONDAY))).toHaveText(["Tile museum", "Coffee", "Castle"]);
  await dragByTouch(ben, "Tile museum", { below: ben.row("Castle") });
  await expect(ann.names(ann.day(MONDAY))).toHaveText(["Coffee", "Castle", "Tile museum"]);
  await moveByKeyboard(ann, "Tile museum", "ArrowRight");
  await expect(ben.names(ben.day(TUESDAY))).toContainText(["Tile museum"]);
  await expect(ben.names(ben.day(MONDAY))).toHaveText(["Coffee", "Castle"]);
});

test("a stop goes to Ideas and is voted for there", async () => {
  await dragByMouse(ann, "Tile museum", { in: ann.ideas });
  await expect(ann.names(ann.ideas)).toHaveText(["Tile museum"]);
  await ben.page.getByRole("button", { name: "Show all ideas" }).click();
  await ben.page.getByRole("button", { name: "Vote for Tile museum, 0 so far" }).click();
  await expect(ann.page.getByRole("button", { name: "Vote for Tile museum, 1 so far" })).toBeVisible();
  await ben.page.getByRole("button", { name: "Show less" }).click();
});

test("comments are counted in the plan and read in the details", async () => {
  await ann.open("Castle");
  const field = ann.details.getByLabel("Write a comment");
  await field.fill("Tickets are cheaper online.");
  await field.press("Enter");
  await expect(ben.row("Castle").getByText("1 comment")).toBeAttached();
  await ben.open("Castle");
  await expect(ben.details.getByText("Tickets are cheaper online.")).toBeVisible();
  await ben.close();
  await ann.close();
});

test("the trip and its stops are renamed for both", async () => {
  await ann.page.getByRole("button", { name: /^Trip title/ }).click();
  await ann.page.getByRole("textbox", { name: "Trip title" }).fill("Lisbon in spring");
  await ann.page.keyboard.press("Enter");
  await expect(ben.page.getByRole("heading", { name: /Lisbon in spring/, level: 1 })).toBeVisible();
  await ben.open("Castle");
  await ben.set("Name", "São Jorge Castle");
  await expect(ann.names(ann.day(MONDAY))).toHaveText(["Coffee", "São Jorge Castle"]);
  await ben.close();
});

test("a change of dates says what it moves, loses nothing, and is undone as one", async () => {
  await ann.add(ann.day(FRIDAY), "Flight home");
  await expect(ben.names(ben.day(FRIDAY))).toHaveText(["Flight home"]);
  await ann.page.getByRole("button", { name: /5 – 9 Apr/ }).click();
  await ann.fillDates("2027-04-05", "2027-04-07");
  await expect(ann.page.getByRole("dialog").getByText("1 stop waits in Ideas")).toBeVisible();
  await expect(ann.page.getByRole("dialog").getByText(/^Flight home/)).toBeVisible();
  await ann.page.getByRole("button", { name: "Save dates" }).click();

  await expect(ben.day(FRIDAY)).toBeHidden();
  await expect(ann.ideas.getByText(/was on Fri 9 Apr/)).toBeVisible();
  await ann.page.getByRole("button", { name: "Undo my last change" }).click();
  await expect(ben.names(ben.day(FRIDAY))).toHaveText(["Flight home"]);
  await expect(ann.names(ann.day(FRIDAY))).toHaveText(["Flight home"]);
});

test("what is written without a connection is there for both afterwards", async () => {
  await phone.setOffline(true);
  await expect(ben.page.getByText(/^Offline, as of \d/).filter({ visible: true })).toBeVisible();
  await ben.add(ben.day(TUESDAY), "Pastéis de nata");
  await expect(ben.names(ben.day(TUESDAY))).toHaveText(["Tram 28", "Pastéis de nata"]);
  await ann.add(ann.day(TUESDAY), "Fado");
  await expect(ann.names(ann.day(TUESDAY))).toHaveText(["Tram 28", "Fado"]);

  await phone.setOffline(false);
  for (const screen of [ann, ben])
    await expect(screen.names(screen.day(TUESDAY))).toHaveText(["Tram 28", "Fado", "Pastéis de nata"]);
  await expect(ben.page.getByText("2 here now", { exact: true })).toBeVisible();
});

test(`a moved stop shows in the other browser within ${SHOWN_WITHIN_MS} ms`, async () => {
  expect(await timeMoves(ann, ben, "Tram 28")).toBeLessThanOrEqual(SHOWN_WITHIN_MS);
});

test("whoever is removed is out at once", async () => {
  await ann.page.getByRole("button", { name: "Share" }).click();
  await ann.page.getByRole("button", { name: "Can edit, Ben Okri" }).click();
  await ann.page.getByRole("menuitem", { name: "Remove from the trip" }).click();
  await ann.page.getByRole("menuitem", { name: "Press again to remove" }).click();
  await expect(ben.page.getByText("You are no longer in this trip.")).toBeVisible({ timeout: 2000 });
  await expect(ben.day(MONDAY).getByRole("button", { name: /^Add a stop/ })).toBeHidden();
  await ben.page.reload();
  await expect(ben.page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  await ann.page.keyboard.press("Escape");
  await expect(ann.page.getByRole("button", { name: "1 member, 1 here now" })).toBeVisible();
});
