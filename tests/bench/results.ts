import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { Curve } from "./curve.ts";
import { isMissed, type Row } from "./report.ts";

const FILE = join(import.meta.dirname, "results.json");
const MODULES = join(import.meta.dirname, "../../node_modules");
const GIB = 1024 ** 3;

/** The results of one scenario. */
export interface Result {
  scenario: string;
  at: string;
  isLong: boolean;
  rows: Row[];
  curves: Curve[];
  /** Other circumstances that affect the numbers, such as the browser. */
  measuredWith?: string;
}

/** The facts of the machine, without which the numbers mean nothing. */
const Machine = z.object({
  cores: z.int(),
  model: z.string(),
  memoryGiB: z.number(),
  system: z.string(),
  node: z.string(),
  postgres: z.string(),
  next: z.string(),
  rooms: z.string(),
});
export type Machine = z.infer<typeof Machine>;

// Only this file writes the results, so their contents need no check.
const Kept = z.object({ machine: Machine, results: z.array(z.custom<Result>()) });
export type StoredResults = z.infer<typeof Kept>;

/** Returns the facts of this machine. The service must run, because its database reports a version. */
export async function thisMachine(): Promise<Machine> {
  const { rows } = await freshDatabase().pool.query<{ server_version: string }>("show server_version");
  return {
    cores: cpus().length,
    model: cpus()[0]?.model ?? "",
    memoryGiB: Math.round(totalmem() / GIB),
    system: `${type()} ${release()}`,
    node: process.version,
    postgres: rows[0]?.server_version ?? "",
    next: versionOf("next"),
    rooms: `PartyKit ${versionOf("partykit")}`,
  };
}

function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(MODULES, name, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}

export function machineText({ cores, model, memoryGiB, ...versions }: Machine): string {
  const { system, node, postgres, next, rooms } = versions;
  return `${cores} × ${model}, ${memoryGiB} GiB, ${system}; Node ${node}, PostgreSQL ${postgres}, Next.js ${next}, ${rooms}`;
}

export function readResults(): StoredResults | null {
  return existsSync(FILE) ? (Kept.safeParse(JSON.parse(readFileSync(FILE, "utf8"))).data ?? null) : null;
}

/** Replaces earlier results of the same scenarios and keeps those of others. */
export function keepResults(machine: Machine, results: readonly Result[]): void {
  const before = readResults();
  const isSame = before !== null && isDeepStrictEqual(before.machine, machine);
  const names = new Set(results.map(({ scenario }) => scenario));
  const others = isSame ? before.results.filter(({ scenario }) => !names.has(scenario)) : [];
  const all = [...others, ...results.map(withVerdicts)];
  writeFileSync(FILE, `${JSON.stringify({ machine, results: all }, null, 2)}\n`);
}

function withVerdicts(result: Result): Result {
  const rows = result.rows.map((row) => ({
    ...row,
    value: rounded(row.value),
    ...(row.ratio !== undefined && { ratio: rounded(row.ratio) }),
    ...(row.floor && { ok: !isMissed(row) }),
  }));
  const curves = result.curves.map(({ points, ...curve }) => ({
    ...curve,
    points: points.map(({ at, value }) => ({ at, value: rounded(value) })),
  }));
  return { ...result, rows, curves };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
