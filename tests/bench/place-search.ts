// A process of its own, which opens the embedded gazetteer, runs the searches that it receives, and reports their
// times.
import { openGazetteer } from "#lib/server/places/gazetteer.ts";
import { searchGazetteer } from "#lib/server/places/gazetteer-search.ts";
import type { PlaceSearch } from "./place-queries.ts";

export interface PlaceTimes {
  /** The time from the process's start until the first answer. */
  coldMs: number;
  latencies: number[];
  found: number;
  grownMiB: number;
}

const MIB = 1024 * 1024;

process.once("message", async (searches: PlaceSearch[]) => {
  const before = process.memoryUsage.rss();
  const started = performance.now();
  const gazetteer = await openGazetteer();
  searchGazetteer(gazetteer, "kyoto", { limit: 8 });
  const coldMs = performance.now() - started;
  const latencies: number[] = [];
  let found = 0;
  for (const { text, near } of searches) {
    const from = performance.now();
    const hits = searchGazetteer(gazetteer, text, { near, limit: 8 });
    latencies.push(performance.now() - from);
    found += hits.length > 0 ? 1 : 0;
  }
  const grownMiB = (process.memoryUsage.rss() - before) / MIB;
  process.send?.({ coldMs, latencies, found, grownMiB } satisfies PlaceTimes);
  process.disconnect();
});
