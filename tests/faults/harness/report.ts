import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./fault.ts";
import type { Verdict } from "./judge.ts";

const FOLDER = join(import.meta.dirname, "../../../.data");
const PROMISES = {
  kept: "nothing lost or doubled",
  same: "all see the same",
  exact: "money is exact",
  service: "service",
};

type Row = Pick<Fault, "name" | "what"> & ({ skipped: string } | Verdict);

/** The table of faults and promises. */
export class Report {
  readonly #rows: Row[] = [];
  readonly #file: string;

  constructor(name: string) {
    this.#file = join(FOLDER, `faults-${name}.json`);
  }

  add({ name, what }: Fault, outcome: Verdict | { skipped: string }): void {
    const row = { name, what, ...outcome };
    this.#rows.push(row);
    // The row is also printed now, because a run that is interrupted never prints the table.
    console.log([name, ...cellsOf(row)].join("  "));
  }

  print(): void {
    if (this.#rows.length === 0) return;
    const head = ["fault", ...Object.values(PROMISES), "recovered", "writes"];
    const lines = [head, ...this.#rows.map((row) => [`${row.name}: ${row.what}`, ...cellsOf(row)])];
    const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    const text = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
    console.log(["", ...text, ""].join("\n"));
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(
      this.#file,
      `${JSON.stringify({ at: new Date().toISOString(), faults: this.#rows }, null, 2)}\n`,
    );
  }
}

function cellsOf(row: Row): string[] {
  if ("skipped" in row) return [`not tried: ${row.skipped}`];
  const marks = [row.kept, row.same, row.exact, row.service].map((problems) =>
    problems.length === 0 ? "✓" : "✗",
  );
  return [...marks, `${row.recoverySeconds.toFixed(1)} s`, String(row.writes)];
}
