/** One import between two files; both are paths below the folder that is examined. */
export interface FileImport {
  from: string;
  to: string;
}

/** All imports from the files of one folder into another folder. */
export interface Edge {
  from: string;
  to: string;
  imports: readonly FileImport[];
}

export interface FolderGraph {
  folders: readonly string[];
  edges: readonly Edge[];
  /** The pairs of folders that import each other directly. */
  mutual: ReadonlyArray<readonly [string, string]>;
  /** The folders that reach each other by imports, largest component first; a folder by itself is none. */
  components: ReadonlyArray<readonly string[]>;
}

const STATEMENT = /^(?:import|export)\s+(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;
const EXPRESSION = /\bimport\("([^"]+)"\)/g;

/** Returns what a source imports or exports again, types and lazily loaded modules included. */
export function specifiersOf(source: string): string[] {
  return [STATEMENT, EXPRESSION].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = ""]) => specifier),
  );
}

/** Returns the folder of the first level that holds the file; "." holds the files that are in none. */
export function folderOf(path: string): string {
  const end = path.indexOf("/");
  return end < 0 ? "." : path.slice(0, end);
}

export function folderGraph(files: readonly string[], imports: readonly FileImport[]): FolderGraph {
  const folders = [...new Set(files.map(folderOf))].toSorted();
  const byPair = new Map<string, { from: string; to: string; imports: FileImport[] }>();
  for (const each of imports) {
    const [from, to] = [folderOf(each.from), folderOf(each.to)];
    if (from === to) continue;
    const edge = byPair.get(`${from} ${to}`) ?? { from, to, imports: [] };
    edge.imports.push(each);
    byPair.set(`${from} ${to}`, edge);
  }
  const edges = [...byPair].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge);
  const mutual = edges
    .filter(({ from, to }) => from < to && byPair.has(`${to} ${from}`))
    .map(({ from, to }) => [from, to] as const);
  return { folders, edges, mutual, components: componentsOf(folders, edges) };
}

/** Returns the edges whose two folders are in the same component. */
export function innerEdges({ edges, components }: FolderGraph): Edge[] {
  return edges.filter(({ from, to }) =>
    components.some((component) => component.includes(from) && component.includes(to)),
  );
}

function componentsOf(folders: readonly string[], edges: readonly Edge[]): string[][] {
  const reached = new Map(folders.map((folder) => [folder, reachOf(folder, edges)]));
  const found = folders.map((folder) =>
    folders.filter((other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder)),
  );
  const components = found.filter((component, index) => component[0] === folders[index]);
  return components.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
}

function reachOf(start: string, edges: readonly Edge[]): Set<string> {
  const reached = new Set([start]);
  // The loop also visits the folders that it adds to the set itself.
  for (const folder of reached) for (const { from, to } of edges) if (from === folder) reached.add(to);
  return reached;
}
