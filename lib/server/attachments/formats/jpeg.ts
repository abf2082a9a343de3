/* The end of a JPEG is only found by walking through all its segments. */

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const FIRST_OF_FTYP = 0x66;
const LAST_OF_SEFT = 0x54;

/** Whether the JPEG is complete, and is followed only by data that cameras and phones add themselves. */
export function isWholeJpeg(bytes: Buffer): boolean {
  const end = endOfImage(bytes, 0);
  return end !== null && isKnownTrailer(bytes, end);
}

/** Returns the index after the picture that begins at `start`, or null when the picture is incomplete or none. */
function endOfImage(bytes: Buffer, start: number): number | null {
  if (bytes[start] !== 0xff || bytes[start + 1] !== START_OF_IMAGE) return null;
  let at = start + 2;
  let hasScan = false;
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === 0xff) at += 1;
    else if (marker === END_OF_IMAGE) return hasScan ? at + 2 : null;
    else if (marker === undefined || marker === START_OF_IMAGE || marker === 0) return null;
    else if (standsAlone(marker)) at += 2;
    else {
      const segmentEnd = endOfSegment(bytes, at + 2);
      if (segmentEnd === null) return null;
      if (marker === START_OF_SCAN) hasScan = true;
      at = marker === START_OF_SCAN ? endOfScan(bytes, segmentEnd) : segmentEnd;
    }
  }
  return null;
}

/** Whether a marker has no content: restarts, and one marker without meaning. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

function endOfSegment(bytes: Buffer, at: number): number | null {
  if (at + 2 > bytes.length) return null;
  const length = bytes.readUInt16BE(at);
  return length < 2 || at + length > bytes.length ? null : at + length;
}

/**
 * Returns the index of the next marker. In coded data a zero follows each 0xff that is data, and restarts may occur.
 */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1) {
    const next = bytes[at + 1];
    if (next !== 0 && (next === undefined || !standsAlone(next))) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

/**
 * Whether the data after the picture are known: more pictures (a gain map, a depth map), the video of a moving photo,
 * Samsung's data, and zeros between them.
 */
function isKnownTrailer(bytes: Buffer, end: number): boolean {
  let at = end;
  for (;;) {
    if (at === bytes.length || isSamsungTrailer(bytes, at)) return true;
    const next: number | null = endOfImage(bytes, at) ?? endOfFilm(bytes, at);
    if (next === null && bytes[at] !== 0) return false;
    at = next ?? at + 1;
  }
}

/** Returns the index after the boxes of an MP4, the first of which is `ftyp`; null when there is none. */
function endOfFilm(bytes: Buffer, start: number): number | null {
  if (bytes[start + 4] !== FIRST_OF_FTYP || boxType(bytes, start) !== "ftyp") return null;
  let at = start;
  while (/^[\x20-\x7e]{4}$/.test(boxType(bytes, at))) {
    const size = sizeOfBox(bytes, at);
    if (size === null || at + size > bytes.length) break;
    at += size;
  }
  return at === start ? null : at;
}

function boxType(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at + 4, at + 8);
}

function sizeOfBox(bytes: Buffer, at: number): number | null {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return bytes.length - at;
  if (size !== 1) return size < 8 ? null : size;
  const long = at + 16 > bytes.length ? 0 : Number(bytes.readBigUInt64BE(at + 8));
  return long < 16 ? null : long;
}

/** Whether the data are Samsung's blocks, whose directory is at the file's end: `SEFH … length SEFT`. */
function isSamsungTrailer(bytes: Buffer, start: number): boolean {
  const tail = bytes.length - 8;
  if (tail < start || bytes.at(-1) !== LAST_OF_SEFT || bytes.toString("latin1", tail + 4) !== "SEFT")
    return false;
  const directory = tail - bytes.readUInt32LE(tail);
  return directory >= start && bytes.toString("latin1", directory, directory + 4) === "SEFH";
}
