import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { CommandError } from "./command.ts";
import { type Entry, entryOf, NotAnArchive, packTar, unpackTar } from "./tar.ts";

/** The name of the last entry, which holds the checksum over all others. */
const SEAL = "seal.json";
const Seal = z.object({ entries: z.int(), sha256: z.string() });

/** Thrown for an archive that differs from what was written; nothing of it may be used. */
class DamagedArchive extends Error {
  override name = "DamagedArchive";
}

/**
 * Writes a sealed archive that only its owner can read. The file appears complete or not at all, and never replaces
 * another one.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<Entry>,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw explainedWriting(path, error);
  });
  if (existsSync(path)) throw new CommandError(`${path} is there already: name another file.`);
  const part = `${path}.part`;
  if (existsSync(part)) {
    throw new CommandError(
      `${part} is there: another backup is writing it, or one was broken off. If none runs, delete it and try again.`,
    );
  }
  const target = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
  try {
    await pipeline(packTar(sealed(entries)), createGzip(), target, { signal });
    await rename(part, path);
  } catch (error) {
    if (isTaken(error)) throw error;
    await rm(part, { force: true }).catch(() => undefined);
    throw explainedWriting(path, error);
  }
}

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);
const CLOSED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST"]);

/** Explains errors of the file system about the archive itself; other errors keep the message of their origin. */
function explainedWriting(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  const isOurs = "path" in error && `${path}.part`.startsWith(String(error.path));
  const hint = FULL.has(code)
    ? "make room"
    : isOurs && CLOSED.has(code)
      ? "name a folder that you may write in"
      : "";
  return hint ? new CommandError(`${path} can't be written (${code}): ${hint}.`, { cause: error }) : error;
}

/** Whether another backup is writing to the same path now. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

async function* sealed(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const tally = new Tally();
  for await (const entry of entries) yield tally.counting(entry);
  yield entryOf(SEAL, JSON.stringify(tally.seal()));
}

/**
 * Yields the entries of an archive; the iteration ends without an error only if all of them are as they were written.
 * Before that end nothing can be trusted, so an archive is read twice: once to check it, then again for its content.
 * {@link isDamage} recognizes the errors.
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const file = createReadStream(path);
  const bytes = file.pipe(createGunzip());
  file.once("error", (error) => bytes.destroy(error));
  const tally = new Tally();
  let isSealed = false;
  try {
    for await (const entry of unpackTar(bytes)) {
      if (isSealed) throw new DamagedArchive("Something stands behind its end.");
      if (entry.name === SEAL) {
        tally.check(await readEntryText(entry));
        isSealed = true;
        continue;
      }
      const counted = tally.counting(entry);
      yield counted;
      // Bytes of a body that the caller has not read count for the checksum, too.
      for await (const _ of counted.body);
    }
    if (!isSealed) throw new DamagedArchive("Its end is missing.");
  } finally {
    file.destroy();
    bytes.destroy();
  }
}

/**
 * Whether the reading failed because of the archive itself: zlib has error codes of its own for data that is not
 * compressed or not complete.
 */
export function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedArchive || error instanceof NotAnArchive) return true;
  return (
    error instanceof Error && "code" in error && /^Z_(DATA|BUF)_ERROR$|^ERR_BUFFER/.test(String(error.code))
  );
}

export async function readEntryText({ body }: Entry): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

/** One checksum over the names, sizes and contents of all entries, whose size does not depend on their number. */
class Tally {
  readonly #all = createHash("sha256");
  #entries = 0;

  counting(entry: Entry): Entry {
    return { ...entry, body: this.#watched(entry) };
  }

  async *#watched({ name, size, body }: Entry): AsyncGenerator<Uint8Array> {
    const own = createHash("sha256");
    for await (const chunk of body) {
      own.update(chunk);
      yield chunk;
    }
    this.#entries += 1;
    this.#all.update(`${name}\0${size}\0${own.digest("hex")}\n`);
  }

  seal(): z.infer<typeof Seal> {
    return { entries: this.#entries, sha256: this.#all.digest("hex") };
  }

  check(text: string): void {
    const given = Seal.safeParse(parsed(text)).data;
    const found = this.seal();
    if (given?.sha256 !== found.sha256 || given.entries !== found.entries) {
      throw new DamagedArchive("It is not as it was written: its checksum differs.");
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
