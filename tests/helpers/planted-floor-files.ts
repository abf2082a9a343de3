import { readdirSync } from "node:fs";
import { join } from "node:path";
import { importsOf, type PlantedFile, newPlantedFile } from "./planted-files.ts";

/* Small files in the folders of the trip's page that import a panel or a higher floor, and some that may import. */

const PAGE = "app/trips/[tripId]";
const FLOORS: ReadonlySet<string> = new Set(["_model", "_base", "_frame"]);
const ROUTE_FILES = ["page.tsx", "find-page-trip.ts", "print/page.tsx"];

/** The folders of the page that are panels. */
export const PANELS: readonly string[] = readdirSync(join(import.meta.dirname, "../..", PAGE), {
  withFileTypes: true,
}).flatMap((entry) =>
  entry.isDirectory() && entry.name.startsWith("_") && !FLOORS.has(entry.name) ? [entry.name] : [],
);

/** Names of folders that resemble `_base` and `_model`, the folders that every panel may import. */
const LOOKALIKES = ["_b", "_bases", "_basement", "_m", "_modes", "_models", "_model-car", "_base-camp"];

/** For each folder, the folders that it must not import. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  _model: ["_base", ...PANELS, "_frame"],
  _base: [...PANELS, "_frame"],
  _money: [...PANELS.filter((panel) => panel !== "_money"), "_frame", ...LOOKALIKES],
  _drag: ["_money", "_frame"],
  "_new-panel": ["_money", "_frame"],
};

/** Returns the specifiers by which a file of a folder of the page imports a file of the page. */
function specifiers(to: string): string[] {
  return [`../${to}`, `./../${to}`, `../../[tripId]/${to}`, `#app/trips/[tripId]/${to}`];
}

function plantsIn(from: string, to: string): PlantedFile[] {
  const [first = "", ...others] = specifiers(to);
  const sources = [...importsOf(first), ...others.flatMap((each) => importsOf(each).slice(0, 1))];
  const direct = sources.map((source) => newPlantedFile(`${PAGE}/${from}`, source, "no-restricted-imports"));
  const nested = importsOf(`../../${to}`).slice(0, 1);
  return [
    ...direct,
    ...nested.map((source) => newPlantedFile(`${PAGE}/${from}/part`, source, "no-restricted-imports", "tsx")),
  ];
}

const REACT: PlantedFile[] = ["react", "next-intl", "../_ui/icon.tsx", "#app/_i18n/use-formats.ts"].map(
  (name) => {
    const source = `import * as everything from "${name}";\nexport const planted = everything;\n`;
    return newPlantedFile(`${PAGE}/_model`, source, "no-restricted-imports");
  },
);

export const FORBIDDEN_FLOOR_IMPORTS: PlantedFile[] = [
  ...Object.entries(FORBIDDEN).flatMap(([from, folders]) =>
    folders.flatMap((to) => plantsIn(from, `${to}/thing.ts`)),
  ),
  ...["_model", "_base", "_money", "_frame"].flatMap((from) =>
    ROUTE_FILES.flatMap((to) => plantsIn(from, to)),
  ),
  ...plantsIn("_money", "print/_paper/thing.ts"),
  ...REACT,
];

/** For each folder, what it may import. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  _model: ["./measures.ts", "./money/cost-text.ts", "../measures.ts", "#lib/shared/trips.ts"],
  _base: ["../_model/measures.ts", "./view.tsx", "./fields/prop-row.tsx", "#app/_ui/icon.tsx", "react"],
  "_base/fields": ["../view.tsx", "../rows/row-class.ts", "../../_model/measures.ts"],
  _money: [
    "../_base/view.tsx",
    "../_base/fields/prop-row.tsx",
    "../_model/measures.ts",
    "./form/sections.ts",
  ],
  "_money/form": ["../../_base/view.tsx", "../budget/budget-form.ts", "../../_model/measures.ts"],
  _frame: ["../_money/money-panel.tsx", "../_base/view.tsx", "./header/trip-header.tsx"],
  "print/_paper": ["../../_model/measures.ts", "./paper-row.tsx"],
};

export const ALLOWED_FLOOR_IMPORTS: readonly { path: string; source: string }[] = Object.entries(
  ALLOWED,
).flatMap(([from, names]) =>
  names.map((name, index) => ({
    path: `${PAGE}/${from}/fine-${index}.ts`,
    source: `import * as everything from "${name}";\nexport const planted = everything;\n`,
  })),
);
