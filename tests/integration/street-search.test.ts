// @alone @long: sets the environment, which the service reads once; the search for street photos
import { describe, expect, test } from "vitest";
import { distanceMeters } from "#lib/shared/legs.ts";
import { tooManyImages } from "#tests/doubles/street-refusals.ts";
import { seededNumbers, type WorldPhoto, worldOf } from "#tests/doubles/street-world.ts";
import { boxOf, HERE, panoramaFilterOf, useStreetSearches } from "#tests/helpers/street-search.ts";

/* These tests check which requests a search sends to the provider, by the log of the provider's double. */

const { imagery, search, answering } = await useStreetSearches();
const METER = 1 / 111_195;

describe("what is asked", () => {
  test("100 m are two requests, one for each lane", async () => {
    const found = await search();
    expect(found).toMatchObject({ completeness: "complete", panoramaAvailable: true, failures: [] });
    expect(imagery.requests.map(panoramaFilterOf).toSorted()).toEqual(["false", "true"]);
    expect(new Set(imagery.requests.map(boxOf)).size).toBe(1);
  });

  test("1000 m are thirty-two, of cells of at most 500 m", async () => {
    const found = await search({ radiusMeters: 1000 });
    expect(found.completeness).toBe("complete");
    expect(imagery.requests).toHaveLength(32);
    for (const [west = 0, south = 0, east = 0, north = 0] of imagery.requests.map((one) =>
      boxOf(one).split(",").map(Number),
    )) {
      const height = distanceMeters({ lat: south, lng: west }, { lat: north, lng: west });
      const width = distanceMeters({ lat: south, lng: west }, { lat: south, lng: east });
      expect(Math.max(height, width)).toBeLessThanOrEqual(500.1);
    }
    expect(imagery.requests.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
  });

  test("the token goes in a header, messages come in English, all that fit are asked for, and no photo's address", async () => {
    await search();
    for (const { url, headers } of imagery.requests) {
      expect(headers.authorization).toBe(`OAuth ${imagery.token}`);
      expect(headers["accept-language"]).toBe("en-US");
      expect(url.searchParams.get("limit")).toBe("2000");
      expect(url.href).not.toContain(imagery.token);
      expect(url.searchParams.get("fields")).not.toContain("thumb");
    }
  });

  test("the nearest cells go first, six at a time", async () => {
    answering("hang");
    await expect(search({ radiusMeters: 1000, timeoutMs: 400 })).rejects.toMatchObject({ kind: "deadline" });
    expect(imagery.requests).toHaveLength(6);
    for (const request of imagery.requests) {
      const [west = 0, south = 0, east = 0, north = 0] = boxOf(request).split(",").map(Number);
      // Of the sixteen cells, only the four that meet at the centre are requested.
      const middle = { lat: (south + north) / 2, lng: (west + east) / 2 };
      expect(distanceMeters(HERE, middle)).toBeLessThan(400);
    }
  });
});

function photo(id: string, north: number, east: number, more: Partial<WorldPhoto> = {}): WorldPhoto {
  const lng = HERE.lng + (east * METER) / Math.cos((HERE.lat * Math.PI) / 180);
  const at = { lat: HERE.lat + north * METER, lng };
  return { id, ...at, isPano: false, capturedAt: 1_600_000_000_000, compassAngle: 0, ...more };
}

describe("what is found", () => {
  test("is what lies in the circle, not all that is in the box", async () => {
    imagery.world(worldOf([photo("1", 70, 70), photo("2", 69, 69), photo("3", 95, 95), photo("4", -99, 0)]));
    const found = await search();
    expect(found.images.map(({ id, distanceMeters: away }) => [id, away])).toEqual([
      ["2", 98],
      ["1", 99],
      ["4", 99],
    ]);
    expect(found).toMatchObject({ candidateCount: 3, panoramaAvailable: false, completeness: "complete" });
  });

  test("goes by the provider's own reckoning of the place, where it has one", async () => {
    const computed = { lat: HERE.lat, lng: HERE.lng };
    imagery.world(worldOf([photo("1", 50, 0, { computed }), photo("2", 20, 0)]));
    const found = await search();
    expect(found.images.map(({ id, distanceMeters: away }) => [id, away])).toEqual([
      ["1", 0],
      ["2", 20],
    ]);
  });

  test("is the same, in the same order, a hundred times, in whichever order the provider gives it", async () => {
    const orders = new Set<string>();
    for (let round = 0; round < 100; round += 1) {
      const { images } = await search();
      orders.add(images.map(({ id }) => id).join());
    }
    expect(orders.size).toBe(1);
    expect([...orders][0]?.split(",")).toHaveLength(10);
  });

  test("is nothing, complete, where nobody has taken photos", async () => {
    imagery.world(worldOf([]));
    expect(await search()).toMatchObject({ completeness: "complete", candidateCount: 0, images: [] });
  });

  test("is without what makes no sense, and takes what does", async () => {
    const good = {
      id: "1",
      geometry: { type: "Point", coordinates: [HERE.lng, HERE.lat] },
      compass_angle: -90.04,
    };
    const odd = [
      null,
      7,
      {},
      { id: "../x", geometry: good.geometry },
      { id: "2" },
      { id: "3", geometry: "x" },
    ];
    const strange = {
      ...good,
      id: "4",
      captured_at: "now",
      width: -1,
      creator: { username: "a\u0000\u202eb" },
    };
    answering({ status: 200, body: { data: [...odd, good, strange] } });
    const { images } = await search();
    expect(images).toMatchObject([
      { id: "1", heading: 270, capturedAt: null },
      { id: "4", capturedAt: null, width: null, creator: "ab" },
    ]);
  });
});

describe("too many photos for one answer", () => {
  test("a cell is split, and asked for again in parts", async () => {
    const whole = await search();
    imagery.requests.length = 0;
    imagery.density(12);
    const found = await search();
    expect(found).toMatchObject({ completeness: "complete", candidateCount: whole.candidateCount });
    expect(found.images).toEqual(whole.images);
    expect(imagery.requests).toHaveLength(10);
    expect(imagery.requests.filter(({ status }) => status === 500)).toHaveLength(2);
  });

  test("a full answer counts as cut off: what it has is kept, and the rest is asked for", async () => {
    const many = Array.from({ length: 2100 }, (_, index) => ({
      id: String(index),
      lat: HERE.lat + ((index % 50) - 25) * METER,
      lng: HERE.lng + (Math.floor(index / 50) - 21) * METER,
      isPano: false,
      capturedAt: 1,
      compassAngle: 0,
    }));
    imagery.world(worldOf(many));
    expect(await search()).toMatchObject({ completeness: "complete", candidateCount: 2100 });
    expect(imagery.requests).toHaveLength(6);
  });

  test("parts that stay too dense make the answer partial", async () => {
    answering(tooManyImages("en"), (request) => panoramaFilterOf(request) === "true");
    const found = await search();
    expect(found).toMatchObject({ completeness: "partial", panoramaAvailable: false });
    expect(found.images.length).toBeGreaterThan(0);
    expect(imagery.requests).toHaveLength(1 + 21);
  });

  test("it fails only when neither lane could read a single cell, and then for good", async () => {
    answering(tooManyImages("en"));
    await expect(search()).rejects.toMatchObject({ kind: "density", isPassing: false });
    expect(imagery.requests).toHaveLength(42);
  });

  test("all of it shares 48 requests; what is left out is far away", async () => {
    const whole = await search({ radiusMeters: 1000 });
    for (const density of [100, 60, 30, 15]) {
      imagery.requests.length = 0;
      imagery.density(density);
      const found = await search({ radiusMeters: 1000 });
      expect(imagery.requests).toHaveLength(48);
      expect(found.completeness).toBe("partial");
      if (density >= 60) expect(found.images).toEqual(whole.images);
    }
  });

  test("the budget holds in 500 towns of any density", async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const draw = seededNumbers(seed);
    let drawn = 0;
    const chance = () => draw((drawn += 1));
    for (let round = 0; round < 500; round += 1) {
      imagery.reset();
      const photos = Array.from({ length: Math.floor(chance() * 60) }, (_, index) => ({
        id: String(index),
        lat: HERE.lat + (chance() - 0.5) * 0.02 * chance(),
        lng: HERE.lng + (chance() - 0.5) * 0.02 * chance(),
        isPano: chance() < 0.5,
        capturedAt: 1,
        compassAngle: 0,
      }));
      imagery.world(worldOf(photos));
      imagery.density(Math.floor(chance() * 6));
      const radiusMeters = 1 + Math.floor(chance() * 1000);
      const outcome = await search({ radiusMeters }).catch(({ kind }) => kind);
      const said = `seed ${seed}, round ${round}`;
      expect(imagery.requests.length, said).toBeLessThanOrEqual(48);
      expect(imagery.requests.length, said).toBeGreaterThanOrEqual(2);
      if (outcome === "density") continue;
      const inside = photos.filter((one) => distanceMeters(HERE, one) <= radiusMeters).length;
      expect(outcome.candidateCount, said).toBeLessThanOrEqual(inside);
      if (outcome.completeness === "complete") expect(outcome.candidateCount, said).toBe(inside);
    }
  }, 120_000);
});
