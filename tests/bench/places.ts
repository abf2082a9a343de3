import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { placeSearches } from "./place-queries.ts";
import type { PlaceTimes } from "./place-search.ts";
import type { Row } from "./report.ts";

const SEARCHES = 1000;
const MOST_MS = 20;
const MOST_MIB = 60;

/**
 * Runs `count` place searches in a new process with the web part's memory settings, and returns their times and the
 * growth of memory.
 */
export async function runPlaceSearches(count: number): Promise<PlaceTimes> {
  const child = fork(join(import.meta.dirname, "place-search.ts"), { execArgv: ["--max-semi-space-size=8"] });
  child.send(await placeSearches(count));
  const [times] = await once(child, "message");
  return times;
}

/** Measures the search while a user types, in the embedded gazetteer. */
export async function measurePlaces(): Promise<Row[]> {
  const { coldMs, latencies, grownMiB } = await runPlaceSearches(SEARCHES);
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? NaN;
  const name = `place search, ${SEARCHES} queries in 9 scripts`;
  return [
    { measure: `${name}, p50`, value: at(0.5), unit: "ms" },
    {
      measure: `${name}, p95`,
      value: at(0.95),
      unit: "ms",
      floor: { at: "most", value: MOST_MS, of: "value" },
    },
    { measure: `${name}, longest`, value: at(0.9999), unit: "ms" },
    { measure: "place search, opened and answered for the first time", value: coldMs, unit: "ms" },
    {
      measure: "place search, memory of its process",
      value: grownMiB,
      unit: "MiB",
      floor: { at: "most", value: MOST_MIB, of: "value" },
    },
  ];
}
