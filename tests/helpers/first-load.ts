import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** Files that browsers load outside any page. */
const ALWAYS = ["instrumentation-client.ts"];
/** The files that Next wraps around a page, looked for in each folder on the path to it. */
const AROUND = ["layout", "template", "error", "global-error", "loading", "not-found"];

const NOW = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;
const LATER = /\bimport\("([^"]+)"\)/g;

/** The files from the page's own to a file or package, each of which imports the next. */
export type Chain = readonly string[];

/**
 * Returns each file and package of a page's first load, with a shortest chain of imports to it. It follows Next's
 * rules: the browser's part begins at "use client", and `import()` ends the first load.
 */
export function firstLoad(page: string): Map<string, Chain> {
  return loads(page, [NOW]);
}

/** Returns the first load and everything that the page fetches later. */
export function wholeLoad(page: string): Map<string, Chain> {
  return loads(page, [NOW, LATER]);
}

function loads(page: string, imports: readonly RegExp[]): Map<string, Chain> {
  const server = reach(wrapping(page), [NOW], (path) => !isClient(path));
  const entries = [...server.keys()].filter((path) => isSource(path) && isClient(path));
  return reach([...ALWAYS, ...entries], imports, () => true);
}

function wrapping(page: string): string[] {
  const folders = page.split("/").slice(0, -1);
  const around = folders.flatMap((_, depth) => {
    const folder = folders.slice(0, depth + 1).join("/");
    const names = `{${AROUND.join(",")}}.{ts,tsx}`;
    return globSync(names, { cwd: join(ROOT, folder) }).map((file) => `${folder}/${file}`);
  });
  return [...around, page];
}

function reach(
  entries: readonly string[],
  imports: readonly RegExp[],
  goesOn: (path: string) => boolean,
): Map<string, Chain> {
  const chains = new Map<string, Chain>(entries.map((entry) => [entry, [entry]]));
  for (const [path, chain] of chains) {
    if (!isSource(path) || !goesOn(path)) continue;
    for (const next of importsOf(path, imports)) if (!chains.has(next)) chains.set(next, [...chain, next]);
  }
  return chains;
}

const isSource = (path: string) => /\.(ts|tsx)$/.test(path) && existsSync(join(ROOT, path));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const isClient = (path: string) => /^(\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use client["']/.test(read(path));

/**
 * Returns the imports that exist at run time: with `verbatimModuleSyntax`, all that do not begin with `import type`.
 */
function importsOf(path: string, imports: readonly RegExp[]): string[] {
  const found = imports.flatMap((pattern) => [...read(path).matchAll(pattern)]);
  return found.map(([, specifier = ""]) => resolve(path, specifier));
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? join(dirname(from), specifier) : specifier;
}
