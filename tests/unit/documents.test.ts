import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = globSync(["*.md", "{app,db,lib,party,public,tests}/**/*.md", ".github/*.md"], {
  cwd: ROOT,
});
const Scripts = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Scripts.parse(JSON.parse(read("package.json")));

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Returns the targets of a document's links and pictures within the repository. */
function linksOf(document: string): string[] {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)];
  const targets = links.map(([, inText = "", inTag = ""]) => inText || inTag);
  return targets.filter((target) => !/^(?:[a-z]+:|#|\/)/.test(target));
}

function anchorsOf(path: string): string[] {
  const heads = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, head = ""]) => head.toLowerCase());
  return heads.map((head) => head.replaceAll(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-"));
}

function isDead(document: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const path = join(dirname(document), file);
  if (!existsSync(join(ROOT, path))) return true;
  return anchor !== undefined && !anchorsOf(path).includes(anchor);
}

describe("the documents", () => {
  test("are found", () => {
    expect(DOCUMENTS).toContain("README.md");
    expect(DOCUMENTS.length).toBeGreaterThan(8);
  });

  test("link to what is there", () => {
    const dead = DOCUMENTS.flatMap((document) =>
      linksOf(document).flatMap((target) => (isDead(document, target) ? `${document}: ${target}` : [])),
    );
    expect(dead).toEqual([]);
  });

  test("name commands that exist", () => {
    const named = DOCUMENTS.flatMap((document) =>
      [...read(document).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => ({ document, name })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  test("name files to run that exist", () => {
    const named = DOCUMENTS.flatMap((document) =>
      [...read(document).matchAll(/`node ((?:lib|tests|db)\/[\w/.-]+\.ts)/g)].map(([, path = ""]) => path),
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
