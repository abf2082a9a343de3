import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";
import { SHIPPED_PATHS, type ShippedPackage } from "#lib/shared/shipped-packages.ts";
import type { Log } from "./log.ts";

const SourceMap = z.object({ sources: z.array(z.string()).default([]) });
/** A source map, or one that consists of sections. */
const AnyMap = SourceMap.extend({ sections: z.array(z.object({ map: SourceMap })).default([]) });
const Package = z.looseObject({ version: z.string().default(""), license: z.string().optional() });
/** The package of the style sheet, which has no source map. */
const STYLED_BY = "tailwindcss";
/** The folder in which Next contains copies of other packages. */
const IN_NEXT = "next/dist/compiled/";
/** Wrong names that a package's own source map leads to, with the packages that they belong to. */
const ASTRAY: Readonly<Record<string, string>> = {
  "@formatjs": "@formatjs/fast-memoize",
  shared: "lucide-react",
};
const PART_OF_PACKAGE = /node_modules\/(next\/dist\/compiled\/(?:@[^/]+\/)?[^/]+|(?:@[^/]+\/)?[^/]+)\//g;
const TEXT = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

interface Shipped extends ShippedPackage {
  texts: readonly string[];
}

/**
 * Writes the list of packages whose code browsers load, from the build's own source maps, and deletes the maps, which
 * are ten times as large as the code.
 * @throws Error when a package does not name its licence
 */
export function writeShippedPackages(root: string, log: Log): void {
  const folder = join(root, ".next", "static");
  const maps = globSync("**/*.map", { cwd: folder }).map((file) => join(folder, file));
  const names = [...new Set([STYLED_BY, ...maps.flatMap(packagesIn)])];
  const isThere = (name: string) => existsSync(join(root, "node_modules", name, "package.json"));
  for (const name of names) if (!isThere(name)) log(`nobody knows whose ${name} is: it gets no notice`);
  const packages = names.filter(isThere).map((name) => describe(root, name));
  const byName = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  const shipped = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const list: ShippedPackage[] = shipped.map(({ texts: _, ...one }) => one);
  writeFileSync(fileOf(folder, SHIPPED_PATHS.list), `${JSON.stringify(list)}\n`);
  writeFileSync(fileOf(folder, SHIPPED_PATHS.texts), shipped.map(inWords).join(`\n${"-".repeat(72)}\n\n`));
  for (const map of maps) rmSync(map);
  for (const code of globSync("**/*.{js,css}", { cwd: folder })) forgetMap(join(folder, code));
}

function fileOf(folder: string, path: string): string {
  return join(folder, basename(path));
}

function packagesIn(file: string): string[] {
  const { sources, sections } = AnyMap.parse(JSON.parse(readFileSync(file, "utf8")));
  const all = [...sources, ...sections.flatMap(({ map }) => map.sources)];
  return all.flatMap((source) => {
    // Of nested package folders, the innermost one names the package.
    const [, name] = [...decodeURI(source).matchAll(PART_OF_PACKAGE)].at(-1) ?? [];
    return name === undefined ? [] : [ASTRAY[name] ?? name];
  });
}

function describe(root: string, name: string): Shipped {
  const folder = join(root, "node_modules", name);
  const said = Package.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const files = readdirSync(folder).filter((file) => TEXT.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  const license = said.license ?? byWords(texts);
  if (license === undefined) throw new Error(`${name} reaches browsers and does not say its licence.`);
  const { version } = said;
  return { name: name.replace(IN_NEXT, ""), version, license, texts };
}

/** Recognizes a licence by its text: the copies in Next have lost the name of their licence, but not the text. */
function byWords(texts: readonly string[]): string | undefined {
  const words = texts.join("\n");
  if (/Permission is hereby granted, free of charge/.test(words)) return "MIT";
  return /Apache License\s+Version 2\.0/.test(words) ? "Apache-2.0" : undefined;
}

function inWords({ name, version, license, texts }: Shipped): string {
  return `${[name, version].join(" ").trim()} (${license})\n\n${texts.join("\n\n")}\n`;
}

/** Removes the reference to a source map, since browsers would request a map that no longer exists. */
function forgetMap(file: string): void {
  const source = readFileSync(file, "utf8");
  const bare = source.replace(/\n?(?:\/\/|\/\*)[#@] sourceMappingURL=\S+(?: \*\/)?\s*$/, "\n");
  if (bare !== source) writeFileSync(file, bare);
}
