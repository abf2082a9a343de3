import type { Locator, Page } from "@playwright/test";
import type { TripScreen } from "./trip-screen.ts";

export interface Point {
  x: number;
  y: number;
}

/** Just above a row, just below it, or anywhere in a list that is empty. */
export type Place = { above: Locator } | { below: Locator } | { in: Locator };

async function pointOf(place: Place): Promise<Point> {
  const target = "above" in place ? place.above : "below" in place ? place.below : place.in;
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(target);
  const share = "above" in place ? 0.15 : "below" in place ? 0.85 : 0.5;
  return { x: x + Math.min(width / 2, 160), y: y + height * share };
}

async function boxOf(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("What is to be dragged, or where to, is not on the screen.");
  return box;
}

async function grip(screen: TripScreen, name: string): Promise<Point> {
  const { x, y, height } = await boxOf(screen.row(name));
  return { x: x + 100, y: y + height / 2 };
}

/** The row that follows the pointer, from the moment the drag has begun. */
function lifted(page: Page): Locator {
  return page.getByText(/^From /);
}

export async function dragByMouse(screen: TripScreen, name: string, to: Place): Promise<void> {
  const { page } = screen;
  const target = await pointOf(to);
  const start = await grip(screen, name);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 10);
  await lifted(page).waitFor();
  await page.mouse.move(target.x, target.y, { steps: 5 });
  await page.locator("[data-slot]").waitFor();
  await page.mouse.up();
  await lifted(page).waitFor({ state: "hidden" });
}

/** A finger that is held until the row lifts, and then moved: through the browser's own touch input. */
export async function dragByTouch(screen: TripScreen, name: string, to: Place): Promise<void> {
  const { page } = screen;
  const session = await page.context().newCDPSession(page);
  function touch(type: "touchStart" | "touchMove" | "touchEnd", points: Point[]): Promise<unknown> {
    return session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  }
  const target = await pointOf(to);
  const start = await grip(screen, name);
  await touch("touchStart", [start]);
  await lifted(page).waitFor();
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const between = (from: number, until: number) => from + (until - from) * share;
    await touch("touchMove", [{ x: between(start.x, target.x), y: between(start.y, target.y) }]);
  }
  await page.locator("[data-slot]").waitFor();
  await touch("touchEnd", []);
  await lifted(page).waitFor({ state: "hidden" });
  await session.detach();
}

/** Space, arrows, Space. */
export async function moveByKeyboard(screen: TripScreen, name: string, ...arrows: string[]): Promise<void> {
  const row = screen.stop(name);
  await row.focus();
  for (const key of ["Space", ...arrows, "Space"]) await row.press(key);
}
