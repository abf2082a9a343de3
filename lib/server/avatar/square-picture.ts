import { AppError, invalidField } from "#lib/shared/errors.ts";
import { createConcurrencyLimit } from "../process/concurrency-limit.ts";
import { MAX_PIXELS, pictureDecoder, pixelProblem, requireFewPixels } from "../pictures/decoder.ts";

const SIDE = 512;
const QUALITY = 82;
const DECODE_SECONDS = 10;

const JPEG_SCAN = Buffer.from([0xff, 0xda]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

const decoding = createConcurrencyLimit({
  atOnce: 2,
  waiting: 8,
  refusal: "Many pictures are being made at this moment. Send yours again.",
});

/**
 * Returns the middle of a picture as a square WebP of 512 px, upright and in sRGB, without any other data of the file.
 * The file's type is recognised by its content.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE; VALIDATION_FAILED (too many pixels, damaged); UNAVAILABLE (too many at once)
 */
export function squarePicture(bytes: Uint8Array): Promise<Uint8Array> {
  const format = formatOf(bytes);
  if (format === null) throw unsupported();
  return decoding(() => encode(bytes, format));
}

async function encode(bytes: Uint8Array, format: string): Promise<Uint8Array> {
  const sharp = await pictureDecoder();
  const picture = sharp(bytes, {
    // Files with small faults are accepted, because cameras write them; incomplete files are refused.
    failOn: "error",
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    autoOrient: true,
  });
  const meta = await picture.metadata().catch((error: unknown) => refuse(error));
  if (meta.format !== format) throw unsupported();
  if (!hasItsEnd(bytes, format)) throw damaged();
  requireFewPixels(meta);
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

/**
 * Whether the file is complete. The decoder alone would accept some incomplete files, because the square may not
 * contain the missing part.
 */
function hasItsEnd(bytes: Uint8Array, format: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "png") return buffer.includes("IEND", 8, "latin1");
  if (format !== "jpeg") return true;
  // Coded data never contain markers, and those of a thumbnail come before the picture's own.
  return buffer.lastIndexOf(JPEG_END) > buffer.lastIndexOf(JPEG_SCAN);
}

function refuse(error: unknown): never {
  if (!/timeout/i.test(String(error))) throw pixelProblem(error) ?? damaged();
  const message = "This picture takes too long to read. Choose another one, or save it again as a JPEG.";
  throw invalidField("file", message);
}

function damaged(): AppError {
  return invalidField("file", "This picture is damaged or incomplete. Choose another one.");
}

function unsupported(): AppError {
  return new AppError("UNSUPPORTED_MEDIA_TYPE", "Send a JPEG, PNG, WebP or GIF picture.");
}
