// `npm run lighthouse` runs Lighthouse on the production build, signed in, with the trip of a group, and prints why
// each page loses points. Then it measures how fast the page reacts while another person edits. Results are stored with
// those of the bench, which writes both into tests/bench/RESULTS.md. A missed floor makes it fail.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { closeDatabases } from "#lib/server/process/database.ts";
import { isMissed, printTable, type Row } from "#tests/bench/report.ts";
import { keepResults, machineText, type Result, thisMachine } from "#tests/bench/results.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newLivelyTrip } from "#tests/factories/sample-trip.ts";
import { startApp } from "#tests/helpers/app.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { findChromium } from "#tests/helpers/chromium.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { type Audit, audit, CATEGORIES, type Category, type FormFactor } from "./audit.ts";
import { type MapMode, openAuditBrowser } from "./audit-browser.ts";
import { measureInteractions } from "./interactions.ts";

const MANIFEST = join(import.meta.dirname, "../../node_modules/lighthouse/package.json");
/**
 * The minimum score for the speed of the trip page without a map. Accessibility and best practices have a minimum for
 * every page, with and without a map.
 */
const FASTEST: Record<FormFactor, number> = { desktop: 95, mobile: 85 };
const METRICS = {
  "first-contentful-paint": "ms",
  "largest-contentful-paint": "ms",
  "total-blocking-time": "ms",
  "cumulative-layout-shift": "",
  "total-byte-weight": "kB",
} as const;

interface Visited {
  page: string;
  path: string;
  map: MapMode;
  /** Whether the page's speed has a floor. */
  isTimed: boolean;
}

async function visit(baseUrl: string, visits: number): Promise<Row[]> {
  const owner = await newPerson({ name: "Ann Lee" });
  const friends = await Promise.all(["Mika", "Jonas"].map((name) => newPerson({ name })));
  const trip = `/trips/${await newLivelyTrip(owner, friends)}`;
  const pages: readonly Visited[] = [
    { page: "trip without its map", path: trip, map: "off", isTimed: true },
    { page: "trip with its map", path: trip, map: "drawn", isTimed: false },
    { page: "trips", path: "/trips", map: "off", isTimed: false },
    { page: "landing, signed out", path: "/", map: "off", isTimed: false },
  ];
  const rows: Row[] = [];
  for (const visited of pages) {
    const cookies = visited.path === "/" ? [] : [sessionCookie(owner.token, baseUrl)];
    for (const form of ["desktop", "mobile"] as const) {
      const audits: Audit[] = [];
      for (let n = 0; n < visits; n++) audits.push(await visitOnce(baseUrl, visited, form, cookies));
      rows.push(...rowsOf(visited, form, audits));
      tellFaults(`${visited.page}, ${form}`, audits);
    }
  }
  return rows;
}

type Cookie = ReturnType<typeof sessionCookie>;

/** Audits one visit in a new browser, because an old one collects its garbage while the page is drawn. */
async function visitOnce(
  baseUrl: string,
  { path, map }: Visited,
  form: FormFactor,
  cookies: readonly Cookie[],
): Promise<Audit> {
  const browser = await openAuditBrowser(map);
  try {
    await browser.context.addCookies([...cookies]);
    return await audit(baseUrl + path, { port: browser.port, form });
  } finally {
    await browser.close();
  }
}

function rowsOf({ page, isTimed }: Visited, form: FormFactor, audits: readonly Audit[]): Row[] {
  const floorOf = (category: Category): Row["floor"] => {
    const value = category !== "performance" ? 100 : isTimed ? FASTEST[form] : null;
    return value === null ? undefined : { at: "least", value, of: "value" };
  };
  const scores = CATEGORIES.map((category): Row => {
    const value = median(audits.map(({ scores: all }) => all.get(category) ?? 0));
    const measure = `${page}, ${form}: ${category}`;
    return { measure, value, unit: "of 100", floor: floorOf(category) };
  });
  const metrics = Object.entries(METRICS).map(([id, unit]): Row => {
    const value = median(audits.map((one) => one.metrics.get(id) ?? Number.NaN));
    return { measure: `${page}, ${form}: ${id}`, value: unit === "kB" ? value / 1000 : value, unit };
  });
  const machine = median(audits.map((one) => one.machine));
  return [
    ...scores,
    ...metrics,
    { measure: `${page}, ${form}: the machine's own speed meanwhile`, value: machine, unit: "" },
  ];
}

/** Prints the reasons for which the worst visit lost points. */
function tellFaults(of: string, audits: readonly Audit[]): void {
  const worst = audits.reduce((most, one) => (one.faults.length > most.faults.length ? one : most));
  console.log(`${of}: ${worst.faults.length === 0 ? "nothing to say" : ""}`);
  for (const { category, id, score, title, found } of worst.faults) {
    console.log(`  ${category} ${id} ${score.toFixed(2)} ${title}`);
    for (const what of found.slice(0, 8)) console.log(`    ${what}`);
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const PARTS = { lighthouse: visit, interactions: measureInteractions } as const;
type Part = keyof typeof PARTS;

/** Returns the parts to run: `--only lighthouse` or `--only interactions` selects one. */
function chosen(only: string | undefined): Part[] {
  const parts = (["lighthouse", "interactions"] as const).filter(
    (part) => only === undefined || only === part,
  );
  if (parts.length === 0) throw new Error(`There is no ${only}. There are ${Object.keys(PARTS).join(", ")}.`);
  return parts;
}

async function take(part: Part, baseUrl: string, visits: number): Promise<Result> {
  console.log(`\n── ${part}`);
  const rows = await PARTS[part](baseUrl, visits);
  printTable(rows);
  const at = new Date().toISOString();
  const measuredWith = [
    ...(part === "lighthouse" ? [`median of ${visits}`, lighthouseText()] : []),
    browserText(),
  ];
  return { scenario: part, at, isLong: false, rows, curves: [], measuredWith: measuredWith.join(", ") };
}

function lighthouseText(): string {
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, "utf8"));
  return `Lighthouse ${z.object({ version: z.string() }).parse(manifest).version}`;
}

/** Returns the browser's name and version, such as "Chromium 142.0". */
function browserText(): string {
  const { stdout } = spawnSync(findChromium(), ["--version"], { encoding: "utf8" });
  return /^\S+ \d+\.\d+/.exec(stdout.replace("Google ", ""))?.[0] ?? "Chromium";
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { visits: { type: "string", default: "5" }, only: { type: "string" } },
  });
  const parts = chosen(values.only);
  const app = await startApp();
  useDatabaseOf(app);
  const results: Result[] = [];
  try {
    const machine = await thisMachine();
    console.log(machineText(machine));
    for (const part of parts) {
      results.push(await take(part, app.url, Number(values.visits)));
      keepResults(machine, results);
    }
  } finally {
    await closeDatabases();
    await app.stop();
  }
  const missed = results.flatMap(({ rows }) => rows.filter(isMissed));
  const names = missed.map(({ measure: name }) => `  ${name}`).join("\n");
  console.log(missed.length === 0 ? "\nEvery floor is held." : `\n${missed.length} missed:\n${names}`);
  if (missed.length > 0) process.exitCode = 1;
}

await main();
