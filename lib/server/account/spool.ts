import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

export interface SpooledFile {
  size: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Writes the whole output of `work` to a temporary file before any of it is sent: so a failure is an error and not an
 * incomplete file, and a slow client holds no database connection. The file has no name from the start, so the system
 * deletes it with its last reader; `signal` closes it when the client goes away, even before it has read anything.
 */
export async function spool(
  signal: AbortSignal,
  work: (write: (pieces: AsyncIterable<string>) => Promise<void>) => Promise<void>,
): Promise<SpooledFile> {
  const path = join(tmpdir(), `wayfare-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    let size = 0;
    await work(async (pieces) => {
      for await (const piece of pieces) size += await append(file, piece);
    });
    // The cast joins Node's and the DOM's type of the same class.
    const body = Readable.toWeb(file.createReadStream({ start: 0, signal }));
    return { size, body: body as SpooledFile["body"] };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function append(file: FileHandle, piece: string): Promise<number> {
  const bytes = Buffer.from(piece);
  await file.writeFile(bytes);
  return bytes.byteLength;
}
