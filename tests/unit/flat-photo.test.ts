import sharp from "sharp";
import { expect, test } from "vitest";
import { flatPhoto } from "#lib/server/agent/tools/flat-photo.ts";

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#789" } });
}

test("a photo goes on as a JPEG of at most 1024 pixels, upright, with nothing else of its file", async () => {
  const file = await picture(1600, 1200)
    .withExif({ IFD0: { Artist: "SECRET" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const made = Buffer.from((await flatPhoto(file)) ?? []);
  expect(await sharp(made).metadata()).toMatchObject({ format: "jpeg", width: 768, height: 1024 });
  expect(made.includes("Exif")).toBe(false);
  const small = await flatPhoto(await picture(300, 200).webp().toBuffer());
  expect(await sharp(small ?? undefined).metadata()).toMatchObject({
    format: "jpeg",
    width: 300,
    height: 200,
  });
});

test.each([
  ["a sphere on a plane", picture(1024, 512).jpeg().toBuffer()],
  ["too wide", picture(2049, 1500).jpeg().toBuffer()],
  ["too high", picture(1000, 2049).png().toBuffer()],
  ["a bomb", picture(5000, 4000).png().toBuffer()],
  [
    "broken off",
    picture(800, 600)
      .jpeg()
      .toBuffer()
      .then((bytes) => bytes.subarray(0, 1000)),
  ],
  ["no picture", Promise.resolve(Buffer.from("\u00ff\u00d8\u00ff and so on", "latin1"))],
  [
    "marked as a panorama",
    picture(800, 600)
      .jpeg()
      .toBuffer()
      .then((bytes) => Buffer.concat([bytes, Buffer.from("GPano:ProjectionType")])),
  ],
])("%s is left out", async (_, bytes) => {
  expect(await flatPhoto(await bytes)).toBeNull();
});
