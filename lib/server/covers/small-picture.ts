import { notFound } from "#lib/shared/errors.ts";
import { createConcurrencyLimit } from "../process/concurrency-limit.ts";
import type { PrivatePicture } from "../http/picture.ts";
import { MAX_PIXELS, pictureDecoder } from "../pictures/decoder.ts";
import { PictureCache } from "./picture-cache.ts";

/** The longest edge of a cover's picture in pixels: twice the widest cover on the screens. */
const EDGE = 1024;
const QUALITY = 80;
const DECODE_SECONDS = 10;

const decoding = createConcurrencyLimit({
  atOnce: 2,
  waiting: 32,
  refusal: "Many pictures are being made at this moment. Try again in a minute.",
});

/** The cache's limit in bytes: about a hundred pictures, which the cards of members request again and again. */
const kept = new PictureCache(16 * 1024 * 1024);

/**
 * Returns an uploaded picture in the size of a cover, upright, without any other data of its file.
 * @param key of the object, whose bytes never change
 * @param read returns the bytes; only as many are in memory at once as are decoded
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export async function smallPicture(
  key: string,
  read: () => Promise<Uint8Array>,
): Promise<Omit<PrivatePicture, "maxAgeSeconds">> {
  const bytes = await kept.of(key, () => decoding(async () => encode(await read())));
  return { contentType: "image/webp", bytes };
}

async function encode(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await pictureDecoder();
  const options = { failOn: "error", limitInputPixels: MAX_PIXELS, sequentialRead: true } as const;
  const small = await sharp(bytes, { ...options, autoOrient: true })
    .timeout({ seconds: DECODE_SECONDS })
    .resize(EDGE, EDGE, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch(() => {
      // The file was complete at its upload, so it fails because this installation's decoders do not support it.
      throw notFound("picture");
    });
  return new Uint8Array(small);
}
