// @long: lasts for minutes
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const BENCH = join(import.meta.dirname, "../bench/run.ts");
const MINUTES = 60_000;

test(
  "ten minutes of steady work leave nothing behind in the heaps of the web part and of the rooms",
  async () => {
    const run = promisify(execFile)(process.execPath, [BENCH, "--long", "soak"]);
    // A missed floor makes the command fail; its output says which floor.
    const { stdout } = await run.catch((failure: { stdout: string }) => failure);
    expect(stdout).toContain("Every floor is held.");
  },
  20 * MINUTES,
);
