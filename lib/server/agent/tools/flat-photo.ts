import { createConcurrencyLimit } from "../../process/concurrency-limit.ts";
import { pictureDecoder } from "../../pictures/decoder.ts";

/** Maximum side of the provider's photo in pixels; the provider's medium size has a quarter of the pixels. */
const MAX_SIDE = 2048;
/** Maximum side of the photo for the model: it costs some hundred tokens and is enough to read a sign. */
const SIDE = 1024;
const QUALITY = 80;
const MAX_BYTES = 512 * 1024;
const DECODE_SECONDS = 3;
/** The maximum ratio of width to height. A whole sphere on a plane has the ratio 2, which no lens produces. */
const WIDEST = 1.9;
/** The mark that cameras write into a picture which was composed of several. */
const PANORAMA_MARK = "GPano";

const decoding = createConcurrencyLimit({
  atOnce: 1,
  waiting: 16,
  refusal: "Many pictures are being made at this moment.",
});

/**
 * Re-encodes a flat photo as a JPEG without its other data; null for a photo that is too large, is damaged, or looks
 * like a panorama, even when the provider calls it flat.
 * @throws AppError UNAVAILABLE when too many photos are being encoded
 */
export function flatPhoto(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(PANORAMA_MARK))
    return Promise.resolve(null);
  return decoding(() => encode(bytes).catch(() => null));
}

async function encode(bytes: Uint8Array): Promise<Uint8Array | null> {
  const sharp = await pictureDecoder();
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: MAX_SIDE * MAX_SIDE, autoOrient: true });
  const { width, height } = (await picture.metadata()).autoOrient;
  if (Math.max(width, height) > MAX_SIDE || width / height >= WIDEST) return null;
  const made = await picture
    .timeout({ seconds: DECODE_SECONDS })
    .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .jpeg({ quality: QUALITY })
    .toBuffer();
  return made.byteLength <= MAX_BYTES ? made : null;
}
