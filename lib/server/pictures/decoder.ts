import type sharpModule from "sharp";
import { type AppError, invalidField } from "#lib/shared/errors.ts";

type Sharp = typeof sharpModule;

const BUFFERS = ["Jpeg", "Png", "Webp", "Nsgif"].map((name) => `VipsForeignLoad${name}Buffer`);

let loading: Promise<Sharp> | undefined;

/**
 * Returns the picture decoder. It is loaded with the first picture, because few users upload pictures; it has no cache,
 * and it can read no other formats.
 */
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

/**
 * Maximum number of pixels. The server, and each device that shows the picture, needs four bytes of memory for each.
 */
export const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 20_000;

export function requireFewPixels({ width, height }: { width: number; height: number }): void {
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw tooManyPixels();
}

/** Returns the error for a decoder's error about the picture's size; null for any other error. */
export function pixelProblem(error: unknown): AppError | null {
  return /pixel limit|too large/i.test(String(error)) ? tooManyPixels() : null;
}

function tooManyPixels(): AppError {
  return invalidField("file", "This picture has too many pixels. Choose one of at most 50 megapixels.");
}
