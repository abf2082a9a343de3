import { expect, test } from "vitest";
import { readImportFile } from "#lib/server/imports/thread/reading-thread.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const PLAN = { days: [], stops: [], timezone: "Europe/Monaco" };

/** Returns a file so large that it is read in another thread. */
function largeGpx(count: number): Uint8Array {
  const points = Array.from(
    { length: count },
    (_, n) => `<wpt lat="${(n / 1000).toFixed(3)}" lon="7.4"><name>Place ${n}</name></wpt>`,
  );
  return bytes(`<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${points.join("")}</gpx>`);
}

test("a large file is read on another thread, which leaves this one free", async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const started = performance.now();
  const { file, sorted } = await readImportFile({
    kind: "places",
    bytes: largeGpx(9000),
    plan: PLAN,
    into: "days",
  });
  const took = performance.now() - started;
  clearInterval(counting);
  expect(file.places).toHaveLength(9000);
  // The places are the same objects as those in the file.
  expect(file.places).toContain(sorted.added[0]?.place);
  // If the main thread had read the file, it would not have run the timer during the reading.
  expect(turns).toBeGreaterThan(took / 20);
});

test("a refusal arrives as what it is", async () => {
  const table = "x,y\n".repeat(40_000);
  await expect(
    readImportFile({ kind: "expenses", bytes: bytes(table), currency: "EUR", days: [] }),
  ).rejects.toMatchObject({
    name: "AppError",
    code: "UNSUPPORTED_MEDIA_TYPE",
    details: { kind: "unknown" },
  });
  await expect(
    readImportFile({ kind: "trip", bytes: bytes(`{"x": "${"x".repeat(100_000)}"}`) }),
  ).rejects.toMatchObject({
    code: "UNSUPPORTED_MEDIA_TYPE",
  });
});

test("many at once are read one after the other, each its own", async () => {
  const counts = [2000, 2100, 2200, 2300];
  const files = await Promise.all(
    counts.map((count) =>
      readImportFile({ kind: "places", bytes: largeGpx(count), plan: PLAN, into: "days" }),
    ),
  );
  expect(files.map(({ file }) => file.places.length)).toEqual(counts);
});
