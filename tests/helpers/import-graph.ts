import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, normalize } from "node:path";

/** The files that each file of the project needs at run time, relative to the project. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const SOURCES = "{app,db,lib,party,tests}/**/*.{ts,tsx,mjs}";
/** The files that prepare the database on which tests in integration/ and realtime/ run (vitest.config.ts). */
export const SET_UP = ["tests/helpers/global-postgres.ts", "tests/helpers/own-database.ts"];
/**
 * Files that import all endpoints but only look up a request's endpoint. A test depends on the endpoints that it names.
 */
const LOOKED_UP = new Set(["tests/helpers/handlers.ts", "tests/helpers/answer-check.ts"]);
const REGISTRY = "lib/shared/api/registry.ts";

const TYPE_IMPORT = /^(?:import|export) type\b[^;"']*? from ["'][^"']+["'];/gm;
const LITERAL = /"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`/g;
const ENDPOINT = /\b(\w+Api\.\w+)\b/g;

/** Reads the graph of a project folder. */
export function readImportGraph(root: string): ImportGraph {
  const files = globSync(SOURCES, { cwd: root, exclude: ["**/node_modules/**"] });
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  return importGraph(sources, (path) => existsSync(join(root, path)));
}

/**
 * Vitest's own `--changed` follows static imports only, so it does not see that a test reaches a handler through its
 * endpoint. This graph has an edge for each literal that names a file of the project (an import, a worker's URL, a file
 * that a test reads), and in tests also for each endpoint and for each path of the API.
 * @param sources - the text of each source file
 * @param exists - whether a path relative to the project is a file or folder
 */
export function importGraph(
  sources: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): ImportGraph {
  const routes = routesOf(sources);
  const graph = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    const literals = literalsOf(source.replaceAll(TYPE_IMPORT, ""));
    const found = literals.flatMap((literal) => candidatesOf(file, literal));
    const needed = new Set(found.filter((path) => isFile(path) && (sources.has(path) || exists(path))));
    if (file.startsWith("tests/")) for (const path of reachedBy(source, literals, routes)) needed.add(path);
    if (/^tests\/(integration|realtime)\/.*\.test\.ts$/.test(file))
      for (const path of SET_UP) needed.add(path);
    if (LOOKED_UP.has(file)) needed.delete(REGISTRY);
    needed.delete(file);
    graph.set(file, needed);
  }
  return graph;
}

const isFile = (path: string) => /\.\w+$/.test(path) && !path.startsWith("..");

function literalsOf(source: string): string[] {
  return [...source.matchAll(LITERAL)].map(
    ([, double, single, template]) => double ?? single ?? template ?? "",
  );
}

/** Returns the paths that a literal may name: as an import, beside the file, or from the project's folder. */
function candidatesOf(file: string, literal: string): string[] {
  if (literal.startsWith("#")) return [literal.slice(1)];
  if (literal.startsWith(".")) return [normalize(join(dirname(file), literal)), normalize(literal)];
  return /^[\w[\]()-]+(?:\/[^\s:]+|\.\w+)$/.test(literal) ? [literal] : [];
}

interface Routes {
  /** The route file of an endpoint, such as `stopsApi.create`. */
  byEndpoint: ReadonlyMap<string, string>;
  /** The route files with the parts of their paths. */
  byPath: ReadonlyArray<readonly [file: string, parts: readonly string[]]>;
}

function routesOf(sources: ReadonlyMap<string, string>): Routes {
  const files = [...sources].filter(([file]) => /^app\/api\/.*route\.ts$/.test(file));
  const named = files.flatMap(([file, source]) =>
    [...source.matchAll(ENDPOINT)].map(([, endpoint = ""]) => [endpoint, file] as const),
  );
  const byPath = files.map(([file]) => [file, file.split("/").slice(1, -1)] as const);
  return { byEndpoint: new Map(named), byPath };
}

/** Returns the route files that a test reaches through the endpoints and the paths that it names. */
function reachedBy(source: string, literals: readonly string[], routes: Routes): string[] {
  const endpoints = [...source.matchAll(ENDPOINT)].map(([, endpoint = ""]) => endpoint);
  const byEndpoint = endpoints.flatMap((endpoint) => routes.byEndpoint.get(endpoint) ?? []);
  const paths = literals.filter((literal) => literal.startsWith("/api/"));
  return [...byEndpoint, ...paths.flatMap((path) => routeOf(path, routes) ?? [])];
}

/** Returns the route file of a path; as in Next, a fixed part takes precedence over a parameter. */
function routeOf(path: string, { byPath }: Routes): string | undefined {
  const parts = (path.replaceAll(/\$\{[^}]*\}/g, "*").split(/[?#]/)[0] ?? "").split("/").slice(1);
  const fitting = byPath.filter(
    ([, of]) =>
      of.length === parts.length && of.every((part, at) => part === parts[at] || part.startsWith("[")),
  );
  return fitting.toSorted(([, a], [, b]) => fixedParts(b) - fixedParts(a))[0]?.[0];
}

function fixedParts(of: readonly string[]): number {
  return of.filter((part) => !part.startsWith("[")).length;
}

/** Returns the patterns of files that a test looks through, such as `db/queries/*.ts`. */
export function globsOf(source: string): string[] {
  return literalsOf(source).filter((literal) => /^[\w.{*][^\s:]*\*[^\s:]*\.[\w{},]+$/.test(literal));
}

export function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}
