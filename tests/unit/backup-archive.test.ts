import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { isDamage, readArchive, readEntryText, writeArchive } from "#lib/local/operations/archive.ts";
import { type Entry, entryOf, packTar, unpackTar } from "#lib/local/operations/tar.ts";

const folder = mkdtempSync(join(tmpdir(), "backup-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));

const signal = new AbortController().signal;
const NAME = `files/ö/${"x".repeat(80)}`;
const CONTENTS: readonly [string, string][] = [
  ["backup.json", '{"a":1}'],
  [NAME, "\u0007".repeat(1500)],
  ["empty", ""],
];

/** An archive of `CONTENTS` as it was written before a package read and wrote tar. */
const FORMER =
  "H4sIAAAAAAAAA+3XzU7DMAwH8N54DZTzxP6Om4/1bZI0FYMxpqWTQBOvxQvwYtN22uBQDrSbkH8XH2PJcmzHkJ53m4en8rquxgIAFjhF/IwAXEWGwdCGtK1AOIZ7jJbRmV3pw7bCJG/doL0KqqGPa6chrqRbrnKZf33O3/7Y2RsD/a8d15f9z9oYlv6fwp0QQoh/5zf/f37Z9O8jz5jh/R+X8x8ONWT+T6HksBr3+huuPzF9r7+F7H+T2Ku87rfLXFTDM1UegzZWNSrmzsUE55wPeZE6DzDrFj623mtnYwBrTh3b5AJRTZ5NMq2LPi2oTkbJRSmEELftAJaeKkMAFgAA";

async function* entriesOf(contents: readonly (readonly [string, string])[]): AsyncGenerator<Entry> {
  for (const [name, content] of contents) yield entryOf(name, content);
}

async function contentsOf(path: string): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for await (const entry of readArchive(path)) found.push([entry.name, await readEntryText(entry)]);
  return found;
}

function written(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function newArchive(name: string, contents = CONTENTS): Promise<string> {
  const path = join(folder, name);
  await writeArchive(path, entriesOf(contents), signal);
  return path;
}

test("what is written is read again, as are archives of former versions", async () => {
  expect(await contentsOf(await newArchive("new.tar.gz"))).toEqual(CONTENTS);
  expect(await contentsOf(written("former.tar.gz", Buffer.from(FORMER, "base64")))).toEqual(CONTENTS);
});

test("bodies that the caller has not read count for the checksum, and reading may end early", async () => {
  const path = await newArchive("unread.tar.gz");
  const names: string[] = [];
  for await (const { name } of readArchive(path)) names.push(name);
  expect(names).toEqual(CONTENTS.map(([name]) => name));
  for await (const { body } of readArchive(path)) {
    for await (const _ of body) break;
    break;
  }
});

test("names of any length and large bodies are written", async () => {
  const contents: [string, string][] = [
    [`files/${"y".repeat(300)}`, "a".repeat(20_000_000)],
    ["b", "b"],
  ];
  expect(await contentsOf(await newArchive("large.tar.gz", contents))).toEqual(contents);
});

test("an entry of another size than it says ends the writing", async () => {
  for (const size of [1, 3]) {
    const path = join(folder, `size-${size}.tar.gz`);
    async function* wrong(): AsyncGenerator<Entry> {
      yield { ...entryOf("a", "ab"), size };
    }
    await expect(writeArchive(path, wrong(), signal)).rejects.toThrow('"a"');
  }
});

async function* broken(): AsyncGenerator<Entry> {
  yield entryOf("a", "a");
  throw new RangeError("The source is gone.");
}

test("an error of an entry's source is the error of the writing", async () => {
  await expect(writeArchive(join(folder, "broken.tar.gz"), broken(), signal)).rejects.toThrow(RangeError);
});

describe("a damaged archive", () => {
  test("is recognised wherever it is cut off", async () => {
    const plain = gunzipSync(readFileSync(await newArchive("cut.tar.gz")));
    for (let end = 0; end < plain.length; end += 256) {
      const path = written("cut", gzipSync(plain.subarray(0, end)));
      await expect(contentsOf(path), `cut at ${end}`).rejects.toSatisfy(isDamage);
    }
  });

  test("is recognised wherever a byte of a header's name or of a body is another", async () => {
    const plain = gunzipSync(readFileSync(await newArchive("turned.tar.gz")));
    for (const at of [3, 513, 1024, 1600, plain.indexOf("seal.json"), plain.indexOf("sha256")]) {
      const bytes = Buffer.from(plain);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      await expect(contentsOf(written("turned", gzipSync(bytes))), `byte ${at}`).rejects.toSatisfy(isDamage);
    }
  });

  test("is recognised by what stands behind its end", async () => {
    const plain = gunzipSync(readFileSync(await newArchive("more.tar.gz")));
    const path = written("more", gzipSync(Buffer.concat([plain, Buffer.from("more")])));
    await expect(contentsOf(path)).rejects.toSatisfy(isDamage);
  });

  test("is recognised by an entry that is no file", async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of packTar(entriesOf([["folder/", "x"]]))) chunks.push(chunk);
    for await (const entry of unpackTar(chunkwise(Buffer.concat(chunks)))) expect(entry.size).toBe(0);
    const path = await newArchive("folder.tar.gz", [["folder/", "x"]]);
    await expect(contentsOf(path)).rejects.toSatisfy(isDamage);
  });
});

async function* chunkwise(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}
