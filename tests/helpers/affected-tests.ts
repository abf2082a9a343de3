import { type ImportGraph, SET_UP } from "./import-graph.ts";

/** A test file that a change can break. */
export interface AffectedTest {
  file: string;
  /** The files from the test to the changed one, each of which needs the next. */
  chain: readonly string[];
}

/** The folders of tests that run without a build, the quickest first. */
const FOLDERS = ["unit", "integration", "realtime"];
const VITEST = /^tests\/(?:(unit|integration|realtime)\/.*|[\w-]+)\.test\.tsx?$/;

/**
 * Returns the test files that need a changed file, the nearest first: those with the fewest files between, then those
 * that share words of their names with the changed file, then the quicker kind.
 */
export function affectedTests(graph: ImportGraph, changed: readonly string[]): AffectedTest[] {
  const chains = chainsTo(graph, changed);
  const affected = [...chains]
    .filter(([file]) => VITEST.test(file))
    .map(([file, chain]) => ({ file, chain }));
  const ranked = affected.map((test) => ({ test, rank: rankOf(test) }));
  return ranked.toSorted((a, b) => compare(a.rank, b.rank)).map(({ test }) => test);
}

/** Walks from the changed files to their importers, one step of all files after the other. */
function chainsTo(graph: ImportGraph, changed: readonly string[]): Map<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, needed] of graph)
    for (const each of needed) {
      const known = importers.get(each);
      if (known) known.push(file);
      else importers.set(each, [file]);
    }
  const chains = new Map<string, readonly string[]>(changed.map((file) => [file, [file]]));
  for (const [file, chain] of chains)
    for (const importer of importers.get(file) ?? [])
      if (!chains.has(importer)) chains.set(importer, [importer, ...chain]);
  return chains;
}

type Rank = readonly [steps: number, wordsApart: number, kind: number, file: string];

function rankOf({ file, chain }: AffectedTest): Rank {
  const kind = FOLDERS.indexOf(VITEST.exec(file)?.[1] ?? "unit");
  return [chain.length, -sharedWords(file, chain.at(-1) ?? ""), kind, file];
}

function compare(a: Rank, b: Rank): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}

/** Words that say nothing about a file's topic. */
const EMPTY = new Set([
  "app",
  "lib",
  "test",
  "trip",
  "page",
  "ui",
  "ts",
  "tsx",
  "e2e",
  "server",
  "client",
  "id",
]);

/** Returns the words of a path in the singular, so that `bookings.test.ts` fits `_bookings/booking-form.tsx`. */
function wordsOf(path: string): Set<string> {
  const words = path.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.map((word) => word.replace(/(?<=\w{2})s$/, "")).filter((word) => !EMPTY.has(word)));
}

function sharedWords(a: string, b: string): number {
  const others = wordsOf(b);
  return [...wordsOf(a)].filter((word) => others.has(word)).length;
}

/**
 * Returns the browser tests whose names share words with the changed files of the web part. Nothing imports pages, so
 * only the names say which browser tests open them.
 */
export function browserTests(changed: readonly string[], tests: readonly string[]): string[] {
  const shown = changed.filter((file) => /^(?:app|lib\/client)\//.test(file) && !file.startsWith("app/api/"));
  const scored = tests.map((test) => ({
    test,
    score: Math.max(0, ...shown.map((file) => sharedWords(test, file))),
  }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ test }) => test);
}

/** The assumed duration of a file whose last run is not known. */
const USUAL_MS = 3000;

/**
 * Returns the nearest tests that together take no longer than the budget, by their last runs. A test that was itself
 * changed always belongs to them; one that would exceed the budget is passed over. Every test of the service needs the
 * set-up of the database, so of those that reach the change only through it the first one is enough.
 * @param durations - the milliseconds of each file's last run
 */
export function testsWithinBudget(
  tests: readonly AffectedTest[],
  durations: ReadonlyMap<string, number>,
  budgetMs: number,
): AffectedTest[] {
  let left = budgetMs;
  let isSetUpTried = false;
  return tests.filter(({ file, chain }) => {
    const needed = durations.get(file) ?? USUAL_MS;
    const isThroughSetUp = SET_UP.includes(chain[1] ?? "");
    const isChosen = chain.length === 1 || (needed <= left && !(isThroughSetUp && isSetUpTried));
    if (isChosen && isThroughSetUp) isSetUpTried = true;
    if (isChosen) left -= needed;
    return isChosen;
  });
}
