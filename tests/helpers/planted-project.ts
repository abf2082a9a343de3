import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "../..");
const Report = z.object({
  diagnostics: z.array(z.object({ filename: z.string(), code: z.string(), message: z.string() })),
});
/** The planted project's configuration; the project's own tsconfig.json includes folders that are not planted. */
const TSCONFIG = {
  compilerOptions: {
    target: "ES2024",
    lib: ["ES2024", "DOM"],
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ["**/*.ts", "**/*.tsx"],
};

/** Returns the linter rules that each of these files breaks. The files are written into a folder of their own. */
export function lintPlanted(files: Readonly<Record<string, string>>): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), "wayfare-planted-"));
  try {
    for (const name of [".oxlintrc.json", "package.json"]) copyFileSync(join(ROOT, name), join(folder, name));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    return report(folder, Object.keys(files));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(folder: string, paths: string[]): Map<string, string[]> {
  const oxlint = join(ROOT, "node_modules/.bin/oxlint");
  const { stdout, stderr } = spawnSync(oxlint, ["--type-aware", "--format=json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const found = new Map<string, string[]>(paths.map((path) => [path, []]));
  try {
    for (const { filename, code } of Report.parse(JSON.parse(stdout)).diagnostics)
      found.get(filename)?.push(code);
  } catch (error) {
    throw new Error(`oxlint reported nothing that can be read: ${stdout}${stderr}`, { cause: error });
  }
  return found;
}
