import type sharpModule from "sharp";
import { type AppError, invalidField } from "#lib/shared/errors.ts";

type Sharp = typeof sharpModule;

const BUFFERS = ["Jpeg", "Png", "Webp", "Nsgif"].map((name) => `VipsForeignLoad${name}Buffer`);

let loading: Promise<Sharp> | undefined;

/** Few people send pictures: the decoder is loaded for the first, keeps nothing, and can't read other formats. */
export function pictureDecoder(): Promise<Sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: BUFFERS });
  return sharp;
}

/** What the service, and whoever looks at a picture, has to hold in memory: four bytes each. */
export const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 20_000;

export function requireFewPixels({ width, height }: { width: number; height: number }): void {
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw tooManyPixels();
}

/** What a decoder's error says of the picture, when that is its size. */
export function pixelProblem(error: unknown): AppError | null {
  return /pixel limit|too large/i.test(String(error)) ? tooManyPixels() : null;
}

function tooManyPixels(): AppError {
  return invalidField("file", "This picture has too many pixels. Choose one of at most 50 megapixels.");
}
