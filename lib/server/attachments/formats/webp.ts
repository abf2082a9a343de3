const HEADER_BYTES = 12;
const FIRST = new Set(["VP8 ", "VP8L", "VP8X"]);

/** Whether the WebP's chunks fill the file, which is as long as its header says. */
export function isWholeWebp(bytes: Buffer): boolean {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  if (!FIRST.has(bytes.toString("latin1", HEADER_BYTES, HEADER_BYTES + 4))) return false;
  let at = HEADER_BYTES;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === bytes.length;
}
