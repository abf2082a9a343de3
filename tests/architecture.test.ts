import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Chain, firstLoad, wholeLoad } from "#tests/helpers/first-load.ts";
import {
  ALLOWED_FLOOR_IMPORTS,
  FORBIDDEN_FLOOR_IMPORTS,
  PANELS,
} from "#tests/helpers/planted-floor-files.ts";
import { lintPlanted } from "#tests/helpers/planted-project.ts";
import {
  AMBIENT_ACCESS_FILES,
  IMPORT_CYCLE,
  ENDPOINT_IMPORT_FILES,
  ALLOWED_FILES,
  FORBIDDEN_IMPORT_FILES,
  RULE_BREAKING_FILES,
  LONG_FUNCTION_FILES,
  type PlantedFile,
} from "#tests/helpers/planted-files.ts";
import { folderGraph } from "#tests/structure/folder-graph.ts";
import { readImports } from "#tests/structure/folder-knots.ts";

const ROOT = join(import.meta.dirname, "..");
const WRONG = [
  ...FORBIDDEN_IMPORT_FILES,
  ...FORBIDDEN_FLOOR_IMPORTS,
  ...ENDPOINT_IMPORT_FILES,
  ...RULE_BREAKING_FILES,
  ...LONG_FUNCTION_FILES,
  ...AMBIENT_ACCESS_FILES,
];
const RIGHT = [...ALLOWED_FILES, ...ALLOWED_FLOOR_IMPORTS];

describe("the linter", () => {
  let found: Map<string, string[]>;

  beforeAll(() => {
    const sources = [...WRONG, ...RIGHT].map(({ path, source }) => [path, source] as const);
    found = lintPlanted({ ...Object.fromEntries(sources), ...IMPORT_CYCLE });
  });

  function overlooked(planted: readonly PlantedFile[]): string[] {
    const missed = planted.filter(({ path, rule }) => !found.get(path)?.some((code) => code.includes(rule)));
    return missed.map(({ path, source, rule }) => `${path} (${rule}): ${source.slice(0, 120)}`);
  }

  test("objects to every import that leaves a layer the wrong way, however it is written", () => {
    expect(FORBIDDEN_IMPORT_FILES.length).toBeGreaterThan(400);
    expect(overlooked(FORBIDDEN_IMPORT_FILES)).toEqual([]);
  });

  test("objects to a panel of the trip's page that imports another, and to a floor that imports a higher one", () => {
    expect(PANELS.length).toBeGreaterThan(30);
    expect(overlooked(FORBIDDEN_FLOOR_IMPORTS)).toEqual([]);
  });

  test("objects to a client that imports endpoints as values", () => {
    expect(overlooked(ENDPOINT_IMPORT_FILES)).toEqual([]);
  });

  test("lets each layer import what it may", () => {
    const objections = RIGHT.map(({ path, source }) => [source.split("\n")[0], found.get(path)] as const);
    expect(objections.filter(([, codes]) => codes?.some((code) => code.includes("no-restricted")))).toEqual(
      [],
    );
  });

  test("holds files to 300 lines, and refuses any, !, floating promises and ==", () => {
    expect(overlooked(RULE_BREAKING_FILES)).toEqual([]);
  });

  test("holds functions to 60 lines, components and tests to 120", () => {
    expect(overlooked(LONG_FUNCTION_FILES)).toEqual([]);
  });

  test("keeps the environment in lib/server/env/env.ts, and the console out", () => {
    expect(overlooked(AMBIENT_ACCESS_FILES)).toEqual([]);
  });

  test("finds import cycles", () => {
    const codes = Object.keys(IMPORT_CYCLE).flatMap((path) => found.get(path) ?? []);
    expect(codes).toContain("import(no-cycle)");
  });
});

const SOURCES = globSync("{app,lib,db,party,tests}/**/*.{ts,tsx,mjs}", { cwd: ROOT });
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function isBarrel(path: string): boolean {
  const code = read(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|\s/g, "");
  return code !== "" && code.replaceAll(/export(type)?(\*(as\w+)?|\{[^}]*\})from"[^"]+";?/g, "") === "";
}

describe("the sources", () => {
  test("are found", () => {
    expect(SOURCES.length).toBeGreaterThan(400);
  });

  test("turn no rule off from inside a file", () => {
    // Brackets keep this pattern from matching its own source text.
    const words = /eslint-disabl[e]|oxlint-disabl[e]|@ts-(?:ignor[e]|expect-erro[r]|nochec[k])/;
    const hits = SOURCES.filter((path) => words.test(read(path)));
    expect(hits).toEqual([]);
  });

  test("have at most 300 lines each", () => {
    const tall = SOURCES.filter((path) => read(path).trimEnd().split("\n").length > 300);
    expect(tall).toEqual([]);
  });

  test("hold no barrels, and no drawer for everything", () => {
    expect(SOURCES.filter(isBarrel)).toEqual([]);
    const drawers = /^(index|utils?|helpers?|commons?|types?|misc)\.(ts|tsx)$/;
    expect(SOURCES.filter((path) => drawers.test(basename(path)))).toEqual([]);
  });

  test("are named in kebab-case, folders as nouns", () => {
    const strange = SOURCES.flatMap((path) => path.split("/")).filter(
      (part) =>
        !/^(_?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*|\[(\.\.\.)?[a-zA-Z]+\]|\([a-z-]+\))(\.(ts|tsx|mjs))?$/.test(
          part,
        ),
    );
    expect([...new Set(strange)]).toEqual([]);
  });

  test("read the environment in lib/server/env/env.ts alone, tests, tools and what starts things excepted", () => {
    const readers = SOURCES.filter(
      (path) => /^(app|lib|db|party)\//.test(path) && /\bprocess\.env\b/.test(read(path)),
    );
    expect(readers.filter((path) => !path.startsWith("lib/local/"))).toEqual(["lib/server/env/env.ts"]);
  });

  test("of lib/shared use no package but zod, the one for ordering keys and the one for shifted coordinates", () => {
    const packages = SOURCES.filter((path) => path.startsWith("lib/shared/")).flatMap((path) =>
      [...read(path).matchAll(/from "([^".][^"]*)"/g)].map(([, name = ""]) => name),
    );
    expect([...new Set(packages)].toSorted()).toEqual(["fractional-indexing", "gcoord", "zod"]);
  });

  test("of route files bind endpoints to verbs and hold nothing else", () => {
    const routes = SOURCES.filter((path) => /^app\/api\/(?!auth|internal|\[\.\.\.)/.test(path));
    expect(routes.filter((path) => read(path).split("\n").length > 20)).toEqual([]);
  });
});

describe("the folders", () => {
  const folders = [
    ...["", "/_base", "/_model", "/_frame"].map((part) => `app/trips/[tripId]${part}`),
    "lib/client",
  ];

  test.each(folders)("of %s do not import each other around", (folder) => {
    const { files, imports } = readImports(folder);
    expect(files.length).toBeGreaterThan(20);
    expect(imports).not.toEqual([]);
    expect(folderGraph(files, imports).components).toEqual([]);
  });
});

/** Returns the chains of imports by which a page's load includes a package or one of its parts. */
function waysTo(name: string, load: Map<string, Chain>): string[] {
  const chains = [...load].filter(([found]) => found === name || found.startsWith(`${name}/`));
  return chains.map(([, chain]) => chain.join(" > "));
}

describe("what browsers load", () => {
  const TRIP = "app/trips/[tripId]/page.tsx";

  test.each(["app/trips/page.tsx", TRIP])("of %s at first is without schemas", (page) => {
    expect(waysTo("zod", firstLoad(page))).toEqual([]);
  });

  // The page fetches the code of its later parts as soon as it is idle, whether or not the user needs them.
  test("of the trip's page later is without schemas, too", () => {
    expect(waysTo("zod", wholeLoad(TRIP))).toEqual([]);
  });

  test("of the trip's page has the way to the agent, and nothing else of it", () => {
    const agent = [...firstLoad(TRIP).keys()].filter((path) =>
      /\/(?:_|_base\/)agent\/|lib\/client\/(?:use-)?agent/.test(path),
    );
    expect(new Set(agent.map((path) => path.split("/").at(-1)))).toEqual(
      new Set([
        "agent-availability.tsx",
        "agent-entry.tsx",
        "focus-wish.ts",
        "use-agent-by-itself.ts",
        "use-agent-mark.ts",
        "use-toggle-agent.ts",
      ]),
    );
    expect(wholeLoad(TRIP).has("app/trips/[tripId]/_agent/agent-panel.tsx")).toBe(true);
  });

  test("is followed to its end", () => {
    expect(waysTo("zod", firstLoad("app/(auth)/sign-in/page.tsx"))).toContainEqual(
      expect.stringMatching(/ > zod$/),
    );
    expect(waysTo("partysocket", firstLoad(TRIP))).toHaveLength(1);
    expect(waysTo("maplibre-gl", firstLoad(TRIP))).toEqual([]);
    expect(waysTo("maplibre-gl", wholeLoad(TRIP))).not.toEqual([]);
  });
});

describe("the top level", () => {
  const FOLDERS = ["app", "db", "lib", "party", "public", "tests"];
  const FILES = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "instrumentation-client.ts",
    "next.config.ts",
    "package-lock.json",
    "package.json",
    "postcss.config.mjs",
    "proxy.ts",
    "tsconfig.json",
    "vercel.json",
    "vitest.config.ts",
  ];
  /** Generated files and folders that are not part of the project. */
  const MADE = new Set(["node_modules", "next-env.d.ts", "test-results", "playwright-report"]);

  test("holds the project's folders, the files that tools insist on, and nothing else", () => {
    const names = readdirSync(ROOT).filter((name) => !name.startsWith(".") && !MADE.has(name));
    expect(names.filter((name) => !name.endsWith(".tsbuildinfo")).toSorted()).toEqual(
      [...FOLDERS, ...FILES].toSorted(),
    );
  });

  test("of lib are its four parts", () => {
    const folders = readdirSync(join(ROOT, "lib"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).toSorted()).toEqual(["client", "local", "server", "shared"]);
  });
});
