import { isUtf8 } from "node:buffer";
import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";
import { MAX_IMPORT_BYTES } from "#lib/shared/import-limits.ts";
import { wrongContent } from "./text.ts";

const MAX_ENTRIES = 10_000;
/**
 * Maximum size of all unpacked files of an archive together, in bytes. Reading them blocks other requests meanwhile.
 */
const MAX_UNPACKED = 2 * MAX_IMPORT_BYTES;

/** A file of an archive: its content, or the reason why it can't be read. */
export type ArchiveFile = { name: string } & (
  | { bytes: Uint8Array }
  | { problem: "kind" | "damaged" | "encrypted" | "large" }
);

/** Whether the bytes begin with the signature of a ZIP archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * Returns the files of a ZIP archive; those whose name is wanted are unpacked. The unpacked size is counted during the
 * unpacking, because the size that the archive declares may be false.
 * @throws AppError VALIDATION_FAILED when the archive is incomplete or damaged
 */
export async function unpackFiles(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Promise<ArchiveFile[]> {
  const archive = await opened(bytes);
  const files: ArchiveFile[] = [];
  let left = MAX_UNPACKED;
  try {
    for await (const entry of archive.eachEntry()) {
      const name = nameOf(entry);
      if (name.endsWith("/")) continue;
      if (files.length >= MAX_ENTRIES)
        throw wrongContent("crowded-archive", `The archive holds more than ${MAX_ENTRIES} files.`);
      const problem = isWanted(name) ? problemOf(entry, left) : "kind";
      if (problem) files.push({ name, problem });
      else {
        left -= entry.uncompressedSize;
        files.push({ name, ...(await unpacked(archive, entry)) });
      }
    }
  } catch (error) {
    throw error instanceof Error && error.name === "AppError" ? error : damaged();
  }
  return files;
}

/**
 * Returns a file's name. Many programs write names in UTF-8 without setting the flag for it. A name in code page 437 is
 * almost never valid UTF-8, so the check for valid UTF-8 tells the two encodings apart.
 */
function nameOf({ fileName, fileNameRaw }: Entry): string {
  if (!fileNameRaw.some((byte) => byte >= 0x80)) return fileName;
  return isUtf8(fileNameRaw) ? fileNameRaw.toString("utf8") : fileName;
}

async function opened(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return await fromBufferPromise(buffer, { lazyEntries: true });
  } catch {
    throw damaged();
  }
}

function damaged(): Error {
  return wrongContent("archive", "The archive breaks off or is damaged.");
}

function problemOf(entry: Entry, left: number): "encrypted" | "large" | "damaged" | null {
  if (entry.isEncrypted()) return "encrypted";
  if (!entry.canDecodeFileData()) return "damaged";
  return entry.uncompressedSize > left ? "large" : null;
}

/** Unpacks one file. The library ends a stream that grows beyond the size that the archive declares. */
async function unpacked(
  archive: ZipFile,
  entry: Entry,
): Promise<{ bytes: Uint8Array } | { problem: "damaged" }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      if (chunk instanceof Uint8Array) chunks.push(chunk);
    }
    return { bytes: new Uint8Array(Buffer.concat(chunks)) };
  } catch {
    return { problem: "damaged" };
  }
}
