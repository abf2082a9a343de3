import { beforeAll, expect, test } from "vitest";
import { ensureGazetteer } from "#lib/local/gazetteer.ts";
import { placeSearches } from "#tests/bench/place-queries.ts";
import { runPlaceSearches } from "#tests/bench/places.ts";

/* `npm run bench` measures more exactly; this test notices only if the search becomes much slower or larger. */

const COUNT = 450;

beforeAll(() => ensureGazetteer());

test("the searches are the same every time, and of all scripts", async () => {
  const searches = await placeSearches(COUNT);
  expect(await placeSearches(COUNT)).toEqual(searches);
  const scripts = Map.groupBy(searches, ({ script }) => script);
  expect([...scripts.values()].map(({ length }) => length)).toEqual(Array.from({ length: 9 }, () => 50));
  expect(searches.every(({ text }) => text !== "")).toBe(true);
});

test("search as one types takes a few milliseconds, finds what begins so, and grows its process by less than 60 MiB", async () => {
  const { coldMs, latencies, found, grownMiB } = await runPlaceSearches(COUNT);
  expect(latencies).toHaveLength(COUNT);
  expect(found).toBe(COUNT);
  expect(latencies.toSorted((a, b) => a - b)[Math.floor(0.95 * COUNT)]).toBeLessThanOrEqual(20);
  expect(grownMiB).toBeLessThanOrEqual(60);
  expect(coldMs).toBeLessThanOrEqual(1000);
});
