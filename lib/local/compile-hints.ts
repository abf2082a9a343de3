import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A hint that V8 reads at the very start of a file, from Chrome 136 on; for other browsers it is a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";
/** The size in bytes up to which a file gets the hint. A larger file is a library of which no page runs the most. */
const LARGEST = 256 * 1024;

/**
 * Makes browsers compile a page's code while it arrives, in a background thread. Otherwise they compile each function
 * when it is first called, which blocked a phone's main thread for a quarter of a second while a trip's page started.
 */
export function hintCompilation(root: string): void {
  const folder = join(root, ".next", "static");
  for (const name of globSync("**/*.js", { cwd: folder })) {
    const file = join(folder, name);
    const source = readFileSync(file);
    if (source.length <= LARGEST && source.indexOf(HINT) !== 0)
      writeFileSync(file, Buffer.concat([Buffer.from(HINT), source]));
  }
}
