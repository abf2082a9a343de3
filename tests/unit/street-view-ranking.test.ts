import { expect, test } from "vitest";
import type { ProviderImage } from "#lib/server/street-view/provider.ts";
import { rankImages } from "#lib/server/street-view/ranking.ts";

const CENTER = { lat: 35, lng: 135 };
const METER = 1 / 111_195;

function imageAt(id: string, meters: number, more: Partial<ProviderImage> = {}): ProviderImage {
  return {
    id,
    kind: "flat",
    lat: CENTER.lat + meters * METER,
    lng: CENTER.lng,
    heading: null,
    capturedAt: null,
    width: null,
    height: null,
    creator: null,
    quality: null,
    ...more,
  };
}

const IN_ORDER = [
  imageAt("z-nearest", 3),
  imageAt("newest", 20.4, { capturedAt: 3000 }),
  imageAt("best-of-equally-new", 19.6, { capturedAt: 2000, quality: 0.9 }),
  imageAt("good-of-equally-new", 20, { capturedAt: 2000, quality: 0.1 }),
  imageAt("a-not-judged", 20, { capturedAt: 2000 }),
  imageAt("b-not-judged", 20, { capturedAt: 2000 }),
  imageAt("of-unknown-age", 20, { quality: 1 }),
  imageAt("farthest", 99.9),
];

test("nearest first, then the newest, then the best, then by id; what is not known comes last", () => {
  expect(rankImages(IN_ORDER.toReversed(), CENTER, 100).map(({ id }) => id)).toEqual(
    IN_ORDER.map(({ id }) => id),
  );
});

test("a hundred shuffles come out in the same order", () => {
  for (let round = 0; round < 100; round += 1) {
    const shuffled = IN_ORDER.map((image) => ({ image, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ image }) => image);
    expect(rankImages(shuffled, CENTER, 100).map(({ id }) => id)).toEqual(IN_ORDER.map(({ id }) => id));
  }
});

test("what lies outside the circle is out, and distances are whole metres", () => {
  const ranked = rankImages(
    [imageAt("in", 50.2), imageAt("edge", 99.99), imageAt("out", 100.1)],
    CENTER,
    100,
  );
  expect(ranked.map(({ id, distanceMeters }) => [id, distanceMeters])).toEqual([
    ["in", 50],
    ["edge", 100],
  ]);
});
