import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** V8 reads it at the very start of a file, from Chrome 136 on; elsewhere it is a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";
/** In bytes. A larger file is a library that no page runs the most of: the map, the reference of the API. */
const LARGEST = 256 * 1024;

/**
 * Has browsers compile a page's code while it arrives, off the page's thread. Otherwise they compile each function when it is
 * first called: a phone's thread was held up for it by a quarter of a second while a trip came to life.
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
