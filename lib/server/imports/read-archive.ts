import { AppError } from "#lib/shared/errors.ts";
import { type ArchiveFile, isZip, unpackFiles } from "./archive.ts";
import { cleanLine } from "./clean-text.ts";
import type { ExpectedDays } from "./expected-days.ts";
import type { ParsedFile } from "./found-place.ts";
import { readDocument } from "./read-document.ts";
import { RecordCollector } from "./record-collector.ts";
import { wrongContent } from "./text.ts";

const WANTED = /\.(?:kml|kmz|gpx|csv|tsv|json|geojson)$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|heic)$/i;
/** How deep archives in an archive are read; a folder of KMZ files, for example, has depth 1. */
const MAX_DEPTH = 1;

interface ReadPart {
  name: string;
  file: ParsedFile;
}

/**
 * Reads all files of places in a KMZ, in a ZIP of GPX or KML files or in a whole Google Takeout. When there are
 * several, each is a list to choose.
 * @returns null when no file is of a known kind
 * @throws AppError VALIDATION_FAILED when no file can be read
 */
export async function readArchive(
  bytes: Uint8Array,
  expected?: ExpectedDays,
  depth = 0,
): Promise<ParsedFile | null> {
  const files = await unpackFiles(bytes, (name) => WANTED.test(name) && !isHidden(name));
  const parts: ReadPart[] = [];
  const unread: Array<{ name: string; reason: "kind" | "damaged" | "encrypted" | "large" }> = [];
  let firstError: unknown = null;
  for (const file of files) {
    if ("problem" in file) {
      unread.push({ name: file.name, reason: file.problem });
      if (file.problem !== "kind") firstError ??= refusalOf(file.problem);
      continue;
    }
    try {
      const read = await readPart(file, expected, depth);
      if (read) parts.push({ name: file.name, file: read });
      else unread.push({ name: file.name, reason: "kind" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      firstError ??= error;
      unread.push({ name: file.name, reason: "damaged" });
    }
  }
  if (parts.length === 0 && firstError) throw firstError;
  return parts.length === 0 ? null : joined(parts, unread);
}

function readPart(
  { bytes }: Extract<ArchiveFile, { bytes: Uint8Array }>,
  expected: ExpectedDays | undefined,
  depth: number,
): Promise<ParsedFile | null> {
  if (!isZip(bytes)) return Promise.resolve(readDocument(bytes, expected));
  return depth < MAX_DEPTH ? readArchive(bytes, expected, depth + 1) : Promise.resolve(null);
}

/** Whether a file is one of the hidden files that macOS adds for every file. */
function isHidden(name: string): boolean {
  return name.startsWith("__MACOSX/") || baseName(name).startsWith(".");
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function refusalOf(problem: "damaged" | "encrypted" | "large"): AppError {
  if (problem === "encrypted")
    return wrongContent("encrypted", "The archive is encrypted. Unpack it, and send what is in it.");
  if (problem === "large")
    return wrongContent("large-archive", "What is in the archive is larger than 20 MiB.");
  return wrongContent("archive", "The archive breaks off or is damaged.");
}

function joined(
  parts: readonly ReadPart[],
  unread: ReadonlyArray<{ name: string; reason: "kind" | "damaged" | "encrypted" | "large" }>,
): ParsedFile {
  const reading = new RecordCollector();
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  const filled = parts.map(({ name, file }) => ({ name, file: withoutOwnLinks(file, name, names) }));
  const lists = filled.filter(({ file }) => file.places.length > 0);
  const [only] = lists;
  for (const { name, file } of filled) {
    const isList = lists.length > 1 && file.places.length > 0;
    reading.include(file, isList ? reading.collect(file.title ?? titleOf(name)) : null);
  }
  reading.isOwn = lists.length > 0 && lists.every(({ file }) => file.isOwn);
  reading.setTitle(
    filled.find(({ name }) => /(?:^|\/)doc\.kml$/i.test(name))?.file.title ?? only?.file.title,
  );
  const pictures = unread.filter(({ name }) => PICTURE.test(name)).length;
  if (pictures > 0) reading.say({ code: "picture", name: null, line: null, count: pictures });
  for (const { name, reason } of unread) {
    if (PICTURE.test(name)) continue;
    reading.say({ code: "file-unread", name: cleanLine(name.slice(-200), 200).text, line: null, reason });
  }
  const formats = new Set((lists.length > 0 ? lists : filled).map(({ file }) => file.format));
  const [format = "archive"] = formats;
  return reading.file(formats.size === 1 ? format : "archive");
}

function titleOf(name: string): string {
  return baseName(name).replace(/\.[^.]+$/, "");
}

/** Removes the notices about links from one file of the archive to another, because that file is read itself. */
function withoutOwnLinks(file: ParsedFile, name: string, names: ReadonlySet<string>): ParsedFile {
  const folder = name.slice(0, name.lastIndexOf("/") + 1).toLowerCase();
  const notices = file.notices.filter((notice) => {
    if (notice.code !== "network-link") return true;
    const href = notice.text.toLowerCase().replace(/^\.\//, "");
    return !names.has(href) && !names.has(`${folder}${href}`) && !names.has(decoded(href));
  });
  return { ...file, notices, records: file.records - (file.notices.length - notices.length) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
