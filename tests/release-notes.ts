// `node tests/release-notes.ts v1.2.3` prints the release notes: the section of CHANGELOG.md for that version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "..");

/**
 * Returns the section of a version in the changelog.
 * @throws Error if the tag is not the package's version, or if the changelog has no section for it
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json says ${version}.`);
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => /^\[?([^\s\]]+)/.exec(text)?.[1] === version);
  const notes = section?.slice(section.indexOf("\n")).trim();
  if (!notes)
    throw new Error(
      `CHANGELOG.md says nothing of ${version}: name its section "## [${version}] - YYYY-MM-DD".`,
    );
  return `${notes}\n`;
}

function main(): void {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  process.stdout.write(releaseNotes(process.argv[2] ?? "", version, changelog));
}

if (import.meta.main) main();
