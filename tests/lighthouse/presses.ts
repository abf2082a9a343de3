import type { Locator } from "@playwright/test";
import type { TripScreen } from "#tests/e2e/trip-screen.ts";

const WRITES = "**/api/trips/**";

/** Uses all parts of a trip by clicking and typing; `round` selects the day and the rows. */
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

/** Returns the names of a day's stops. */
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

/** Types at the end of the text and removes it again. */
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
  // The label draws the check box, so the click goes to the label.
  const things = screen.page.locator("[data-item] label");
  for (const n of [0, 1]) await things.nth(2 * round + n).click();
  await screen.show("Plan");
}

/** Looks at unsent writes: for a while the browser blocks writes, but not the other person's edits. */
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
