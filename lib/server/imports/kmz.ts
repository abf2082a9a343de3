import { inflateRawSync } from "node:zlib";
import { MAX_IMPORT_BYTES } from "#lib/shared/import-limits.ts";
import { wrongContent } from "./text.ts";

/*
 * Just as much of ZIP (APPNOTE 6.3) as a KMZ needs: the KML in it, by the archive's directory. What it unpacks to is
 * limited while it unpacks, since an archive's own word for it may be a lie.
 */

const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
const LOCAL = 0x04_03_4b_50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Twice what may come unpacked: reading it holds everybody up for as long as it takes. */
const MAX_UNPACKED = 2 * MAX_IMPORT_BYTES;

interface Entry {
  name: string;
  flags: number;
  method: number;
  packedBytes: number;
  offset: number;
}

/** Whether these bytes begin like an archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** The KML of a KMZ: the first one, which is named doc.kml as a rule; null where there is none. @throws AppError VALIDATION_FAILED */
export function unpackKml(bytes: Uint8Array): Uint8Array | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kmls = entriesOf(buffer).filter(({ name }) => /\.kml$/i.test(name));
  const entry = kmls.find(({ name }) => name.toLowerCase() === "doc.kml") ?? kmls[0];
  if (!entry) return null;
  try {
    return unpack(buffer, entry);
  } catch (error) {
    if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
      throw wrongContent(`What is in the archive is larger than ${MAX_UNPACKED / 1024 / 1024} MiB.`);
    }
    throw damaged();
  }
}

function damaged(): Error {
  return wrongContent("The archive breaks off or is damaged.");
}

/** Empty where the bytes are no whole archive. */
function entriesOf(buffer: Buffer): Entry[] {
  const end = endOf(buffer);
  if (end === null) return [];
  const count = buffer.readUInt16LE(end + 10);
  let at = buffer.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  while (entries.length < Math.min(count, MAX_ENTRIES)) {
    if (at + ENTRY_BYTES > buffer.length || buffer.readUInt32LE(at) !== ENTRY) break;
    const nameBytes = buffer.readUInt16LE(at + 28);
    entries.push({
      name: buffer.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      flags: buffer.readUInt16LE(at + 8),
      method: buffer.readUInt16LE(at + 10),
      packedBytes: buffer.readUInt32LE(at + 20),
      offset: buffer.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return entries;
}

/** The directory's end stands last, but for a comment. */
function endOf(buffer: Buffer): number | null {
  const first = Math.max(0, buffer.length - END_BYTES - MAX_COMMENT);
  for (let at = buffer.length - END_BYTES; at >= first; at--) {
    if (buffer.readUInt32LE(at) === END) return at;
  }
  return null;
}

function unpack(buffer: Buffer, { flags, method, packedBytes, offset }: Entry): Uint8Array {
  if ((flags & ENCRYPTED) !== 0) throw new Error("It is encrypted.");
  if (buffer.readUInt32LE(offset) !== LOCAL) throw new Error("There is no entry.");
  const start = offset + LOCAL_BYTES + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28);
  const packed = buffer.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new Error("It breaks off.");
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error("It is packed in another way.");
  return inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED });
}
