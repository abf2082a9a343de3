import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/**
 * What a test file's first line says of how it runs, such as `// @alone @long: why`:
 * `alone`: in a process and on a database of its own, since it changes what all files of a worker share, such as the
 * environment that the service reads once, or looks at whole tables;
 * `long`: only in `npm run test:long`.
 */
export type Pragma = "alone" | "long";

/** @returns the files of a pattern, relative to the project, that carry one of the pragmas */
export function filesMarked(pattern: string, ...pragmas: readonly Pragma[]): string[] {
  return globSync(pattern, { cwd: ROOT }).filter((file) => {
    const [first = ""] = readFileSync(join(ROOT, file), "utf8").split("\n", 1);
    const marks = /^\/\/ ((?:@\w+ )*@\w+): /.exec(first)?.[1]?.split(" ") ?? [];
    return pragmas.some((pragma) => marks.includes(`@${pragma}`));
  });
}
