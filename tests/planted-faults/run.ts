// `npm run test:planted-faults` plants one fault after the other in a copy of the project, runs the tests that must
// notice it, and fails when they do not. `--only <name>` plants that fault alone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readVitest } from "../reports.ts";
import { type PlantedFault, plantFault } from "./planted-fault.ts";
import { PLANTED_FAULTS } from "./planted-faults.ts";
import { ProjectCopy } from "./project-copy.ts";

/** The Vitest projects of the folders of tests. */
const PROJECTS: Readonly<Record<string, readonly string[]>> = {
  unit: ["unit", "unit, alone"],
  integration: ["integration", "integration, alone"],
  realtime: ["realtime"],
};

const { values: flags } = parseArgs({ options: { only: { type: "string", multiple: true } } });

/** Runs these test files in the copy. @returns one text line for each failed test; null: no test ran */
async function failuresIn(root: string, files: readonly string[], bail: boolean): Promise<string[] | null> {
  const report = join(root, "vitest.json");
  rmSync(report, { force: true });
  const folders = new Set(files.map((file) => file.split("/")[0] ?? ""));
  const projects = [...folders].flatMap((folder) => PROJECTS[folder] ?? []);
  const options = ["--reporter=json", `--outputFile.json=${report}`, ...(bail ? ["--bail=1"] : [])];
  const paths = files.map((file) => `tests/${file}`);
  const vitest = join(root, "node_modules/.bin/vitest");
  const args = [vitest, "run", ...projects.map((name) => `--project=${name}`), ...options, ...paths];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "ignore" });
  await once(child, "exit");
  const { passed, failures } = readVitest(report);
  return passed + failures.length === 0 ? null : [...failures];
}

function chosenFaults(): readonly PlantedFault[] {
  const { only } = flags;
  const unknown = only?.filter((name) => !PLANTED_FAULTS.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no planted fault ${unknown.join(", ")}.`);
  return PLANTED_FAULTS.filter(({ name }) => only?.includes(name) ?? true);
}

/**
 * Whether a test notices the fault.
 * @param before - the tests that fail without the fault, which prove nothing
 */
async function isCaught(root: string, fault: PlantedFault, before: ReadonlySet<string>): Promise<boolean> {
  const path = join(root, fault.file);
  const sound = readFileSync(path, "utf8");
  const start = performance.now();
  try {
    writeFileSync(path, plantFault(sound, fault));
    const failures = await failuresIn(root, fault.caughtBy, before.size === 0);
    const found = failures?.find((failure) => !before.has(failure));
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    if (found === undefined) console.log(`NOT CAUGHT  ${fault.name} (${seconds} s): ${fault.promise}`);
    else console.log(`caught      ${fault.name} (${seconds} s): ${found}`);
    return found !== undefined;
  } finally {
    writeFileSync(path, sound);
  }
}

async function main(): Promise<void> {
  const faults = chosenFaults();
  const copy = new ProjectCopy();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      copy.remove();
      process.exit(1);
    });
  try {
    const files = [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))];
    console.log(`Runs ${files.length} test files without a fault, then plants ${faults.length} faults.`);
    const before = await failuresIn(copy.root, files, false);
    if (!before) throw new Error("The tests do not run without a fault.");
    for (const failure of before) console.log(`fails without a fault: ${failure}`);
    let caught = 0;
    for (const fault of faults) if (await isCaught(copy.root, fault, new Set(before))) caught++;
    process.exitCode = caught === faults.length ? 0 : 1;
    console.log(`\n${caught} passed, ${faults.length - caught} failed`);
  } finally {
    copy.remove();
  }
}

await main();
