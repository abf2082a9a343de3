import { writeFileSync } from "node:fs";
import { cpus } from "node:os";

export interface Row {
  measure: string;
  value: number;
  unit: "/s" | "ms" | "MiB" | "kB" | "of 100" | "";
  /** What the value is compared with, and how. */
  yardstick?: string;
  ratio?: number;
  floor?: { at: "least" | "most"; value: number; of: "ratio" | "value" };
}

export function isMissed({ value, ratio, floor }: Row): boolean {
  if (!floor) return false;
  const actual = floor.of === "ratio" ? (ratio ?? Number.NaN) : value;
  return !(floor.at === "least" ? actual >= floor.value : actual <= floor.value);
}

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.measure,
    `${shown(row.value)} ${row.unit}`,
    row.ratio === undefined ? "" : `${row.ratio.toFixed(2)} ${row.yardstick ?? ""}`,
    floorText(row),
    row.floor ? (isMissed(row) ? "MISSED" : "ok") : "",
  ]);
  const head = ["measure", "value", "ratio", "floor", ""];
  const widths = head.map((title, i) => Math.max(...[head, ...cells].map((line) => line[i]?.length ?? 0)));
  for (const line of [head, widths.map((width) => "-".repeat(width)), ...cells])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

function floorText({ floor, unit }: Row): string {
  if (!floor) return "";
  const sign = floor.at === "least" ? "≥" : "≤";
  return floor.of === "ratio" ? `${sign} ${floor.value}` : `${sign} ${shown(floor.value)} ${unit}`;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

export function writeResults(file: string, rows: readonly Row[], notes: Record<string, unknown>): void {
  const machine = { cores: cpus().length, model: cpus()[0]?.model ?? "", node: process.version };
  const results = rows.map((row) => ({
    ...row,
    value: rounded(row.value),
    ratio: row.ratio === undefined ? undefined : rounded(row.ratio),
    ok: row.floor ? !isMissed(row) : undefined,
  }));
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine, ...notes, results }, null, 2)}\n`,
  );
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
