import { moveByKeyboard } from "./dragging.ts";
import type { TripScreen } from "./trip-screen.ts";

declare global {
  interface Window {
    /**
     * When the key that puts a stop down was pressed on this page, or when its order changed, in milliseconds since the
     * epoch.
     */
    moments: number[];
  }
}

interface MoveClock {
  /** Returns the milliseconds from the key that puts a stop down until the other page shows the new order. */
  next(): Promise<number>;
}

const MOVES = 50;
/** The maximum number of measured rounds: a delay of the machine affects one, and a slow service affects all. */
const MOST_ROUNDS = 3;
/** The time within which 95 of 100 moves must be shown. */
export const SHOWN_WITHIN_MS = 300;

/**
 * Moves the first of two stops down and up again on one page, by keyboard.
 * @returns the best round's 95th percentile in milliseconds
 */
export async function timeMoves(from: TripScreen, to: TripScreen, name: string): Promise<number> {
  const clock = await clockMoves(from, to);
  let best = Infinity;
  for (let round = 0; round < MOST_ROUNDS && best > SHOWN_WITHIN_MS; round++)
    best = Math.min(best, await timeRound(clock, from, name));
  return best;
}

async function timeRound(clock: MoveClock, from: TripScreen, name: string): Promise<number> {
  const times: number[] = [];
  for (let move = 0; move < MOVES; move++) {
    await moveByKeyboard(from, name, move % 2 === 0 ? "ArrowDown" : "ArrowUp");
    times.push(await clock.next());
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(MOVES * share) - 1] ?? 0);
  console.log(`moves until shown: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`);
  return at(0.95);
}

/** Returns a clock for moves. Both pages record the times themselves, so that the test's own code is not measured. */
async function clockMoves(from: TripScreen, to: TripScreen): Promise<MoveClock> {
  await from.page.evaluate(noteSpaces);
  await to.page.evaluate(noteOrders);
  let moves = 0;
  return {
    async next() {
      moves++;
      const seen = await to.page.waitForFunction((count) => window.moments[count - 1], moves);
      const shownAt = await seen.jsonValue();
      // Each move consists of two key presses, of which the second puts the stop down.
      const putDownAt = await from.page.evaluate((count) => window.moments[2 * count - 1], moves);
      return Number(shownAt) - Number(putDownAt);
    },
  };
}

function noteSpaces(): void {
  window.moments = [];
  window.addEventListener(
    "keydown",
    ({ key }) => {
      if (key === " ") window.moments.push(performance.timeOrigin + performance.now());
    },
    true,
  );
}

function noteOrders(): void {
  window.moments = [];
  const selector = "[data-row]";
  function order(): string {
    return Array.from(document.querySelectorAll(selector), (row) => row.getAttribute("data-row")).join();
  }
  let before = order();
  new MutationObserver(() => {
    const now = order();
    if (now === before) return;
    before = now;
    // The change is visible with the next frame.
    requestAnimationFrame(() => window.moments.push(performance.timeOrigin + performance.now()));
  }).observe(document.body, { childList: true, subtree: true });
}
