import type { Locator, Page } from "@playwright/test";
import type { TripScreen } from "./trip-screen.ts";

interface Point {
  x: number;
  y: number;
}

/** A position just above a row, just below it, or anywhere in an empty list. */
export type DropTarget = { above: Locator } | { below: Locator } | { in: Locator };

/** The maximum number of corrections of the pointer in a drag, since the gap that opens moves the rows below it. */
const CORRECTIONS = 3;

function targetOf(place: DropTarget): Locator {
  return "above" in place ? place.above : "below" in place ? place.below : place.in;
}

async function pointOf(place: DropTarget): Promise<Point> {
  const { x, y, width, height } = await boxOf(targetOf(place));
  const share = "above" in place ? 0.15 : "below" in place ? 0.85 : 0.5;
  return { x: x + Math.min(width / 2, 160), y: y + height * share };
}

async function boxOf(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("What is to be dragged, or where to, is not on the screen.");
  return box;
}

async function grip(screen: TripScreen, name: string, place: DropTarget): Promise<Point> {
  await targetOf(place).scrollIntoViewIfNeeded();
  const { x, y, height } = await boxOf(screen.row(name));
  return { x: x + 100, y: y + height / 2 };
}

/** Returns the row that follows the pointer after a drag has begun. */
function lifted(page: Page): Locator {
  return page.getByText(/^From /);
}

/** Moves the lifted row until the gap is at the wanted position. */
async function carry(page: Page, place: DropTarget, move: (to: Point) => Promise<unknown>): Promise<void> {
  await lifted(page).waitFor();
  for (let turn = 0; turn < CORRECTIONS; turn++) {
    await move(await pointOf(place));
    await page.locator("[data-slot]").waitFor();
  }
}

export async function dragByMouse(screen: TripScreen, name: string, to: DropTarget): Promise<void> {
  const { page } = screen;
  const start = await grip(screen, name, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 10);
  await carry(page, to, ({ x, y }) => page.mouse.move(x, y, { steps: 5 }));
  await page.mouse.up();
  await lifted(page).waitFor({ state: "hidden" });
}

/** Holds a finger until the row lifts and then moves it, through the browser's own touch input. */
export async function dragByTouch(screen: TripScreen, name: string, to: DropTarget): Promise<void> {
  const { page } = screen;
  const session = await page.context().newCDPSession(page);
  function touch(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]): Promise<unknown> {
    return session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
  await touch("touchStart", [await grip(screen, name, to)]);
  await carry(page, to, (point) => touch("touchMove", [point]));
  await touch("touchEnd", []);
  await lifted(page).waitFor({ state: "hidden" });
  await session.detach();
}

/** Presses Space, the arrow keys and Space. */
export async function moveByKeyboard(screen: TripScreen, name: string, ...arrows: string[]): Promise<void> {
  const row = screen.stop(name);
  await row.focus();
  for (const key of ["Space", ...arrows, "Space"]) await row.press(key);
}
