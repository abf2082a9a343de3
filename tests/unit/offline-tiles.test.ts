import { expect, test } from "vitest";
import type { OfflineTrip } from "#lib/client/storage/offline-store.ts";
import { downloadMap, MAX_MAP_BYTES, type MapDownloadCallbacks } from "#lib/client/offline/offline-tiles.ts";
import { type Tile, tileName } from "#lib/shared/map-tiles.ts";

const DAY_MS = 24 * 3_600_000;
const MB = 1_000_000;
const NOW = 100 * DAY_MS;
const LIVE = new AbortController().signal;

function row(count: number): Tile[] {
  return Array.from({ length: count }, (_, x) => ({ z: 14, x, y: 0 }));
}

function nothing(): OfflineTrip {
  return { tripId: "t", wish: true, end: null, source: "s", tiles: new Map() };
}

/** Returns a device that stores all tiles that it gets, and a tile server whose tiles all have one size. */
function device(size: number, more: Partial<MapDownloadCallbacks> = {}) {
  const stored = { trip: nothing(), asked: [] as string[], atOnce: 0, shares: [] as number[] };
  let running = 0;
  const keeping: MapDownloadCallbacks = {
    async fetch(name) {
      stored.asked.push(name);
      running += 1;
      stored.atOnce = Math.max(stored.atOnce, running);
      await Promise.resolve();
      running -= 1;
      return new ArrayBuffer(size);
    },
    async keep(trip) {
      stored.trip = trip;
      return true;
    },
    shared: async () => new Map(),
    hasRoom: async () => true,
    now: () => NOW,
    onProgress: (_, share) => stored.shares.push(share),
    ...more,
  };
  return { stored, keeping };
}

const namesOf = ({ tiles }: OfflineTrip) => [...tiles.keys()];

test("all tiles are fetched, a few at once, with how far it is", async () => {
  const { stored, keeping } = device(10);
  expect(await downloadMap(nothing(), row(10), keeping, LIVE)).toBe("whole");
  expect(namesOf(stored.trip)).toEqual(row(10).map(tileName));
  expect(stored.atOnce).toBe(4);
  expect(stored.shares).toEqual([0.4, 0.8, 1]);
});

test("at 60 MB the rest is left out, which is the least useful part", async () => {
  const { stored, keeping } = device(MB);
  expect(await downloadMap(nothing(), row(80), keeping, LIVE)).toBe("cut");
  expect(stored.trip.tiles.size).toBe(60);
  expect(namesOf(stored.trip)).toEqual(row(60).map(tileName));
  expect(MAX_MAP_BYTES).toBe(60 * MB);
  // Tiles that the device would not store are hardly requested, so that the server has less work.
  expect(stored.asked.length).toBeLessThanOrEqual(64);
});

test("what is here already is not asked for again, until it is old", async () => {
  const tiles = new Map([
    ["14/0/0", { size: 10, at: NOW - DAY_MS }],
    ["14/1/0", { size: 10, at: NOW - 31 * DAY_MS }],
  ]);
  const shared = async () => new Map([["14/2/0", { size: 10, at: NOW - DAY_MS }]]);
  const { stored, keeping } = device(10, { shared });
  expect(await downloadMap({ ...nothing(), tiles }, row(4), keeping, LIVE)).toBe("whole");
  expect(stored.asked).toEqual(["14/1/0", "14/3/0"]);
  expect(namesOf(stored.trip)).toEqual(row(4).map(tileName));
});

test("what the trip does not need any more goes, once the rest is here", async () => {
  const tiles = new Map([["14/99/0", { size: 10, at: NOW }]]);
  const { stored, keeping } = device(10);
  const seen: boolean[] = [];
  const onProgress = (trip: OfflineTrip) => seen.push(trip.tiles.has("14/99/0"));
  await downloadMap({ ...nothing(), tiles }, row(8), { ...keeping, onProgress }, LIVE);
  expect(seen).toEqual([true, true]);
  expect(namesOf(stored.trip)).toEqual(row(8).map(tileName));
});

test("a map that is broken off keeps what has come, and goes on from there", async () => {
  const { stored, keeping } = device(10);
  const breaking = { ...keeping, fetch: failsAt("14/5/0", keeping) };
  await expect(downloadMap(nothing(), row(8), breaking, LIVE)).rejects.toThrow("no answer");
  expect(namesOf(stored.trip)).toEqual(row(4).map(tileName));
  stored.asked.length = 0;
  expect(await downloadMap(stored.trip, row(8), keeping, LIVE)).toBe("whole");
  expect(stored.asked).toEqual(row(8).slice(4).map(tileName));
});

function failsAt(broken: string, keeping: MapDownloadCallbacks): MapDownloadCallbacks["fetch"] {
  return async (name, signal) => {
    if (name === broken) throw new Error("no answer");
    return keeping.fetch(name, signal);
  };
}

test("a signal ends it before the next tiles are asked for", async () => {
  const ended = new AbortController();
  const { stored, keeping } = device(10, { onProgress: () => ended.abort() });
  await expect(downloadMap(nothing(), row(12), keeping, ended.signal)).rejects.toThrow();
  expect(stored.asked.length).toBe(4);
});

test("where the plan needs the room, or the browser has none, it ends as full and gives some back", async () => {
  const tight = device(10, { hasRoom: async () => false });
  expect(await downloadMap(nothing(), row(8), tight.keeping, LIVE)).toBe("full");
  expect(tight.stored.trip.tiles.size).toBe(0);

  const { stored, keeping } = device(MB);
  const full = {
    ...keeping,
    keep: async (...[trip, fetched]: Parameters<MapDownloadCallbacks["keep"]>) => {
      if (trip.tiles.size > 8 && fetched.length > 0) throw new DOMException("", "QuotaExceededError");
      return keeping.keep(trip, fetched);
    },
  };
  expect(await downloadMap(nothing(), row(12), full, LIVE)).toBe("full");
  expect(namesOf(stored.trip)).toEqual(row(4).map(tileName));
});

test("what another failure of the store takes along is no full device", async () => {
  const { keeping } = device(10, {
    keep: async () => {
      throw new DOMException("", "InvalidStateError");
    },
  });
  await expect(downloadMap(nothing(), row(4), keeping, LIVE)).rejects.toThrow();
});

test("a device that is somebody else's by now keeps nothing", async () => {
  const { keeping } = device(10, { keep: async () => false });
  expect(await downloadMap(nothing(), row(8), keeping, LIVE)).toBe("lost");
});
