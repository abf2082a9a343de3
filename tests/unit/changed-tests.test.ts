import { expect, test } from "vitest";
import { affectedTests, browserTests, testsWithinBudget } from "#tests/helpers/affected-tests.ts";
import { globsOf, importGraph, matchesAny } from "#tests/helpers/import-graph.ts";

const SOURCES = {
  "app/api/trips/[tripId]/stops/route.ts":
    'import { addStop } from "#lib/server/stops/add-stop.ts";\nexport const POST = writeRoute(stopsApi.create, addStop);',
  "app/api/trips/[tripId]/stops/batch/route.ts": 'import { batch } from "#lib/server/stops/batch.ts";',
  "lib/server/stops/add-stop.ts":
    'import type { Ctx } from "../context.ts";\nimport { rows } from "./rows.ts";',
  "lib/server/stops/batch.ts": 'export const later = () => import("./rows.ts");',
  "lib/server/stops/rows.ts": "export const rows = [];",
  "lib/server/context.ts": "export interface Ctx {}",
  "lib/shared/api/registry.ts": 'import { stopsApi } from "./stops.ts";',
  "lib/shared/api/stops.ts": "export const stopsApi = {};",
  "tests/helpers/handlers.ts": 'import { allEndpoints } from "#lib/shared/api/registry.ts";',
  "tests/integration/stops.test.ts":
    'import { send } from "#tests/helpers/handlers.ts";\nsend(stopsApi.create);',
  "tests/integration/batches.test.ts": "await fetch(`/api/trips/${trip.id}/stops/batch?x=1`);",
  "tests/integration/days.test.ts": 'import { send } from "#tests/helpers/handlers.ts";\nsend(daysApi.list);',
  "tests/unit/rows.test.ts": 'import { rows } from "#lib/server/stops/rows.ts";',
  "tests/unit/style.test.ts": 'read("app/globals.css");',
  "tests/faults/rows.test.ts": 'import { rows } from "#lib/server/stops/rows.ts";',
};
const GRAPH = importGraph(new Map(Object.entries(SOURCES)), (path) => path === "app/globals.css");
const filesFor = (...changed: string[]) => affectedTests(GRAPH, changed).map(({ file }) => file);

test("a test depends on the handlers of the endpoints and paths that it names", () => {
  expect(filesFor("lib/server/stops/add-stop.ts")).toEqual(["tests/integration/stops.test.ts"]);
  expect(filesFor("lib/server/stops/batch.ts")).toEqual(["tests/integration/batches.test.ts"]);
});

test("the nearest tests come first, and each says how it reaches the change", () => {
  const affected = affectedTests(GRAPH, ["lib/server/stops/rows.ts"]);
  expect(affected.map(({ file }) => file)).toEqual([
    "tests/unit/rows.test.ts",
    "tests/integration/stops.test.ts",
    "tests/integration/batches.test.ts",
  ]);
  expect(affected[1]?.chain).toEqual([
    "tests/integration/stops.test.ts",
    "app/api/trips/[tripId]/stops/route.ts",
    "lib/server/stops/add-stop.ts",
    "lib/server/stops/rows.ts",
  ]);
});

test("types, and endpoints that a test does not name, are no dependency", () => {
  expect(filesFor("lib/server/context.ts")).toEqual([]);
  expect(filesFor("lib/shared/api/registry.ts", "lib/shared/api/stops.ts")).toEqual([]);
});

test("a change of a test, of a file that it reads, and of its database's set-up runs it", () => {
  expect(filesFor("tests/unit/rows.test.ts")).toEqual(["tests/unit/rows.test.ts"]);
  expect(filesFor("app/globals.css")).toEqual(["tests/unit/style.test.ts"]);
  expect(filesFor("tests/helpers/own-database.ts")).toHaveLength(3);
});

test("patterns of files are told from other texts", () => {
  const globs = globsOf('globSync("db/queries/*.ts"); globSync("{app,lib}/**/*.{ts,tsx}"); say("a * b.");');
  expect(globs).toEqual(["db/queries/*.ts", "{app,lib}/**/*.{ts,tsx}"]);
  expect(matchesAny("app/a/b.tsx", globs)).toBe(true);
  expect(matchesAny("party/room.ts", globs)).toBe(false);
});

test("browser tests fit by the words of their names", () => {
  const tests = ["tests/e2e/bookings.test.ts", "tests/e2e/money.test.ts", "tests/e2e/states.test.ts"];
  expect(browserTests(["app/trips/[tripId]/_bookings/form.tsx"], tests)).toEqual([
    "tests/e2e/bookings.test.ts",
  ]);
  expect(browserTests(["app/api/money/route.ts", "lib/shared/money.ts"], tests)).toEqual([]);
});

test("the budget takes the nearest tests that fit, and every changed test", () => {
  const tests = [["a.test.ts"], ["b.test.ts", "x.ts"], ["c.test.ts", "x.ts"], ["d.test.ts", "y.ts", "x.ts"]];
  const affected = tests.map((chain) => ({ file: chain[0] ?? "", chain }));
  const durations = new Map([
    ["a.test.ts", 9000],
    ["b.test.ts", 2000],
    ["c.test.ts", 60_000],
  ]);
  const chosen = (budgetMs: number) =>
    testsWithinBudget(affected, durations, budgetMs).map(({ file }) => file);
  expect(chosen(14_000)).toEqual(["a.test.ts", "b.test.ts", "d.test.ts"]);
  expect(chosen(1000)).toEqual(["a.test.ts"]);
});

test("of the tests that reach the change only through the database's set-up, one runs", () => {
  const setUp = "tests/helpers/own-database.ts";
  const affected = ["a.test.ts", "b.test.ts"].map((file) => ({ file, chain: [file, setUp] }));
  expect(testsWithinBudget(affected, new Map(), 60_000).map(({ file }) => file)).toEqual(["a.test.ts"]);
});
