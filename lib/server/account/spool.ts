import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

export interface Spooled {
  size: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Writes down what `work` has to say before any of it is sent: what fails is an error and no torn file, and who reads
 * slowly keeps no connection of the database. The file has no name from the start, so it is gone with its last reader;
 * `signal` closes it when the reader goes away, even before reading.
 */
export async function spool(
  signal: AbortSignal,
  work: (write: (pieces: AsyncIterable<string>) => Promise<void>) => Promise<void>,
): Promise<Spooled> {
  const path = join(tmpdir(), `wayfare-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    let size = 0;
    await work(async (pieces) => {
      for await (const piece of pieces) size += await append(file, piece);
    });
    // Node's and the DOM's types of one class.
    const body = Readable.toWeb(file.createReadStream({ start: 0, signal }));
    return { size, body: body as Spooled["body"] };
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
