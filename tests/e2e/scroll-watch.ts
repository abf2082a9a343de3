import type { Page } from "@playwright/test";

/** What was observed of a list of expenses while it was scrolled. */
export interface ScrollReport {
  /** Ids of all rows that were drawn at any time. */
  seen: string[];
  /** Ids of rows that were directly below one another in the same part of the list. */
  neighbours: [string, string][];
  /** The maximum number of rows that were drawn at once. */
  mostRows: number;
  /** How often a row was in the list twice. */
  doubled: number;
  frames: number;
  /** The 95th percentile of the time between frames, in milliseconds. */
  p95: number;
  longest: number;
  /** The number of frames without a row or a day's head in the middle of the screen. */
  blank: number;
}

export interface ScrollWatch {
  begin: () => Promise<void>;
  end: () => Promise<ScrollReport>;
}

export async function newWatch(page: Page): Promise<ScrollWatch> {
  const handle = await page.evaluateHandle(watchHere);
  return {
    begin: () => handle.evaluate((here) => here.begin()),
    end: () => handle.evaluate((here) => here.end()),
  };
}

/** This function runs in the page, so it must not refer to anything outside it. */
function watchHere(): { begin: () => void; end: () => ScrollReport } {
  let seen = new Set<string>();
  let pairs = new Set<string>();
  let [mostRows, doubled, blank, frame] = [0, 0, 0, 0];
  let times: number[] = [];
  const x = document.querySelector("[data-expense]")?.getBoundingClientRect().left ?? 0;

  function look() {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-expense]")];
    const ids = rows.map((row) => row.dataset.expense ?? "");
    mostRows = Math.max(mostRows, rows.length);
    doubled += ids.length - new Set(ids).size;
    for (const [at, row] of rows.entries()) {
      seen.add(ids[at] ?? "");
      if (row.previousElementSibling === rows[at - 1] && at > 0) pairs.add(`${ids[at - 1]} ${ids[at]}`);
    }
  }
  function count(time: number) {
    times.push(time);
    const middle = document.elementFromPoint(x + 80, innerHeight / 2);
    if (!middle?.closest("li, h3, section > div:first-child")) blank++;
    frame = requestAnimationFrame(count);
  }
  const mutations = new MutationObserver(look);
  return {
    begin() {
      [seen, pairs, times] = [new Set(), new Set(), []];
      [mostRows, doubled, blank] = [0, 0, 0];
      look();
      mutations.observe(document.body, { childList: true, subtree: true });
      frame = requestAnimationFrame(count);
    },
    end() {
      cancelAnimationFrame(frame);
      mutations.disconnect();
      const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
      const sorted = steps.toSorted((a, b) => a - b);
      return {
        seen: [...seen],
        neighbours: [...pairs].map((pair) => pair.split(" ") as [string, string]),
        mostRows,
        doubled,
        frames: steps.length,
        p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        longest: sorted.at(-1) ?? 0,
        blank,
      };
    },
  };
}
