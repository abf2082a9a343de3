import { notFound } from "#lib/shared/errors.ts";
import { createGate } from "../gate.ts";
import type { PrivatePicture } from "../http/picture.ts";
import { MAX_PIXELS, pictureDecoder } from "../pictures/decoder.ts";

/** Twice as wide as the widest place that a cover has. */
const EDGE = 1024;
const QUALITY = 80;
const DECODE_SECONDS = 10;

const decoding = createGate({
  atOnce: 2,
  waiting: 32,
  refusal: "Many pictures are being made at this moment. Try again in a minute.",
});

/** A picture that somebody sent, as small as it is shown, upright, without whatever else its file tells of them. */
export function smallPicture(bytes: Uint8Array): Promise<Omit<PrivatePicture, "maxAgeSeconds">> {
  return decoding(async () => {
    const sharp = await pictureDecoder();
    const options = { failOn: "error", limitInputPixels: MAX_PIXELS, sequentialRead: true } as const;
    const small = await sharp(bytes, { ...options, autoOrient: true })
      .timeout({ seconds: DECODE_SECONDS })
      .resize(EDGE, EDGE, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .webp({ quality: QUALITY })
      .toBuffer()
      .catch(() => {
        // It was whole when it came: no decoder here can read it.
        throw notFound("picture");
      });
    return { contentType: "image/webp", bytes: new Uint8Array(small) };
  });
}
