import { createConcurrencyLimit } from "../../concurrency-limit.ts";
import { pictureDecoder } from "../../pictures/decoder.ts";

/** Of what comes, at most; a provider's medium size has a quarter of that. */
const MAX_SIDE = 2048;
/** Of what goes to a model: some hundred tokens, and enough to read a sign. */
const SIDE = 1024;
const QUALITY = 80;
const MAX_BYTES = 512 * 1024;
const DECODE_SECONDS = 3;
/** The whole sphere on a plane is twice as wide as high; no lens sees so much. */
const WIDEST = 1.9;
/** How cameras mark what was put together of several pictures. */
const PANORAMA_MARK = "GPano";

const decoding = createConcurrencyLimit({
  atOnce: 1,
  waiting: 16,
  refusal: "Many pictures are being made at this moment.",
});

/**
 * A flat photo as a JPEG of its own, without anything else that its file held; null for what is too big, broken, or looks
 * like a panorama, whatever was said of it. @throws AppError UNAVAILABLE when too many are made at once
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
