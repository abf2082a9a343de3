import type { Curve } from "./curve.ts";

export interface Row {
  measure: string;
  value: number;
  unit: "/s" | "ms" | "MiB" | "MiB/10 min" | "KiB" | "kB" | "of 100" | "";
  /** What the ratio compares the value with, as a text of the table such as `of ping`. */
  yardstick?: string;
  ratio?: number;
  floor?: { at: "least" | "most"; value: number; of: "ratio" | "value" };
}

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

export function isMissed({ value, ratio, floor }: Row): boolean {
  if (!floor) return false;
  const actual = floor.of === "ratio" ? (ratio ?? Number.NaN) : value;
  return !(floor.at === "least" ? actual >= floor.value : actual <= floor.value);
}

export function printTable(rows: readonly Row[]): void {
  const head = ["measure", "value", "ratio", "floor", ""];
  const lines = [head, ...rows.map(cellsOf)];
  const widths = widthsOf(lines);
  for (const line of [head, widths.map((width) => "-".repeat(width)), ...lines.slice(1)])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** Returns measure, value, ratio, floor and verdict as texts. */
export function cellsOf(row: Row): string[] {
  return [
    row.measure,
    `${shown(row.value)} ${row.unit}`.trim(),
    row.ratio === undefined ? "" : `${row.ratio.toFixed(2)} ${row.yardstick ?? ""}`,
    floorText(row),
    row.floor ? (isMissed(row) ? "MISSED" : "ok") : "",
  ];
}

/** Prints one line per curve: the value at each size, and a sparkline from zero to the highest value. */
export function printCurves(curves: readonly Curve[]): void {
  for (const lines of curveTables(curves)) {
    const widths = widthsOf(lines);
    console.log("");
    for (const line of lines) {
      const cells = line.map((cell, n) =>
        n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0),
      );
      console.log(cells.join("  ").trimEnd());
    }
  }
}

/** Returns one table for all curves with the same sizes, with the header first. */
export function curveTables(curves: readonly Curve[]): string[][][] {
  return [...Map.groupBy(curves, sizesOf).values()].map((some) => [headOf(some)].concat(some.map(lineOf)));
}

function headOf([first]: readonly Curve[]): string[] {
  const sizes = (first?.points ?? []).map(({ at }) => at.toLocaleString("en"));
  return [`over ${first?.over}`, ...sizes, ""];
}

function sizesOf({ over, points }: Curve): string {
  return `${over}: ${points.map(({ at }) => at).join(" ")}`;
}

function lineOf({ measure, unit, points }: Curve): string[] {
  const values = points.map(({ value }) => value);
  return [`${measure}, ${unit}`, ...values.map(shown), sparkline(values)];
}

function sparkline(values: readonly number[]): string {
  const most = Math.max(...values);
  const barOf = (value: number) => Math.min(Math.floor((value / most) * BARS.length), BARS.length - 1);
  return values.map((value) => BARS[barOf(value)] ?? "").join("");
}

function widthsOf(lines: readonly (readonly string[])[]): number[] {
  const columns = Math.max(...lines.map(({ length }) => length));
  return Array.from({ length: columns }, (_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
}

function floorText({ floor, unit }: Row): string {
  if (!floor) return "";
  const sign = floor.at === "least" ? "≥" : "≤";
  return `${sign} ${floor.of === "ratio" ? floor.value : `${shown(floor.value)} ${unit}`}`.trim();
}

function shown(value: number): string {
  if (Number.isInteger(value) && value < 100) return String(value);
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
