import { crc32 } from "node:zlib";

const SIGNATURE_BYTES = 8;
/** Bytes of length, type and checksum around a chunk's content. */
const FRAME_BYTES = 12;

/** Whether the PNG's chunks, with correct checksums, lead from the header to an end that is the file's end. */
export function isWholePng(bytes: Buffer): boolean {
  let at = SIGNATURE_BYTES;
  while (at + FRAME_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const sumAt = at + 8 + length;
    if (sumAt + 4 > bytes.length) return false;
    if (crc32(bytes.subarray(at + 4, sumAt)) !== bytes.readUInt32BE(sumAt)) return false;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (at === SIGNATURE_BYTES && type !== "IHDR") return false;
    at = sumAt + 4;
    if (type === "IEND") return at === bytes.length;
  }
  return false;
}
