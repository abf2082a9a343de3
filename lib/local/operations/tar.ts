import { Readable } from "node:stream";

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

const BLOCK = 512;
const NAME_LENGTH = 100;

export function entryOf(name: string, content: string | Uint8Array): Entry {
  const bytes = Buffer.from(content);
  return { name, size: bytes.byteLength, body: Readable.from([bytes]) };
}

/** Writes entries one behind the other, in the format that every `tar` reads. */
export async function* packed(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, body } of entries) {
    yield headerOf(name, size);
    let written = 0;
    for await (const chunk of body) {
      written += chunk.byteLength;
      yield chunk;
    }
    if (written !== size) throw new Error(`${name} changed while it was read: ${written} bytes, not ${size}`);
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_LENGTH) throw new Error(`${name} is too long a name for an archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
  );
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** The checksum of a header: the sum of its bytes, with spaces in place of the checksum itself. */
function checksumOf(header: Buffer): number {
  const others = header.subarray(0, 148).reduce((sum, byte) => sum + byte, 0);
  return header.subarray(156).reduce((sum, byte) => sum + byte, others) + 8 * 32;
}

/**
 * Reads what {@link packed} has written.
 * @throws NotAnArchive where the data is cut off or no archive
 */
export async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const bytes = new ByteReader(source);
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { name, size } = readHeader(header);
    const body = bytes.upTo(size);
    yield { name, size, body };
    // The rest of a body that the caller has not read is skipped.
    for await (const _ of body);
    await bytes.exactly(padding(size));
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const field = (start: number, length: number) =>
    header.toString("utf8", start, start + length).replace(/\0.*$/s, "");
  if (Number.parseInt(field(148, 8), 8) !== checksumOf(header)) {
    throw new NotAnArchive("It is no archive, or damaged.");
  }
  return { name: field(0, NAME_LENGTH), size: Number.parseInt(field(124, 12), 8) };
}

/** Reads pieces of the requested size from chunks of any size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.upTo(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *upTo(size: number): AsyncGenerator<Buffer> {
    let missing = size;
    while (missing > 0) {
      if (this.#rest.byteLength === 0) this.#rest = await this.#next();
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.byteLength);
      missing -= part.byteLength;
      yield part;
    }
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next();
    if (done === true) throw new NotAnArchive("It ends in the middle.");
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
