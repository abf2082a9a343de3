import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellsOf, curveTables, isMissed } from "./report.ts";
import { type StoredResults, machineText, readResults, type Result } from "./results.ts";

const PAGE = join(import.meta.dirname, "RESULTS.md");
const BEGIN = "<!-- bench: written by `npm run bench -- --results` -->";
const END = "<!-- /bench -->";

/**
 * Writes the results of the last runs between two marks in RESULTS.md.
 * @throws Error if there are no results or no marks
 */
export function writeResultsPage(): void {
  const kept = readResults();
  if (!kept) throw new Error("There are no results: run the bench first.");
  const text = readFileSync(PAGE, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`RESULTS.md has no place for the bench: ${BEGIN} … ${END}`);
  writeFileSync(PAGE, `${text.slice(0, from)}${BEGIN}\n${sectionOf(kept)}\n${text.slice(to)}`);
}

function sectionOf({ machine, results }: StoredResults): string {
  const rows = results.flatMap((result) => result.rows);
  const judged = rows.filter(({ floor }) => floor);
  const missed = judged.filter(isMissed).length;
  const verdict =
    missed === 0
      ? `All ${judged.length} limits are held`
      : `${missed} of ${judged.length} limits ${missed === 1 ? "is" : "are"} missed`;
  const intro = `Measured on ${machineText(machine)}, with the load on the same machine. ${verdict}.`;
  return [intro, ...results.map(partOf)].join("\n\n");
}

function partOf({ scenario, at, isLong, rows, curves, measuredWith }: Result): string {
  const when = [at.slice(0, 10), isLong ? "in full" : "", measuredWith ?? ""].filter(Boolean).join(", ");
  const table = markdown([
    ["measure", "value", "ratio", "limit", ""],
    ...rows.map((row) => cellsOf(row).map((cell) => cell.replace(/^ok$/, "✓"))),
  ]);
  const shapes = curveTables(curves).map(markdown);
  const parts = [...(rows.length > 0 ? [table] : []), ...shapes];
  return `<details><summary>${scenario} (${when})</summary>\n\n${parts.join("\n\n")}\n\n</details>`;
}

function markdown([head = [], ...lines]: readonly (readonly string[])[]): string {
  const ruler = head.map((_, n) => (n === 0 ? "---" : "--:"));
  return [head, ruler, ...lines].map((line) => `| ${line.map(escaped).join(" | ")} |`).join("\n");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
