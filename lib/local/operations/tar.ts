import { Readable } from "node:stream";
import { createTarDecoder, createTarPacker, type TarPackController } from "modern-tar";

/** A file inside an archive. Its body must be read before the next entry. */
export interface Entry {
  name: string;
  /** The size of the body in bytes. */
  size: number;
  body: AsyncIterable<Uint8Array>;
}

export class NotAnArchive extends Error {
  override name = "NotAnArchive";
}

export function entryOf(name: string, content: string | Uint8Array): Entry {
  const bytes = Buffer.from(content);
  return { name, size: bytes.byteLength, body: Readable.from([bytes]) };
}

/** Writes entries one behind the other, in the format that every `tar` reads. */
export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const writing = writeAll(entries, controller);
  try {
    yield* readable;
  } finally {
    await writing;
  }
}

/** Writes all entries into an archive. Never rejects: an error reaches the reader of the archive. */
async function writeAll(entries: AsyncIterable<Entry>, controller: TarPackController): Promise<void> {
  try {
    for await (const { name, size, body } of entries) {
      const writer = controller.add({ name, size, mode: 0o600 }).getWriter();
      for await (const chunk of body) await writer.write(chunk);
      await writer.close();
    }
    controller.finalize();
  } catch (error) {
    controller.error(error);
  }
}

/**
 * Reads what {@link packTar} has written, up to the end of `source`.
 * @throws NotAnArchive where the data is cut off or no archive
 */
export async function* unpackTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const feeding = feed(source, writable.getWriter());
  try {
    for await (const { header, body } of explained(readable)) {
      const bytes = explained(body);
      yield { name: header.name, size: header.size, body: bytes };
      // The rest of a body that the caller has not read is skipped.
      for await (const _ of bytes);
    }
  } finally {
    await feeding;
  }
}

/** Writes the bytes of an archive into a decoder. Never rejects: an error reaches the reader of the entries. */
async function feed(
  source: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of source) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
}

/** Throws NotAnArchive for errors of the format, which have no code; errors of the source have one and stay. */
async function* explained<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    if (!(error instanceof Error) || "code" in error) throw error;
    throw new NotAnArchive(error.message, { cause: error });
  }
}
