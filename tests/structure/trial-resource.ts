// `node tests/structure/trial-resource.ts` adds a made-up list resource to a copy of this repository, and checks what it costs.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyTrial } from "./apply-trial.ts";

const ROOT = join(import.meta.dirname, "../..");
const MOST_FILES = 15;
const MOST_LINES = 200;
const DUTIES = "tests/integration/resource-duties.test.ts";

const STEPS: readonly (readonly string[])[] = [
  ["drizzle-kit", "generate", "--config", "db/drizzle.config.ts", "--name", "gifts"],
  ["node", "lib/local/openapi.ts"],
  ["tsc", "--noEmit"],
  ["vitest", "run", "--project", "integration, alone", DUTIES],
];

interface Cost {
  file: string;
  lines: number;
}

/**
 * Copies the files that git tracks or would track; packages and the gazetteer are hard links. Returns the copy's state
 * as a git tree.
 */
function copyRepository(to: string): string {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(join(ROOT, file)));
  for (const file of [...files, "next-env.d.ts"].filter((each) => existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(to, file));
  }
  for (const linked of ["node_modules", "lib/server/places/gazetteer.bin"].filter((each) =>
    existsSync(join(ROOT, each)),
  ))
    execFileSync("cp", ["-al", join(ROOT, linked), join(to, linked)]);
  git(to, "init", "--quiet");
  git(to, "add", "--all");
  return git(to, "write-tree").trim();
}

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Returns how many lines were added or changed in each file since the state `tree`. */
function costs(folder: string, tree: string): Cost[] {
  git(folder, "add", "--all");
  return git(folder, "diff", "--cached", "--numstat", tree)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [added = "0", , file = ""] = line.split("\t");
      return { file, lines: Number(added) };
    });
}

function printTable(rows: readonly Cost[]): boolean {
  const lines = rows.reduce((sum, row) => sum + row.lines, 0);
  for (const row of rows) console.log(`${String(row.lines).padStart(4)}  ${row.file}`);
  console.log(`${String(lines).padStart(4)}  lines in ${rows.length} files`);
  return rows.length <= MOST_FILES && lines <= MOST_LINES;
}

function runs(folder: string, [command = "", ...args]: readonly string[]): boolean {
  const PATH = `${join(folder, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH },
  });
  console.log(`${status === 0 ? "✓" : "✗"} ${[command, ...args].join(" ")}`);
  if (status !== 0) console.error(`${stdout}${stderr}`);
  return status === 0;
}

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), "wayfare-trial-"));
  // PostgreSQL runs as another user where this script runs as root.
  chmodSync(folder, 0o755);
  try {
    const before = copyRepository(folder);
    applyTrial(folder);
    const isCheap = printTable(costs(folder, before));
    if (!isCheap) console.error(`At most ${MOST_FILES} files and ${MOST_LINES} lines are allowed.`);
    const isFine = STEPS.every((step) => runs(folder, step));
    process.exitCode = isCheap && isFine ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main();
