import { moveByKeyboard } from "./dragging.ts";
import type { TripScreen } from "./trip-screen.ts";

declare global {
  interface Window {
    /** When this page was told to put a stop down, or saw the order change; milliseconds since the epoch. */
    moments: number[];
  }
}

interface MoveClock {
  /** Milliseconds from the key that puts a stop down until the other page shows it there. */
  next(): Promise<number>;
}

const MOVES = 50;
/** A machine that does something else for a moment spoils one round; a product that has become slow spoils them all. */
const MOST_ROUNDS = 3;
/** So soon, of a hundred moves ninety-five are seen. */
export const SHOWN_WITHIN_MS = 300;

/** One moves the first of two stops down and up again, by keyboard. @returns the best round's 95th percentile, in milliseconds */
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

/** Both pages note the moment themselves, on the one clock of the machine, so that no test code is timed. */
async function clockMoves(from: TripScreen, to: TripScreen): Promise<MoveClock> {
  await from.page.evaluate(noteSpaces);
  await to.page.evaluate(noteOrders);
  let moves = 0;
  return {
    async next() {
      moves++;
      const seen = await to.page.waitForFunction((count) => window.moments[count - 1], moves);
      const shownAt = await seen.jsonValue();
      // Each move is two presses: the second one puts the stop down.
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
    // What has changed is seen with the next frame.
    requestAnimationFrame(() => window.moments.push(performance.timeOrigin + performance.now()));
  }).observe(document.body, { childList: true, subtree: true });
}
