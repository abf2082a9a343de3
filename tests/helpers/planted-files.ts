/* Small files that each break one rule of .oxlintrc.json, and some that break none. */

const LAYERS = ["app", "db", "party", "tests", "lib/shared", "lib/server", "lib/client", "lib/local"];

/** For each layer, the layers and packages that it must not import. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  "lib/shared": ["app", "db", "party", "tests", "lib/server", "lib/client", "lib/local"],
  "lib/server": ["app", "party", "tests", "lib/client", "lib/local", "db/migrations"],
  "lib/client": ["app", "db", "party", "tests", "lib/server", "lib/local"],
  "lib/local": ["app", "party", "tests", "lib/client"],
  db: ["app", "party", "tests", "lib/server", "lib/client", "lib/local"],
  party: ["app", "db", "tests", "lib/server", "lib/client", "lib/local"],
  app: ["party", "tests", "lib/local", "db"],
  "app/_ui": ["party", "tests", "db", "lib/server", "lib/client", "lib/local", "app/trips"],
};
const FORBIDDEN_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "lib/shared": [
    "node:fs",
    "node:crypto",
    "fs",
    "next",
    "next/server",
    "react",
    "drizzle-orm",
    "pg",
    "better-auth",
  ],
  "lib/client": ["node:fs", "fs", "pg", "drizzle-orm"],
  party: ["node:fs", "fs"],
};

export interface PlantedFile {
  path: string;
  source: string;
  /** A part of the name of the rule that must report the file. */
  rule: string;
}

let plants = 0;

export function newPlantedFile(folder: string, source: string, rule: string, extension = "ts"): PlantedFile {
  plants++;
  return { path: `${folder}/planted-${plants}.${extension}`, source, rule };
}

/** Returns an import of the module in every syntactic form. */
export function importsOf(specifier: string): string[] {
  return [
    `import { thing } from "${specifier}";\nexport const planted = thing;\n`,
    `import type { Thing } from "${specifier}";\nexport type Planted = Thing;\n`,
    `export { thing } from "${specifier}";\n`,
    `export const planted = () => import("${specifier}");\n`,
  ];
}

/** Returns the relative paths by which a file in `from` imports `to`, without the `#` aliases. */
function relative(from: string, to: string): string[] {
  const up = "../".repeat(from.split("/").length);
  const direct = `${up}${to}/thing.ts`;
  const [shared, sibling] = [from.split("/"), to.split("/")];
  const isBeside = shared.length === 2 && sibling.length === 2 && shared[0] === sibling[0];
  return [direct, `./${direct}`, ...(isBeside ? [`../${sibling[1]}/thing.ts`] : [])];
}

export const FORBIDDEN_IMPORT_FILES: PlantedFile[] = [
  ...Object.entries(FORBIDDEN).flatMap(([from, layers]) =>
    layers.flatMap((to) =>
      [`#${to}/thing.ts`, ...relative(from, to)].flatMap((specifier) =>
        importsOf(specifier).map((source) => newPlantedFile(from, source, "no-restricted-imports")),
      ),
    ),
  ),
  ...Object.entries(FORBIDDEN_PACKAGES).flatMap(([from, names]) =>
    names.map((name) => {
      const source = `import * as everything from "${name}";\nexport const planted = everything;\n`;
      return newPlantedFile(
        from,
        source,
        /^[a-z]+$/.test(name) && name === "fs" ? "prefer-node-protocol" : "no-restricted-imports",
      );
    }),
  ),
];

/** The path of an endpoint's definition, of which clients import only the type, because it imports its schemas. */
const ENDPOINT = "shared/api/thing.ts";
export const ENDPOINT_IMPORT_FILES: PlantedFile[] = [
  `#lib/${ENDPOINT}`,
  `../${ENDPOINT}`,
  `../../lib/${ENDPOINT}`,
]
  .flatMap((specifier) => importsOf(specifier).filter((source) => !source.startsWith("import type")))
  .map((source) => newPlantedFile("lib/client", source, "no-restricted-imports"));

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

export const RULE_BREAKING_FILES: PlantedFile[] = LAYERS.flatMap((layer) => [
  newPlantedFile(layer, lines(301, "// A line."), "(max-lines)"),
  newPlantedFile(
    layer,
    "export function loose(value: any): unknown {\n  return value;\n}\n",
    "no-explicit-any",
  ),
  newPlantedFile(
    layer,
    "export function bold(value?: string): number {\n  return value!.length;\n}\n",
    "no-non-null-assertion",
  ),
  newPlantedFile(
    layer,
    "export function forget(): void {\n  Promise.resolve(1);\n}\n",
    "no-floating-promises",
  ),
  newPlantedFile(layer, "export function same(a: number): boolean {\n  return a == 1;\n}\n", "eqeqeq"),
]);

const long = (count: number) =>
  `export function long(): number {\n${lines(count, "  // A line.\n  Math.random();")}  return 1;\n}\n`;
const LONG_BODIES: PlantedFile[] = LAYERS.filter((layer) => layer !== "tests").map((layer) =>
  newPlantedFile(layer, long(30), "max-lines-per-function"),
);
export const LONG_FUNCTION_FILES: PlantedFile[] = [
  ...LONG_BODIES,
  newPlantedFile("app", long(60), "max-lines-per-function", "tsx"),
  newPlantedFile("tests", long(60), "max-lines-per-function"),
];

const PROCESS: PlantedFile[] = ["lib/server", "lib/shared", "lib/client", "app", "db", "party"].flatMap(
  (layer) => [
    newPlantedFile(layer, "export const home = process.env.HOME;\n", "no-restricted-globals"),
    newPlantedFile(
      layer,
      'import { env } from "node:process";\nexport const home = env.HOME;\n',
      "no-restricted-imports",
    ),
    newPlantedFile(
      layer,
      'import process from "process";\nexport const home = process.env.HOME;\n',
      "prefer-node-protocol",
    ),
  ],
);

const CONSOLE: PlantedFile[] = ["lib/server", "lib/client", "lib/shared", "app", "db", "party"].map((layer) =>
  newPlantedFile(layer, 'export function say(): void {\n  console.log("hi");\n}\n', "no-console"),
);

export const IMPORT_CYCLE = {
  "lib/shared/cycle-a.ts": 'import { b } from "./cycle-b.ts";\nexport const a = (): number => b();\n',
  "lib/shared/cycle-b.ts": 'import { a } from "./cycle-a.ts";\nexport const b = (): number => a();\n',
};

/** For each layer, what it may import. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "lib/shared": ["zod", "./fields.ts", "../shared-like.ts"],
  "lib/server": ["#db/queries/trips.ts", "#lib/shared/trips.ts", "../env/env.ts", "node:crypto"],
  "lib/client": ["#lib/shared/trips.ts", "./base/api.ts", "react"],
  "lib/local": ["#lib/server/env/env.ts", "#db/client.ts", "#lib/shared/clock.ts", "node:fs"],
  db: ["#lib/shared/trips.ts", "./client.ts", "pg", "../schema/trips.ts"],
  party: ["#lib/shared/protocol.ts", "./room-state.ts", "partykit/server"],
  "app/trips": [
    "#lib/server/access/viewer.ts",
    "#lib/client/trips/trips.ts",
    "#lib/shared/trips.ts",
    "#app/_ui/button.tsx",
    "../_shell/view.tsx",
  ],
  "app/_ui": ["#app/_ui/icon.tsx", "./cx.ts", "react"],
};
export const ALLOWED_FILES: readonly { path: string; source: string }[] = [
  ...Object.entries(ALLOWED).flatMap(([from, names]) =>
    names.map((name, index) => ({
      path: `${from}/fine-${index}.ts`,
      source: `import * as everything from "${name}";\nexport const planted = everything;\n`,
    })),
  ),
  {
    path: "lib/client/fine-type.ts",
    source: `import type { Thing } from "#lib/${ENDPOINT}";\nexport type Planted = Thing;\n`,
  },
];

export const AMBIENT_ACCESS_FILES: PlantedFile[] = [...PROCESS, ...CONSOLE];
