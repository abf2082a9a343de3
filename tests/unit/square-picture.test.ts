import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createConcurrencyLimit } from "#lib/server/process/concurrency-limit.ts";
import { squarePicture } from "#lib/server/avatar/square-picture.ts";
import type { AppError } from "#lib/shared/errors.ts";
import { drawing, newPicture } from "#tests/helpers/pictures.ts";

const UNSUPPORTED = {
  code: "UNSUPPORTED_MEDIA_TYPE",
  message: "Send a JPEG, PNG, WebP or GIF picture.",
  issues: undefined,
};
const DAMAGED = invalid("This picture is damaged or incomplete. Choose another one.");
const TOO_MANY_PIXELS = invalid("This picture has too many pixels. Choose one of at most 50 megapixels.");

function invalid(message: string) {
  const issues = [{ path: "file", message }];
  return { code: "VALIDATION_FAILED", message: "Some fields need a change.", issues };
}

async function refusal(bytes: Uint8Array) {
  const error = await Promise.resolve()
    .then(() => squarePicture(bytes))
    .then(
      () => null,
      (reason: AppError) => reason,
    );
  return error && { code: error.code, message: error.message, issues: error.issues };
}

function latin(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** Returns red, green and blue at a point of a square picture, with coordinates from 0 to 1. */
async function colourAt(picture: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * 3;
  return [data[at] ?? -1, data[at + 1] ?? -1, data[at + 2] ?? -1];
}

describe("a picture", () => {
  test.each(["jpeg", "png", "webp", "gif"] as const)(
    "in %s becomes a square WebP of 512 px",
    async (format) => {
      const square = await squarePicture(await newPicture({ format, width: 90, height: 60 }));
      const { exif, icc, xmp, iptc, ...meta } = await sharp(square).metadata();
      expect(meta).toMatchObject({ format: "webp", width: 512, height: 512, space: "srgb", depth: "uchar" });
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    },
  );

  test("is cut to its middle", async () => {
    const square = await squarePicture(await newPicture({ width: 300, height: 100 }));
    // In the original, red grows from 0 to 255 over the whole width; only the middle third remains.
    expect((await colourAt(square, 0, 0.5))[0]).toBeGreaterThan(70);
    expect((await colourAt(square, 1, 0.5))[0]).toBeLessThan(185);
  });

  test("from a phone stands upright, and says neither where nor when it was taken", async () => {
    const taken = { IFD0: { Make: "Phone", Copyright: "Ann" }, IFD3: { GPSLatitude: "35/1 0/1 41/1" } };
    const photo = await drawing({ width: 200, height: 200 })
      .withExif(taken)
      .withMetadata({ orientation: 6, exif: taken, icc: "p3" })
      .jpeg()
      .toBuffer();
    const before = await sharp(photo).metadata();
    expect([before.orientation, before.exif !== undefined, before.icc !== undefined]).toEqual([
      6,
      true,
      true,
    ]);
    const square = await squarePicture(photo);
    const after = await sharp(square).metadata();
    expect([after.orientation, after.exif, after.icc]).toEqual([undefined, undefined, undefined]);
    expect(Buffer.from(square).includes("Phone")).toBe(false);
    // The left edge of the stored picture is the top of the upright one.
    const [topRed, topGreen] = await colourAt(square, 1, 0);
    expect([topRed < 40, topGreen < 60]).toEqual([true, true]);
    const [bottomRed, bottomGreen] = await colourAt(square, 0, 1);
    expect([bottomRed > 215, bottomGreen > 195]).toEqual([true, true]);
  });

  test("that moves gives its first frame", async () => {
    const frames = [drawing({ hue: 10 }), drawing({ hue: 240 })].map((frame) => frame.png().toBuffer());
    const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    const square = await squarePicture(moving);
    expect((await sharp(square).metadata()).pages).toBeUndefined();
    expect((await colourAt(square, 0.5, 0.5))[2]).toBeLessThan(60);
  });

  test("with something behind its end is taken, and loses it", async () => {
    const polyglot = Buffer.concat([await newPicture({ format: "jpeg" }), latin("PK\u0003\u0004<script>")]);
    expect(Buffer.from(await squarePicture(polyglot)).includes("<script>")).toBe(false);
  });

  test.each([
    ["one pixel", { width: 1, height: 1 }],
    ["a line", { width: 5000, height: 1 }],
  ])("of %s is fine", async (_, size) => {
    expect((await sharp(await squarePicture(await newPicture(size))).metadata()).width).toBe(512);
  });
});

describe("what a file is, its content says", () => {
  const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
  test.each([
    ["SVG", svg],
    ["SVG with an XML head", `<?xml version="1.0"?>${svg}`],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7"],
    ["an archive", "PK\u0003\u0004"],
    ["HEIC", "\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic"],
    ["a BMP", "BM\u0000\u0000"],
    ["another RIFF", "RIFF\u0000\u0000\u0000\u0000WAVEfmt "],
    ["nothing", ""],
    ["a byte", "\u00ff"],
  ])("%s is refused", async (_, content) => {
    expect(await refusal(latin(content))).toEqual(UNSUPPORTED);
  });

  test.each(["avif", "tiff"] as const)("a true %s is refused", async (format) => {
    expect(await refusal(await newPicture({ format }))).toEqual(UNSUPPORTED);
  });

  test.each([
    ["a PDF before a JPEG", "%PDF-1.7\n%"],
    ["a page before a JPEG", "<html><!--"],
    ["a space before a JPEG", " "],
  ])("%s is refused", async (_, head) => {
    const jpeg = await newPicture({ format: "jpeg" });
    expect(await refusal(Buffer.concat([latin(head), jpeg]))).toEqual(UNSUPPORTED);
  });

  test("a script with the head of a GIF is refused", async () => {
    expect(await refusal(latin("GIF89a/*aaaaaaaaaaaaaaaaaaaa*/=1;alert(1)"))).toEqual(DAMAGED);
  });
});

describe("a file that is broken", () => {
  test.each(["jpeg", "png", "webp", "gif"] as const)("off anywhere is refused: %s", async (format) => {
    const whole = await newPicture({ format, width: 200, height: 600 });
    for (const share of [0.05, 0.5, 0.9, 0.995]) {
      expect(await refusal(whole.slice(0, Math.floor(whole.length * share))), `${share}`).toEqual(DAMAGED);
    }
  });

  test("in its data is refused", async () => {
    const broken = Buffer.from(await newPicture({ width: 300, height: 300 }));
    broken.fill(0x5a, broken.length / 2, broken.length / 2 + 64);
    expect(await refusal(broken)).toEqual(DAMAGED);
  });

  test.each(["\u00ff\u00d8\u00ff", "\u0089PNG\r\n\u001a\n", "RIFF\u0004\u0000\u0000\u0000WEBP", "GIF89a"])(
    "after its first bytes is refused: %j",
    async (head) => {
      expect(await refusal(latin(head))).toEqual(DAMAGED);
    },
  );
});

describe("a small file with a huge picture", () => {
  test.each([
    [7100, 7100],
    [20_001, 10],
    [10, 20_001],
  ])("of %i × %i is refused before it is unpacked", async (width, height) => {
    const create = { width, height, channels: 3 as const, background: "#fff" };
    const bomb = await sharp({ create, limitInputPixels: false }).png().toBuffer();
    expect(bomb.length).toBeLessThan(300_000);
    expect(await refusal(bomb)).toEqual(TOO_MANY_PIXELS);
  });

  test("is refused when it is a GIF", async () => {
    const gif = Buffer.from(await newPicture({ format: "gif", width: 8, height: 8 }));
    const frame = gif.indexOf(0x2c, 13 + 3 * 2 ** (((gif[10] ?? 0) % 8) + 1));
    for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(65_535, at);
    expect(await refusal(gif)).toEqual(TOO_MANY_PIXELS);
  });

  test("is refused when it only says so", async () => {
    const png = Buffer.from(await newPicture());
    png.writeUInt32BE(2_000_000_000, 16);
    expect(await refusal(png)).toEqual(DAMAGED);
  });
});

describe("the gate", () => {
  test("lets two in, has the next wait in their order, and turns the rest away", async () => {
    const pass = createConcurrencyLimit({ atOnce: 2, waiting: 2, refusal: "Come back later." });
    const doors = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const inside: number[] = [];
    const works = doors.map(({ promise }, index) =>
      pass(async () => {
        inside.push(index);
        await promise;
        return index;
      }),
    );
    await expect(pass(() => Promise.resolve(4))).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "Come back later.",
    });
    expect(inside).toEqual([0, 1]);
    doors[1]?.reject(new Error("broken"));
    await expect(works[1]).rejects.toThrow("broken");
    expect(inside).toEqual([0, 1, 2]);
    for (const { resolve } of doors) resolve();
    expect(await Promise.all([works[0], works[2], works[3]])).toEqual([0, 2, 3]);
    expect(await pass(() => Promise.resolve("free"))).toBe("free");
  });
});
