// `node tests/structure/folder-knots.ts [folder]` prints which folders of a page import each other.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Edge, type FileImport, folderGraph, innerEdges, specifiersOf } from "./folder-graph.ts";

const ROOT = join(import.meta.dirname, "../..");
const TRIP_PAGE = "app/trips/[tripId]";

/** Returns the source files below a folder, and the imports between them. */
export function readImports(folder: string): { files: string[]; imports: FileImport[] } {
  const base = join(ROOT, folder);
  const files = globSync("**/*.{ts,tsx}", { cwd: base }).toSorted();
  const imports = files.flatMap((from) => {
    const source = readFileSync(join(base, from), "utf8");
    const targets = specifiersOf(source).flatMap((specifier) => {
      const target = resolve(join(base, from), specifier);
      return target?.startsWith(`${base}/`) && existsSync(target) ? [relative(base, target)] : [];
    });
    return [...new Set(targets)].map((to) => ({ from, to }));
  });
  return { files, imports };
}

/** Returns the file that a specifier names; null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return join(ROOT, specifier.slice(1));
  return specifier.startsWith(".") ? join(dirname(from), specifier) : null;
}

function printEdge({ from, to, imports }: Edge): void {
  console.log(`${from} → ${to}`);
  for (const each of imports) console.log(`  ${each.from} → ${each.to}`);
}

if (import.meta.main) {
  const folder = process.argv[2] ?? TRIP_PAGE;
  const { files, imports } = readImports(folder);
  const graph = folderGraph(files, imports);
  for (const edge of innerEdges(graph)) printEdge(edge);
  console.log(`${folder}: ${graph.folders.length} folders, ${graph.edges.length} edges`);
  console.log(`mutual pairs: ${graph.mutual.length}`);
  for (const [one, other] of graph.mutual) console.log(`  ${one} ↔ ${other}`);
  console.log(`components: ${graph.components.length}`);
  for (const component of graph.components) console.log(`  ${component.length}: ${component.join(" ")}`);
}
