import type sharpModule from "sharp";
import { AppError } from "#lib/shared/errors.ts";
import { createGate } from "../gate.ts";

type Sharp = typeof sharpModule;

const SIDE = 512;
const QUALITY = 82;
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 20_000;
const DECODE_SECONDS = 10;
const BUFFERS = ["Jpeg", "Png", "Webp", "Nsgif"].map((name) => `VipsForeignLoad${name}Buffer`);

const JPEG_SCAN = Buffer.from([0xff, 0xda]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

const decoding = createGate({
  atOnce: 2,
  waiting: 8,
  refusal: "Many pictures are being made at this moment. Send yours again.",
});
let loading: Promise<Sharp> | undefined;

/** Few people change their picture: the decoder is loaded for the first, keeps nothing, and can't read other formats. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: BUFFERS });
  return sharp;
}

/**
 * The middle of a picture as a square WebP of 512 px, upright and in sRGB, with nothing else of the file. What the file
 * is, its content says.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED (too many pixels, damaged), UNAVAILABLE (too many at once)
 */
export function squarePicture(bytes: Uint8Array): Promise<Uint8Array> {
  const format = formatOf(bytes);
  if (format === null) throw unsupported();
  return decoding(async () => encode(await (loading ??= loadSharp()), bytes, format));
}

async function encode(sharp: Sharp, bytes: Uint8Array, format: string): Promise<Uint8Array> {
  const picture = sharp(bytes, {
    // Cameras write files with small faults; those that lack a part are refused.
    failOn: "error",
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    autoOrient: true,
  });
  const meta = await picture.metadata().catch((error: unknown) => refuse(error));
  if (meta.format !== format) throw unsupported();
  if (!hasItsEnd(bytes, format)) throw damaged();
  const { width, height } = meta;
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw tooManyPixels();
  return picture
    .timeout({ seconds: DECODE_SECONDS })
    .resize(SIDE, SIDE, { fit: "cover" })
    .toColourspace("srgb")
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch((error: unknown) => refuse(error));
}

function formatOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString("latin1");
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "jpeg";
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "png";
  if (/^RIFF[^]{4}WEBP$/.test(head)) return "webp";
  return /^GIF8[79]a/.test(head) ? "gif" : null;
}

/** The square may leave out a part that is missing, so the decoder alone would take some files that broke off. */
function hasItsEnd(bytes: Uint8Array, format: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "png") return buffer.includes("IEND", 8, "latin1");
  if (format !== "jpeg") return true;
  // Markers never stand in the coded data; a thumbnail's come before the picture's own.
  return buffer.lastIndexOf(JPEG_END) > buffer.lastIndexOf(JPEG_SCAN);
}

function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : "";
  if (/pixel limit|too large/i.test(message)) throw tooManyPixels();
  if (/timeout/i.test(message)) {
    throw invalid("This picture takes too long to read. Choose another one, or save it again as a JPEG.");
  }
  throw damaged();
}

function damaged(): AppError {
  return invalid("This picture is damaged or incomplete. Choose another one.");
}

function unsupported(): AppError {
  return new AppError("UNSUPPORTED_MEDIA_TYPE", "Send a JPEG, PNG, WebP or GIF picture.");
}

function tooManyPixels(): AppError {
  return invalid("This picture has too many pixels. Choose one of at most 50 megapixels.");
}

function invalid(message: string): AppError {
  return new AppError("VALIDATION_FAILED", "Some fields need a change.", {
    issues: [{ path: "file", message }],
  });
}
