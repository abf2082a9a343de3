import { expect, test } from "vitest";
import { sortPlaces } from "#lib/server/imports/sort-places.ts";
import { gpx, read } from "#tests/helpers/place-files.ts";
import { stop as sampleStop, trip as sampleTrip } from "#tests/realtime/sample-trip.ts";

const trip = sampleTrip({
  stops: Array.from({ length: 2000 }, (_, index) =>
    sampleStop({
      id: `0199b6a0-7c00-7000-8000-0000${String(index).padStart(8, "0")}`,
      name: "B",
      place: { lat: 1, lng: 2 },
      notes: "q",
    }),
  ),
});

test.each([
  [
    "of names of their own at the spot of a full plan",
    (index: number) => `<wpt lat="1" lon="2"><name>A${index}</name></wpt>`,
  ],
  ["all alike", (index: number) => `<wpt lat="1" lon="2"><name>A</name><desc>n${index}</desc></wpt>`],
  ["without spots", (index: number) => `<wpt><name>B</name><desc>n${index}</desc></wpt>`],
])("eight thousand records %s are sorted in seconds", async (_, make) => {
  const file = await read(gpx(Array.from({ length: 8000 }, (__, index) => make(index)).join("")));
  const start = performance.now();
  const { added, skipped } = sortPlaces(file, trip, "days");
  expect(added.length + skipped.length).toBe(8000);
  expect(performance.now() - start).toBeLessThan(5000);
});
