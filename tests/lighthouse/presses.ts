import type { Locator } from "@playwright/test";
import type { TripScreen } from "#tests/e2e/trip-screen.ts";

const WRITES = "**/api/trips/**";

/** Everything that people do with a trip, by pressing and typing; `round` says with which day and which thing. */
export async function useEverything(screen: TripScreen, round: number): Promise<void> {
  await goThroughDays(screen, round);
  await talkAboutStop(screen, round);
  await moveStop(screen, round);
  await openAndClose(screen);
  await lookAtMoney(screen);
  await tickThings(screen, round);
  await lookAtUnsent(screen, round);
}

function days({ page }: TripScreen): Locator {
  return page.getByRole("navigation", { name: "Days" }).getByRole("link");
}

/** The names of a day's stops. */
function rowsOf({ page }: TripScreen, day: number): Locator {
  return page.locator(`section[data-day]:nth-of-type(${day + 1}) [data-row]`);
}

async function goThroughDays(screen: TripScreen, round: number): Promise<void> {
  for (const day of [9, 4, round % 8]) await days(screen).nth(day).click();
}

async function talkAboutStop(screen: TripScreen, round: number): Promise<void> {
  const { page, details } = screen;
  await rowsOf(screen, round % 8)
    .nth(1)
    .click();
  await details.getByRole("button", { name: /^Vote for/ }).click();
  await typeInto(details.getByLabel("Write a comment"), "West gate");
  const notes = details.getByRole("textbox", { name: "Notes", exact: true });
  await typeInto(notes, "tickets");
  await page.keyboard.press("Escape");
  await screen.close();
}

/** Writes at the end of what is there, and takes it back. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("End");
  await field.pressSequentially(text);
  for (const _ of text) await field.press("Backspace");
}

async function moveStop(screen: TripScreen, round: number): Promise<void> {
  const day = (round + 1) % 8;
  await days(screen).nth(day).click();
  await rowsOf(screen, day).nth(1).focus();
  for (const key of ["Space", "ArrowDown", "ArrowDown", "Space"]) await screen.page.keyboard.press(key);
}

async function openAndClose(screen: TripScreen): Promise<void> {
  const { page } = screen;
  await page.getByRole("button", { name: "Trip menu" }).click();
  await page.getByRole("menuitem").first().waitFor();
  await page.keyboard.press("Escape");
  await screen.show("Bookings");
  await screen.show("Activity");
}

async function lookAtMoney(screen: TripScreen): Promise<void> {
  const { page } = screen;
  await screen.show("Money");
  await page.getByRole("button", { name: "Add expense" }).first().click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
}

async function tickThings(screen: TripScreen, round: number): Promise<void> {
  await screen.show("Lists");
  // The box itself is drawn by its label.
  const things = screen.page.locator("[data-item] label");
  for (const n of [0, 1]) await things.nth(2 * round + n).click();
  await screen.show("Plan");
}

/** What has not gone out yet: the browser lets no write through for a while, and all of the others' edits. */
async function lookAtUnsent(screen: TripScreen, round: number): Promise<void> {
  const { page, details } = screen;
  await page.route(WRITES, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort("connectionfailed"),
  );
  await rowsOf(screen, round % 8)
    .nth(3)
    .click();
  await details.getByRole("button", { name: /^Vote for/ }).click();
  await screen.close();
  await page.getByRole("button", { name: /Show the changes$/ }).click();
  const list = page.getByRole("dialog").filter({ hasText: "Changes on this device" });
  await list.waitFor();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  await page.unroute(WRITES);
}
