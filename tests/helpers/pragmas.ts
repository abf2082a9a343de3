import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/**
 * The marks in a test file's first line that say how the file runs, such as `// @alone @long: why`:
 * `alone`: the file runs in its own process and on its own database, because it changes what the files of a worker
 * share, such as the environment that the service reads once, or because it looks at whole tables;
 * `long`: the file runs only in `npm run test:long`.
 */
export type Pragma = "alone" | "long";

/** @returns the files that match a pattern and have one of the pragmas, relative to the project */
export function filesMarked(pattern: string, ...pragmas: readonly Pragma[]): string[] {
  return globSync(pattern, { cwd: ROOT }).filter((file) => {
    const [first = ""] = readFileSync(join(ROOT, file), "utf8").split("\n", 1);
    const marks = /^\/\/ ((?:@\w+ )*@\w+): /.exec(first)?.[1]?.split(" ") ?? [];
    return pragmas.some((pragma) => marks.includes(`@${pragma}`));
  });
}
